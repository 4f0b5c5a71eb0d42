"""What is wrong with a cluster as a whole: ``hard`` always, ``soft`` unless it is a design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..catalog import Catalog
from ..constraints import Interface, Layout, interfaces_of
from ..constraints.addresses import addresses_of
from ..constraints.subnets import SubnetPlan, subnet_plan
from ..constraints.tags import BAD_TAG, MOST_TAGS
from ..constraints.zones import region_of_zone_id
from ..errors import Problem
from ..wording import counted
from .base import NotJudgedError, judged
from .cluster_images import image_checks
from .cluster_targets import target_problems
from .late import is_late
from .members import members_of
from .node_problems import layout_problems

if TYPE_CHECKING:
    from .cluster import ClusterGroup, ClusterSpec, UltraServerGroup

__all__ = ["cluster_checks", "cluster_problems", "interfaces_of_group", "node_count_of"]


OWN_NAMES = frozenset({"Events", "Key", "Network", "PlacementGroup", "Role", "SecurityGroup", "Vpc"})
"""Names of what the groups of a cluster share, beside ``Subnet…``."""


def cluster_checks(cluster: ClusterSpec, types: Catalog) -> tuple[Iterator[Iterable[Problem]], list[Iterable[Problem]]]:
    """Return the checks that every cluster must pass, and those that a design need not."""
    return _hard(cluster, types), [_addresses(cluster, types), _address_units(cluster, types)]


def cluster_problems(cluster: ClusterSpec, types: Catalog) -> tuple[list[Problem], list[Problem]]:
    """Return the problems that no cluster may have, and those that only a design may have."""
    hard, soft = cluster_checks(cluster, types)
    return [one for check in hard for one in check], [one for check in soft for one in check]


def _hard(cluster: ClusterSpec, types: Catalog) -> Iterator[Iterable[Problem]]:
    yield _one_zone(cluster)
    yield _zone(cluster)
    yield _zone_id(cluster, types)
    yield _members(cluster)
    yield _names(cluster)
    yield _key(cluster)
    yield target_problems(cluster)
    yield _each_member(cluster)
    yield from image_checks(cluster, types)


def _each_member(cluster: ClusterSpec) -> Iterator[Problem]:
    for where, item in members_of(cluster):
        yield from judged([_own_name(item, where), _tags(cluster, item, where)])


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
    if any(layout_problems(info, group.layout)):
        raise NotJudgedError("layout")  # the group tells it
    return interfaces_of(info, Layout(group.layout) if group.layout else None)


def _one_zone(cluster: ClusterSpec) -> Iterator[Problem]:
    given = [name for name in ("zone", "zone_id") if getattr(cluster, name) is not None]
    if len(given) != 1:
        text = "a cluster has one zone: give its name or its id"
        hint = "ids are the same in every account: aws ec2 describe-availability-zones shows both"
        yield Problem("TRN603", text, "zone", ", ".join(given) or "neither", "one of zone, zone_id", hint)


def _zone(cluster: ClusterSpec) -> Iterator[Problem]:
    zone, region = cluster.zone, cluster.region
    if zone and not is_late(zone) and not zone.startswith(region):
        yield Problem("TRN602", f"is not in region {region}", "zone", zone, f"a zone of {region}")


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
    names = Counter(judged(_plain_name(item) for item in cluster.members))
    for name, count in names.items():
        if count > 1:
            yield Problem("TRN006", f"{count} groups have this name", "groups", name, "names that differ in letters")


def _plain_name(member: ClusterGroup | UltraServerGroup) -> Iterator[str]:
    yield member.name.lower().replace("-", "")


def _own_name(member: ClusterGroup | UltraServerGroup, where: str) -> Iterator[Problem]:
    if member.name in OWN_NAMES or member.name.startswith("Subnet"):
        yield Problem("TRN006", "the cluster itself uses this name", f"{where}.name", member.name, "such as train")


def _key(cluster: ClusterSpec) -> Iterator[Problem]:
    region = cluster.kms_key_arn.split(":")[3] if cluster.kms_key_arn else cluster.region
    if region != cluster.region:
        text = f"is a key of {region}; volumes take a key of their own region"
        yield Problem("TRN001", text, "kms_key_arn", str(cluster.kms_key_arn), f"a key of {cluster.region}")


def _tags(cluster: ClusterSpec, member: ClusterGroup | UltraServerGroup, where: str) -> Iterator[Problem]:
    """Nodes carry the tags of the cluster, those of their group, and a Name."""
    count = len({*cluster.tags, *member.tags, "Name"})
    if count > MOST_TAGS:
        text = "too many tags, with those of the cluster and the Name of the node"
        yield Problem(BAD_TAG, text, f"{where}.tags", str(count), f"at most {MOST_TAGS}")


def _addresses(cluster: ClusterSpec, types: Catalog) -> Iterator[Problem]:
    if cluster.network.imported is not None:
        return
    plan = subnet_plan(cluster.network.cidr)
    large = list(judged(_too_large(where, item, plan, types) for where, item in members_of(cluster)))
    yield from large
    total = sum(getattr(item, "group_count", 1) * _need(item, types) for item in cluster.members)
    if total > plan.node_addresses and not large:
        needed = counted(total, "address", "addresses")
        text = f"the groups need {needed}, the subnet of the nodes has {plan.node_addresses:,}"
        hint = "a larger network.cidr (at most /16), fewer nodes, or layout: efa-only"
        yield Problem("TRN331", text, "network.cidr", cluster.network.cidr, hint=hint)


def _need(member: ClusterGroup | UltraServerGroup, types: Catalog) -> int:
    """Return the addresses of one copy of ``member``."""
    copies = getattr(member, "group_count", 1)
    return node_count_of(member, types) // copies * addresses_of(interfaces_of_group(member, types))


def _too_large(
    where: str, member: ClusterGroup | UltraServerGroup, plan: SubnetPlan, types: Catalog
) -> Iterator[Problem]:
    need = _need(member, types)
    if need > plan.node_addresses:
        text = f"one group needs {counted(need, 'address', 'addresses')}, more than its subnet holds"
        hint = "a larger network.cidr (at most /16), smaller groups, layout: efa-only, or design_only: true"
        allowed = f"{counted(plan.node_addresses, 'address', 'addresses')} ({plan.nodes})"
        prop = f"{where}.node_count"
        yield Problem("TRN330", text, prop, counted(need, "address", "addresses"), allowed, hint)


def _address_units(cluster: ClusterSpec, types: Catalog) -> Iterator[Problem]:
    groups = cluster.members
    units = sum(node_count_of(item, types) * len(interfaces_of_group(item, types)) for item in groups)
    limit = types.limits["network_address_units_per_vpc_maximum"].value
    if units > limit:
        text = f"{units:,} interfaces are {units:,} address units of one VPC (Network Address Usage)"
        yield Problem("TRN332", text, "groups", str(units), f"at most {limit}", "set design_only: true")
