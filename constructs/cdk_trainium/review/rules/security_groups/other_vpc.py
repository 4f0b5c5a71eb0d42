"""Security groups of another VPC than the subnets, and subnets of several VPCs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....findings import Level
from ....template import Reference, Unknown, Value
from ...model import Launch
from ...model.named_groups import NamedGroup, named_groups
from ...model.values import same_resource, shown
from ...model.vpcs import DEFAULT_VPC
from ...options import Context
from ...rule import Hit, Rule, Skip, unknown


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Compare the VPCs of the subnets with each other, then with that of each security group."""
    vpcs, groups = context.world.vpcs, list(named_groups(launch))
    places = [vpcs.of_subnet(subnet) for subnet in launch.subnets]
    known = list({same_resource(place): place for place in places if place is not None}.values())
    if len(known) > 1:
        yield _apart(launch, known)
    homes = [(group, vpcs.of_group(group.group)) for group in groups]
    for group, own in homes:
        if own and known and not {same_resource(vpc) for vpc in own} & {same_resource(vpc) for vpc in known}:
            yield _outside(group, own, known)
    if (groups and None in places) or (known and not all(own for _, own in homes)):
        yield Skip("the VPC of a subnet or group that no template holds is not told")


def _apart(launch: Launch, vpcs: Sequence[Value]) -> Hit:
    group = launch.group
    named = group is not None and bool(launch.chosen_subnets)
    path = group.subnets_path if group is not None and named else launch.node.at("NetworkInterfaces")
    owner = group.resource if group is not None and named else None
    text = f"its subnets are in VPCs {', '.join(map(shown, vpcs))}"
    if any(isinstance(vpc, Unknown) for vpc in vpcs):
        return unknown(f"whether the subnets are in one VPC cannot be told: {text}", path, resource=owner)
    return Hit(f"a node, or a group of them, is in one VPC; {text}", path, "name subnets of one VPC", resource=owner)


def _outside(group: NamedGroup, own: Sequence[Value], vpcs: Sequence[Value]) -> Hit:
    name, others = shown(group.group), ", ".join(map(shown, vpcs))
    text = f"security group {name} is in VPC {', '.join(map(shown, own))}, the subnets in {others}"
    if _may_be_one(own, vpcs):
        text = f"whether group and subnets are in one VPC cannot be told: {text}"
        return unknown(text, group.path, resource=group.resource)
    return Hit(text, group.path, resource=group.resource)


def _may_be_one(own: Sequence[Value], vpcs: Sequence[Value]) -> bool:
    """Return whether a value is hidden, or an id might be that of the default VPC, which no template makes."""
    if any(isinstance(vpc, Unknown) for vpc in (*own, *vpcs)):
        return True
    return DEFAULT_VPC in own and not all(isinstance(vpc, Reference) for vpc in vpcs)


RULE = Rule(
    id="TRN209",
    title="A node's security groups, and all subnets of its group, are in one VPC",
    level=Level.ERROR,
    why="EC2 refuses an interface whose group and subnet are in different networks; the group tries it again for ever.",
    source="EC2 User Guide, security groups: a group belongs to one VPC; Auto Scaling API, VPCZoneIdentifier: subnets "
    "of one; AWS Batch API, ComputeResource: subnets",
    on="launch",
    check=check,
    fix="create the security group in the VPC of the subnets",
)
