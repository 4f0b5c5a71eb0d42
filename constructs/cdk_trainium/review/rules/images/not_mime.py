"""User data that a service cannot merge with its own."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.mime import is_mime
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.image_kinds import group_images
from ...options import Context
from ...rule import Hit, Rule, unknown

_OTHERS = ("bottlerocket", "windows")
"""Systems whose user data is no script: TOML, and PowerShell in tags of its own."""
_MERGED = {"eks": "managed node group", "batch": "compute environment of Batch", "pcs": "compute node group of PCS"}


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look where a service merges user data; EKS does in launch templates without an image id only."""
    group = launch.group
    if group is None or not merges(launch):
        return
    if any(image.kind.os in _OTHERS for image in group_images(launch)):
        return
    data, where = launch.node.boots, launch.node.at("UserData")
    if data is None or not data.text.strip() or is_mime(data.text):
        return
    if data.text.startswith("${") or (group.kind == "eks" and isinstance(launch.node.has_image, Unknown)):
        yield unknown(f"whether user data of a {_MERGED[group.kind]} is MIME multipart cannot be told", where)
    else:
        yield Hit(f"user data of a {_MERGED[group.kind]} is no MIME multipart document", where)


def merges(launch: Launch) -> bool:
    """Return whether a service puts the user data of ``launch`` together with its own."""
    group = launch.group
    return group is not None and group.kind in _MERGED and (group.kind != "eks" or launch.node.has_image is not True)


RULE = Rule(
    id="TRN512",
    title="User data that a service merges is MIME multipart",
    level=Level.ERROR,
    why="EKS, Batch and PCS merge their own boot script into a multipart document and refuse anything else.",
    source="Amazon EKS User Guide, customize managed nodes with launch templates; AWS Batch User Guide, user data in "
    "launch templates; AWS PCS User Guide, EC2 user data; aws-cdk issue 6427",
    on="launch",
    check=check,
    fix='wrap the script: Content-Type: multipart/mixed; boundary="…"',
)
