"""A boot script for another operating system."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....constraints.user_data import not_toml
from ....findings import Level
from ...model import Launch
from ...model.image_kinds import group_images
from ...options import Context
from ...rule import Hit, Rule
from .scope import training_image

_OLD = "/etc/eks/bootstrap.sh"
_NEW = "node.eks.aws"
_COMMENT = re.compile(r"(?m)^[ \t]*#.*$")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the script with the system in the image's path, or in the node group's AmiType."""
    data = launch.node.boots
    if data is None:
        return
    script = _COMMENT.sub("", data.text)
    own = {image.kind.os for image in group_images(launch)}
    for system in {image.os for image in training_image(launch)} | own:
        if system == "amazon-linux-2023" and _OLD in script:
            text = "user data calls bootstrap.sh, which amazon-linux-2023 lacks: it reads a nodeadm NodeConfig"
            yield Hit(text, launch.node.at("UserData"))
        elif system == "amazon-linux-2" and _NEW in script:
            text = "user data holds a nodeadm NodeConfig, which amazon-linux-2 does not read: it runs bootstrap.sh"
            yield Hit(text, launch.node.at("UserData"))
        elif system == "bottlerocket" and (other := not_toml(data.text, data.complete)):
            text = f"user data is {other}; bottlerocket runs no script, it reads settings in TOML"
            yield Hit(
                text, launch.node.at("UserData"), "write TOML: [settings.kubernetes] with cluster-name and others"
            )


RULE = Rule(
    id="TRN511",
    title="The boot script fits the image",
    level=Level.ERROR,
    why="A node whose image does not know the script boots and never joins its cluster.",
    source="Amazon EKS User Guide, Amazon Linux 2023 and Bottlerocket; eksctl issues 3876 and 7749",
    on="launch",
    check=check,
    fix="on Amazon Linux 2023 write a MIME part application/node.eks.aws with name, endpoint, CA and CIDR",
)
