"""A NodeConfig in the user data that nodeadm does not read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....constraints.node_config import UNREAD_NODE_CONFIG, UnreadNodeConfig, unread_node_configs
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.image_kinds import group_images, hidden_kind
from ...model.user_data import UserData
from ...options import Context
from ...rule import Hit, Rule, unknown
from .not_mime import merges

_WHOLE_LINE = re.compile(r"(?m)^[^\S\n]*\$\{[^{}\n]*\}[^\S\n]*$")
"""A hole that stands for lines, which may hold whole parts."""
_SYSTEM = "amazon-linux-2023"
"""The one that nodeadm starts."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at the parts; a script that writes a NodeConfig and starts nodeadm is none."""
    data, where = launch.node.boots, launch.node.at("UserData")
    if data is None:
        return
    merged = _is_merged(launch)
    of_eks = launch.group is not None and launch.group.kind == "eks"
    for fault in unread_node_configs(data.text, of_eks and merged is not False):
        if fault.of_type:
            yield Hit(fault.why, where, fault.fix)
        elif _is_hidden(data, fault) or isinstance(merged, Unknown):
            yield unknown(f"whether the node joins cannot be told: {fault.why}", where, fault.fix)
        elif merged:
            text = f"the node may not join, as EKS is not known to mend what it merges: {fault.why}"
            yield Hit(text, where, fault.fix, Level.WARNING)
        else:
            yield Hit(f"the node does not join: {fault.why}", where, fault.fix)


def _is_merged(launch: Launch) -> bool | Unknown:
    """Return whether EKS adds a NodeConfig of its own; an Unknown where nobody sees whether it does."""
    group = launch.group
    if group is None and launch.node.has_image is not True:
        return Unknown("which group launches it is not told")
    if group is None or not merges(launch):
        return False
    if group.kind != "eks":
        return Unknown("AWS tells no more of what it merges")
    systems = {image.kind.os for image in group_images(launch)}
    if systems and _SYSTEM not in systems:
        return False
    hidden = hidden_kind(launch)
    if hidden is not None or not systems:
        return Unknown("") if hidden is None else hidden[0]
    return launch.node.has_image if isinstance(launch.node.has_image, Unknown) else True


def _is_hidden(data: UserData, fault: UnreadNodeConfig) -> bool:
    """Return whether parts that are not known may make it right."""
    holes = not data.known and (not fault.certain or _WHOLE_LINE.search(data.text) is not None)
    return holes or not data.read.whole


RULE = Rule(
    id=UNREAD_NODE_CONFIG,
    title="A NodeConfig stands where nodeadm reads it",
    level=Level.ERROR,
    why="nodeadm reads parts of type application/node.eks.aws, of the top level only, and none of a document with a "
    "part that has no proper head: the node boots, is paid for and never joins.",
    source="awslabs/amazon-eks-ami, nodeadm configprovider, issues 1701 and 2318; eksctl issue 7895; Amazon EKS User "
    "Guide, Amazon Linux 2023",
    on="launch",
    check=check,
    fix="give the NodeConfig a part of its own of the outermost document, application/node.eks.aws",
)
