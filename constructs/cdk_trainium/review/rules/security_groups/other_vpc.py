"""Security groups of another VPC than the subnets."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Reference, Unknown, Value
from ...model import Launch
from ...model.security_group import SECURITY_GROUP
from ...model.values import as_list, same_resource, shown
from ...model.world import SUBNET
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the VPCs of the groups and of the subnets that the templates hold; a literal id tells no VPC."""
    world = launch.world
    known = [data for subnet in launch.subnets if (data := world.properties(subnet, SUBNET)) is not None]
    vpcs = {same_resource(vpc): vpc for data in known if (vpc := data.get("VpcId")) is not None}
    for group in _groups(launch) if vpcs else ():
        data = world.properties(group, SECURITY_GROUP)
        if data is not None and same_resource(data.get("VpcId")) not in vpcs:
            yield from _told(launch, group, data.get("VpcId"), list(vpcs.values()))


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
