"""Security groups of another VPC than the subnets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....template import Reference, Unknown, Value, known_text
from ...model import Launch
from ...model.security_group import SECURITY_GROUP
from ...model.values import as_list, same_resource, shown
from ...model.world import SUBNET, World
from ...options import Context
from ...rule import Hit, Rule, unknown

_VPC = "AWS::EC2::VPC"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the VPCs of the groups and of the subnets that the templates hold; a literal id tells no VPC."""
    world = launch.world
    known = [data for subnet in launch.subnets if (data := world.properties(subnet, SUBNET)) is not None]
    vpcs = {_key(vpc): vpc for data in known if (vpc := _vpc(world, data.get("VpcId"))) is not None}
    for group in _groups(launch) if vpcs else ():
        data = world.properties(group, SECURITY_GROUP)
        own = None if data is None else _vpc(world, data.get("VpcId"))
        if data is not None and _key(own) not in vpcs and not world.is_associated(group):
            yield from _told(launch, group, own, list(vpcs.values()))


def _vpc(world: World, value: Value) -> Value:
    """Return the VPC that ``value`` names, through the attribute of a subnet or a group; hidden for other resources."""
    resource = world.find(value)
    if resource is None or resource.type == _VPC:
        return value
    data = world.properties(value, resource.type) if resource.type in (SUBNET, SECURITY_GROUP) else None
    if data is None or value.attribute != "VpcId" or world.find(data.get("VpcId")) is resource:
        return Unknown(f"{known_text(value)} is known at deployment")
    return data.get("VpcId")


def _key(vpc: Value) -> Any:
    return vpc if isinstance(vpc, Unknown) else same_resource(vpc)


def _told(launch: Launch, group: Value, own: Value, vpcs: list[Value]) -> Iterator[Hit]:
    others = ", ".join(map(shown, vpcs))
    if own is None and not all(isinstance(vpc, Reference) for vpc in vpcs):
        return  # the VPC of the subnets may be the default one
    text = f"security group {shown(group)} is in {shown(own) if own else 'the default VPC'}, the subnets in {others}"
    path = launch.node.at("NetworkInterfaces" if launch.node.interfaces else "SecurityGroupIds")
    if any(isinstance(vpc, Unknown) for vpc in (own, *vpcs)):
        yield unknown(f"whether group and subnets are in one VPC cannot be told: {text}", path)
    else:
        yield Hit(text, path)


def _groups(launch: Launch) -> list[Value]:
    node = launch.node
    found = {key: group for item in node.interfaces for key, group in item.groups.items()}
    return [*found.values(), *as_list(node.data.get("SecurityGroupIds"))]


RULE = Rule(
    id="TRN209",
    title="A node's security groups are in the VPC of its subnets",
    level=Level.ERROR,
    why="EC2 refuses an interface whose group and subnet are in different networks; the group tries it again for ever.",
    source="EC2 User Guide, security groups: a group belongs to one VPC",
    on="launch",
    check=check,
    fix="create the security group in the VPC of the subnets",
)
