"""How many of each resource the constructs make for a cluster file; a test holds it against what they synthesize."""

from __future__ import annotations

from collections.abc import Sequence

from ..catalog import Catalog
from ..constraints.addresses import addresses_of
from ..constraints.endpoints import SERVICES
from ..constraints.subnets import seats_of
from ..spec import ClusterGroup, ClusterSpec, UltraServerGroup, interfaces_of_group, node_count_of
from .model import Counts, Group

__all__ = ["spec_counts"]


def spec_counts(spec: ClusterSpec, groups: Sequence[Group], types: Catalog) -> Counts:
    """Return the counts of ``spec``, whose groups are ``groups``."""
    made = {group.placement_group for group in groups if group.placement_group.startswith("new:")}
    templates = sum(_templates(member) for member in spec.members)
    network = {} if spec.network.imported else _network(spec, types)
    own_groups, own_roles = network.pop("security_groups", 0), network.pop("roles", 0)
    return Counts(
        security_groups=1 + own_groups,
        roles=1 + own_roles,
        placement_groups=len(made),
        launch_templates=templates,
        instance_profiles=templates,
        auto_scaling_groups=len(groups),
        reservations=sum(1 for group in groups if group.capacity.creates_reservation),
        **network,
    )


def _templates(member: ClusterGroup | UltraServerGroup) -> int:
    """Identical groups share a launch template; a block needs one of its own."""
    return max(1, len(member.capacity)) if isinstance(member, UltraServerGroup) else 1


def _network(spec: ClusterSpec, types: Catalog) -> dict[str, int]:
    nat, endpoints = spec.network.nat, spec.network.endpoints
    return {
        "vpcs": 1,
        "subnets": _node_subnets(spec, types) + int(nat) + int(endpoints),
        "internet_gateways": int(nat),
        "nat_gateways": int(nat),
        "elastic_ips": int(nat),
        "gateway_endpoints": int(endpoints),
        "interface_endpoints": len(SERVICES) if endpoints else 0,
        "security_groups": int(endpoints),
        "roles": int(spec.network.flow_logs),
    }


def _node_subnets(spec: ClusterSpec, types: Catalog) -> int:
    copies = [getattr(member, "group_count", 1) for member in spec.members]
    needs = [
        node_count_of(member, types) // count * addresses_of(interfaces_of_group(member, types))
        for member, count in zip(spec.members, copies, strict=True)
    ]
    cidrs, _ = seats_of(
        spec.network.cidr, [need for need, count in zip(needs, copies, strict=True) for _ in range(count)]
    )
    return len(cidrs)
