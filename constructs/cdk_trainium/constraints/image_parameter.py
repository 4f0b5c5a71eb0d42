"""Which of AWS's public SSM parameters hold the id of an image."""

from __future__ import annotations

from ..errors import Problem

__all__ = ["NO_IMAGE_ID", "check_image_parameter"]

NO_IMAGE_ID = "TRN519"
_LEAVES = {
    "/aws/service/neuron/dlami/": "image_id",
    "/aws/service/eks/optimized-ami/": "image_id",
    "/aws/service/ecs/optimized-ami/": "image_id",
    "/aws/service/bottlerocket/": "image_id",
    "/aws/service/deeplearning/ami/": "ami-id",
    "/aws/service/pcs/ami/": "ami-id",
    "/aws/service/canonical/ubuntu/": "ami-id",
}
"""Tree of public parameters -> the last part of those that hold an image id.

Sources: AWS Neuron DLAMI guide; user guides of Amazon EKS, Amazon ECS, AWS PCS, Bottlerocket, AWS DLAMI; Ubuntu on AWS.
"""


def check_image_parameter(path: str) -> Problem | None:
    """Return what is wrong with the SSM parameter ``path`` as the one of an image; names outside AWS's trees pass.

    ``path`` comes without version and label; what of it is not known is a hole such as ``${Name}``.
    """
    leaf = next((leaf for tree, leaf in _LEAVES.items() if path.startswith(tree)), "")
    last = path.rpartition("/")[2]
    if not leaf or last == leaf or "${" in last:
        return None
    holds = "holds JSON about the image" if path.startswith("/aws/service/ecs/") else "is none that holds an image id"
    text = f"the SSM parameter {path} {holds}: the last part is {last}, not {leaf}"
    folder = path.rpartition("/")[0] if last in (leaf.replace("_", "-"), leaf.replace("-", "_")) else path
    known = last in ("recommended", "latest") or folder != path
    hint = f"write {folder}/{leaf}" if known else f"name the parameter that ends with /{leaf}"
    return Problem(NO_IMAGE_ID, text, "image", hint=hint)
