"""Adds up what groups need: vCPUs per quota, interfaces, addresses and address units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..catalog import Catalog
from ..constraints import Interface, Layout, interfaces_of
from .model import Demand, Group

__all__ = [
    "VcpuNeed",
    "address_units",
    "addresses_of",
    "block_nodes",
    "interfaces_of_group",
    "interfaces_total",
    "nodes_of",
    "vcpu_needs",
    "vcpus_of",
]


@dataclass(frozen=True, slots=True)
class VcpuNeed:
    """vCPUs that the plan asks of one quota of EC2."""

    code: str
    kind: str
    """``on-demand``, ``spot`` or ``block``."""
    vcpus: int
    groups: tuple[str, ...]
    undetermined: tuple[str, ...]
    """Groups whose type, count or vCPUs are not known, so that the need may be higher."""
    per_node: int
    """vCPUs of the largest node, to say how many fit."""


def nodes_of(group: Group) -> int | None:
    """Return the nodes of ``group`` at most, with those of a rolling update; None is not determined."""
    return None if group.count is None else group.count + group.surge


def vcpus_of(group: Group, catalog: Catalog, seen: Mapping[str, int] | None = None) -> int | None:
    """Return the vCPUs of one node: as stated, as in the catalog, or as EC2 said (``seen``)."""
    if group.vcpus is not None:
        return group.vcpus
    info = catalog.find(group.instance_type)
    known = info.vcpus if info else None
    return known if known is not None else (seen or {}).get(group.instance_type)


def interfaces_of_group(group: Group, catalog: Catalog) -> tuple[Interface, ...] | None:
    """Return the interfaces of one node; None where the type's cards are unknown and none are written."""
    if group.interfaces is not None:
        return group.interfaces
    info = catalog.find(group.instance_type)
    if info is None or info.network_cards is None:
        # A launch that writes no interfaces gets one; which ones an accelerator type gets is unknown without its cards.
        single = group.layout is Layout.INTERFACE or (info is None and group.layout is None)
        return (Interface(0, 0, "interface"),) if single else None
    layout = Layout.INTERFACE if not info.efa_count else group.layout
    return interfaces_of(info, layout)


def _per_group(group: Group, each: int | None) -> int | None:
    nodes = nodes_of(group)
    return None if nodes is None or each is None else nodes * each


def interfaces_total(group: Group, catalog: Catalog) -> int | None:
    """Return the interfaces of all nodes of ``group``; None is not determined."""
    laid = interfaces_of_group(group, catalog)
    return _per_group(group, None if laid is None else len(laid))


def addresses_of(group: Group, catalog: Catalog) -> int | None:
    """Return the subnet addresses of all nodes of ``group``; None is not determined."""
    laid = interfaces_of_group(group, catalog)
    return _per_group(group, None if laid is None else sum(1 for one in laid if one.has_address))


def address_units(demand: Demand, catalog: Catalog) -> Mapping[str, tuple[int, tuple[str, ...]]]:
    """Return, per VPC, its Network Address Usage (one unit per interface) and the groups not determined."""
    units: dict[str, tuple[int, tuple[str, ...]]] = {}
    for group in demand.groups:
        total, open_groups = units.get(group.vpc, (0, ()))
        need = interfaces_total(group, catalog)
        units[group.vpc] = (total + (need or 0), open_groups if need is not None else (*open_groups, group.name))
    return units


def block_nodes(demand: Demand) -> int:
    """Return the nodes that run in Capacity Blocks at the same time, as far as determined."""
    return sum(group.count or 0 for group in demand.groups if group.capacity.kind == "block")


def _code(group: Group, kind: str, catalog: Catalog) -> str | None:
    if kind == "block":
        return catalog.block_quotas(group.instance_type)[0]
    family = catalog.instance_quotas(group.instance_type)
    if family is None:
        return None
    return family.spot if kind == "spot" else family.on_demand


def vcpu_needs(
    demand: Demand, catalog: Catalog, groups: Iterable[tuple[Group, str]], seen: Mapping[str, int] | None = None
) -> Mapping[str, VcpuNeed]:
    """Return quota code -> need over ``groups``, each with how it is bought (`VcpuNeed.kind`).

    A group whose type has no known quota adds to the code ``""``.
    """
    needs: dict[str, VcpuNeed] = {}
    for group, kind in groups:
        code = _code(group, kind, catalog) or ""
        each, nodes = vcpus_of(group, catalog, seen), nodes_of(group)
        before = needs.get(code, VcpuNeed(code, kind, 0, (), (), 0))
        known = each is not None and nodes is not None
        needs[code] = VcpuNeed(
            code,
            kind,
            before.vcpus + (each or 0) * (nodes or 0),
            (*before.groups, group.name),
            before.undetermined if known else (*before.undetermined, group.name),
            max(before.per_node, each or 0),
        )
    return needs
