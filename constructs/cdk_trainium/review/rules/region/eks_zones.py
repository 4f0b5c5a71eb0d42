"""Zones of the subnets that an EKS cluster names for its control plane."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ....wording import counted
from ...model.values import as_list, as_map, member
from ...model.zones import place_of_subnet, spread_of_places
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched

_LEAST = 2
_NOT_SERVED = ("use1-az3", "usw1-az2", "cac1-az3")
_PATH = ("Properties", "ResourcesVpcConfig", "SubnetIds")


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Judge the zones that are told; a cluster on an Outpost has its own rules."""
    data = subject.branch.properties
    written = member(as_map(data.get("ResourcesVpcConfig")), "SubnetIds")
    if written is None or "OutpostConfig" in data:
        return
    subnets = as_list(written)
    places = [place_of_subnet(context.world, subnet) for subnet in subnets]
    spread, question = spread_of_places(places), f"whether the cluster has subnets in {_LEAST} zones"
    hidden = next((item for item in (written, *subnets) if isinstance(item, Unknown)), None)
    for zone in sorted({place.zone for place in places if place.zone in _NOT_SERVED}):
        yield Hit(f"the cluster has a subnet in {zone}, where EKS has no control planes", _PATH)
    if len(spread.zones) >= _LEAST:
        return
    if hidden is not None:
        yield cannot_tell(question, hidden, _PATH)
    elif len(subnets) >= _LEAST and spread.hidden:
        yield cannot_tell(question, Unknown(spread.hidden), _PATH)
    else:
        zone = next(iter(spread.zones), "one zone")
        got = f"{counted(len(subnets), 'subnet')} in {zone}" if subnets else "no subnet"
        yield Hit(f"the cluster has {got}; allowed: subnets in {_LEAST} zones or more", _PATH)


RULE = Rule(
    id="TRN608",
    title="An EKS cluster has subnets in two zones that EKS serves",
    level=Level.ERROR,
    why="EKS refuses the cluster; its node groups may still keep to one subnet, next to their accelerators.",
    source="EKS User Guide, VPC and subnet requirements; amazon-eks-user-guide pull request 795, eksctl issue 1142",
    on="AWS::EKS::Cluster",
    check=check,
    fix="add a subnet in another zone to ResourcesVpcConfig.SubnetIds; it needs no nodes",
)
