"""Security groups or a subnet beside network interfaces."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule

_NAMES = ("SecurityGroupIds", "SecurityGroups", "SubnetId")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at the node, and at an instance that adds to the interfaces of its launch template."""
    node, group = launch.node, launch.group
    with_template = group is not None and group.kind == "instance" and group.resource is not node.resource
    own = group.branch.properties if group is not None and with_template else {}
    if not node.interfaces and not own.get("NetworkInterfaces"):
        return
    for name in _NAMES:
        if group is not None and own.get(name):
            text = f"{name} beside the NetworkInterfaces of launch template {node.resource.id}"
            yield Hit(f"{text}: {_what(name)} into each of them", ("Properties", name), resource=group.resource)
        elif node.data.get(name):
            text = f"{name} beside NetworkInterfaces: with interfaces, {_what(name)} into each of them"
            yield Hit(text, node.at(name))


def _what(name: str) -> str:
    return "the subnet belongs" if name == "SubnetId" else "security groups belong"


RULE = Rule(
    id="TRN114",
    title="A node with NetworkInterfaces lists its security groups and subnet there, not at the top",
    level=Level.ERROR,
    why="EC2 refuses a launch that has both; the usual CDK escape hatch on ec2.LaunchTemplate produces it.",
    source="RunInstances: network interfaces and instance-level security groups or subnet go not together",
    on="launch",
    check=check,
    fix="delete it at the top and set Groups and SubnetId on every interface",
)
