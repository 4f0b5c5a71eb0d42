"""What is wrong with a cluster as a whole: ``hard`` always, ``soft`` unless it is a design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..catalog import Catalog
from ..constraints import Interface, Layout, interfaces_of
from ..constraints.addresses import addresses_of
from ..constraints.subnets import SubnetPlan, subnet_plan
from ..constraints.zones import region_of_zone_id
from ..errors import Problem
from ..wording import counted
from .cluster_images import cluster_images
from .cluster_targets import target_problems
from .late import is_late
from .text import MOST_TAGS

if TYPE_CHECKING:
    from .cluster import ClusterGroup, ClusterSpec, UltraServerGroup

__all__ = ["cluster_problems", "interfaces_of_group", "node_count_of"]


OWN_NAMES = frozenset({"Events", "Key", "Network", "PlacementGroup", "Role", "SecurityGroup", "Vpc"})
"""Names of what the groups of a cluster share, beside ``Subnet…``."""


def cluster_problems(cluster: ClusterSpec, types: Catalog) -> tuple[list[Problem], list[Problem]]:
    """Return the problems that no cluster may have, and those that only a design may have."""
    hard = [
        *_zone(cluster),
        *_zone_id(cluster, types),
        *_members(cluster),
        *_names(cluster),
        *_key(cluster),
        *_tags(cluster),
        *cluster_images(cluster, types),
        *target_problems(cluster),
    ]
    return hard, [*_addresses(cluster, types), *_address_units(cluster, types)]


def node_count_of(group: ClusterGroup | UltraServerGroup, types: Catalog) -> int:
    """Return the nodes of ``group`` over all its copies or UltraServers."""
    if hasattr(group, "group_count"):
        return int(group.node_count or 0) * int(group.group_count)
    return group.node_count or max(1, len(group.capacity)) * types.ultraservers[group.ultraserver].nodes


def interfaces_of_group(group: ClusterGroup | UltraServerGroup, types: Catalog) -> tuple[Interface, ...]:
    """Return the interfaces of one node of ``group``."""
    name = (
        group.instance_type if hasattr(group, "instance_type") else types.ultraservers[group.ultraserver].instance_type
    )
    info = types.find(name)
    if info is None:
        return ()
    return interfaces_of(info, Layout(group.layout) if group.layout else None)


def _zone(cluster: ClusterSpec) -> Iterator[Problem]:
    given = [name for name in ("zone", "zone_id") if getattr(cluster, name) is not None]
    if len(given) != 1:
        text = "a cluster has one zone: give its name or its id"
        hint = "ids are the same in every account: aws ec2 describe-availability-zones shows both"
        yield Problem("TRN603", text, "zone", ", ".join(given) or "neither", "one of zone, zone_id", hint)
    elif cluster.zone and not is_late(cluster.zone) and not cluster.zone.startswith(cluster.region):
        yield Problem(
            "TRN602", f"is not in region {cluster.region}", "zone", cluster.zone, f"a zone of {cluster.region}"
        )


def _zone_id(cluster: ClusterSpec, types: Catalog) -> Iterator[Problem]:
    """Ids begin with a short name of their region; one that the catalog has not seen passes."""
    if cluster.zone_id is None or is_late(cluster.zone_id):
        return
    region = region_of_zone_id(cluster.zone_id, types) or cluster.region
    if region != cluster.region:
        text = f"is a zone of {region}, not of {cluster.region}"
        yield Problem("TRN602", text, "zone_id", cluster.zone_id, f"a zone of {cluster.region}")


def _members(cluster: ClusterSpec) -> Iterator[Problem]:
    if not cluster.groups and not cluster.ultraservers:
        yield Problem("TRN003", "a cluster has at least one group", "groups")


def _names(cluster: ClusterSpec) -> Iterator[Problem]:
    """Logical ids drop hyphens, so names that differ in nothing else are one."""
    names = Counter(item.name.lower().replace("-", "") for item in cluster.members)
    for name, count in names.items():
        if count > 1:
            yield Problem("TRN006", f"{count} groups have this name", "groups", name, "names that differ in letters")
    for part in ("groups", "ultraservers"):
        for at, item in enumerate(getattr(cluster, part)):
            if item.name in OWN_NAMES or item.name.startswith("Subnet"):
                text = "the cluster itself uses this name"
                yield Problem("TRN006", text, f"{part}[{at}].name", item.name, "any other, such as train")


def _key(cluster: ClusterSpec) -> Iterator[Problem]:
    region = cluster.kms_key_arn.split(":")[3] if cluster.kms_key_arn else cluster.region
    if region != cluster.region:
        text = f"is a key of {region}; volumes take a key of their own region"
        yield Problem("TRN001", text, "kms_key_arn", str(cluster.kms_key_arn), f"a key of {cluster.region}")


def _tags(cluster: ClusterSpec) -> Iterator[Problem]:
    """Nodes carry the tags of the cluster, those of their group, and a Name."""
    for part in ("groups", "ultraservers"):
        for at, item in enumerate(getattr(cluster, part)):
            count = len({*cluster.tags, *item.tags, "Name"})
            if count > MOST_TAGS:
                text = "too many tags, with those of the cluster and the Name of the node"
                yield Problem("TRN008", text, f"{part}[{at}].tags", str(count), f"at most {MOST_TAGS}")


def _addresses(cluster: ClusterSpec, types: Catalog) -> Iterator[Problem]:
    if cluster.network.imported is not None:
        return
    plan = subnet_plan(cluster.network.cidr)
    total, too_large = 0, False
    for part in ("groups", "ultraservers"):
        for at, item in enumerate(getattr(cluster, part)):
            copies = getattr(item, "group_count", 1)
            need = node_count_of(item, types) // copies * addresses_of(interfaces_of_group(item, types))
            total += copies * need
            if need > plan.node_addresses:
                too_large = True
                yield _too_large(f"{part}[{at}].node_count", need, plan)
    if total > plan.node_addresses and not too_large:
        needed = counted(total, "address", "addresses")
        text = f"the groups need {needed}, the subnet of the nodes has {plan.node_addresses:,}"
        hint = "a larger network.cidr (at most /16), fewer nodes, or layout: efa-only"
        yield Problem("TRN331", text, "network.cidr", cluster.network.cidr, hint=hint)


def _too_large(prop: str, need: int, plan: SubnetPlan) -> Problem:
    text = f"one group needs {counted(need, 'address', 'addresses')}, more than its subnet holds"
    hint = "a larger network.cidr (at most /16), smaller groups, layout: efa-only, or design_only: true"
    allowed = f"{counted(plan.node_addresses, 'address', 'addresses')} ({plan.nodes})"
    return Problem("TRN330", text, prop, counted(need, "address", "addresses"), allowed, hint)


def _address_units(cluster: ClusterSpec, types: Catalog) -> Iterator[Problem]:
    groups = cluster.members
    units = sum(node_count_of(item, types) * len(interfaces_of_group(item, types)) for item in groups)
    limit = types.limits["network_address_units_per_vpc_maximum"].value
    if units > limit:
        text = f"{units:,} interfaces are {units:,} address units of one VPC (Network Address Usage)"
        yield Problem("TRN332", text, "groups", str(units), f"at most {limit}", "set design_only: true")
