"""Nodes of an EKS image that nothing tells how to join their cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....constraints.node_config import NO_NODE_CONFIG, has_node_config, joins_by_script
from ....findings import Level
from ...model import Launch
from ...model.images import image_paths
from ...model.user_data import UserData
from ...options import Context
from ...rule import Hit, Rule, unknown

_OURS = ("eks", "asg", "fleet", "instance")
"""Groups with an image of their own into whose user data no service merges anything."""
_NONE = "no user data tells them how, and with an image of one's own EKS adds none"
_FETCHES = re.compile(r"\b(?:aws|curl|wget|git|nodeadm|source|python3?|ansible\S*)\b")
"""What may bring a NodeConfig, or start nodeadm, out of sight."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look where EKS merges nothing; what an image id holds is not in a template."""
    group, node = launch.group, launch.node
    if group is None or group.kind not in _OURS or node.image is None or node.is_partly_hidden:
        return
    paths = [image for image in image_paths(node) if image.joins_by_node_config]
    fault = _fault(launch) if paths or group.kind == "eks" else ""
    if not fault:
        return
    if paths and fault == _NONE:
        text = f"{paths[0].label} joins its cluster by a NodeConfig, and user data holds none"
        yield Hit(text, node.at("UserData") if node.user_data is not None else node.root)
    else:
        yield unknown(f"whether nodes of {group.resource.id} join their cluster cannot be told: {fault}", node.root)


def _fault(launch: Launch) -> str:
    """Return why nodes may not join, as a clause; empty when user data tells them, or hides what it is (TRN510)."""
    data = launch.node.boots
    if data is None:
        return _NONE if launch.node.user_data is None else ""
    if has_node_config(data.text) or joins_by_script(data.text):
        return ""
    return "the user data may fetch what tells them" if _may_fetch(data) else _NONE


def _may_fetch(data: UserData) -> bool:
    return not data.complete or _FETCHES.search(data.text) is not None


RULE = Rule(
    id=NO_NODE_CONFIG,
    title="A node of an EKS image of one's own choice is told how to join",
    level=Level.ERROR,
    why="With an image id in the launch template EKS merges nothing: the node boots, is paid for and never joins.",
    source="Amazon EKS User Guide, customize managed nodes with launch templates, and Amazon Linux 2023",
    on="launch",
    check=check,
    fix="write a MIME part application/node.eks.aws with name, endpoint, CA and CIDR, or leave ImageId to EKS",
)
