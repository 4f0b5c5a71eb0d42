"""Every documented limit and default quota that a demand breaks; no account is asked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_network

from ..catalog import Catalog
from .measure import address_units, addresses_of, block_nodes, interfaces_total, nodes_of, vcpu_needs
from .model import Demand, Group, TemplateSize
from .quantity import quantity
from .volumes import IOPS_QUOTAS, STORAGE_QUOTAS, provisioned_iops, storage_gib

__all__ = ["BrokenLimit", "broken_limits"]

_COUNTED = {
    "vpcs": ("vpc", "L-F678F1CE"),
    "elastic_ips": ("ec2", "L-0263D0A3"),
    "internet_gateways": ("vpc", "L-A4707A72"),
    "interface_endpoints": ("vpc", "L-29B6F2EB"),
    "gateway_endpoints": ("vpc", "L-1B52E74A"),
    "security_groups": ("vpc", "L-E79EC296"),
    "auto_scaling_groups": ("autoscaling", "L-CDE20ADC"),
    "eks_clusters": ("eks", "L-1194D53C"),
    "batch_compute_environments": ("batch", "L-144F0CA5"),
    "batch_job_queues": ("batch", "L-4CEA37AD"),
    "roles": ("iam", "L-FE177D64"),
    "instance_profiles": ("iam", "L-6E65F664"),
}
_LARGEST_SUBNET = 65_536 - 5


@dataclass(frozen=True, slots=True)
class BrokenLimit:
    """One limit that the demand is over."""

    what: str
    need: float
    limit: float
    unit: str
    subject: str = ""
    quota: str = ""
    """``service/code`` of a quota whose default is meant: it can be raised. Default: - a fixed limit."""
    hint: str = ""

    def __str__(self) -> str:
        """Return the limit in one line: what, need, limit."""
        origin = f"default of quota {self.quota}" if self.quota else "limit"
        about = f"{self.subject}: " if self.subject else ""
        return f"{about}{self.what}: {quantity(self.need)} {self.unit} needed, the {origin} is {quantity(self.limit)}"


def broken_limits(demand: Demand, catalog: Catalog) -> list[BrokenLimit]:
    """Return every limit that ``demand`` is over, as far as it is determined."""
    return [
        *_vcpus(demand, catalog),
        *_network(demand, catalog),
        *_subnets(demand, catalog),
        *_blocks(demand, catalog),
        *_counts(demand, catalog),
        *_volumes(demand, catalog),
        *_templates(demand, catalog),
    ]


def _vcpus(demand: Demand, catalog: Catalog) -> Iterator[BrokenLimit]:
    # What exists already has used its quota: a block when it was bought, a reservation when it was made.
    groups = [group for group in demand.groups if group.instance_type and not group.capacity.named]
    bought = [(group, _kind(group)) for group in groups]
    for kind in ("on-demand", "spot", "block"):
        chosen = [(group, how) for group, how in bought if how == kind]
        for code, need in vcpu_needs(demand, catalog, chosen).items():
            quota = catalog.quota("ec2", code)
            if quota is not None and quota.default is not None and need.vcpus > quota.default:
                yield BrokenLimit(quota.name, need.vcpus, quota.default, "vCPU", quota=f"ec2/{code}")


def _kind(group: Group) -> str:
    return "on-demand" if group.capacity.kind == "reservation" else group.capacity.kind


def _network(demand: Demand, catalog: Catalog) -> Iterator[BrokenLimit]:
    interfaces = sum(interfaces_total(group, catalog) or 0 for group in demand.groups)
    default = catalog.quota("vpc", "L-DF5E4CA3")
    if default is not None and default.default is not None and interfaces > default.default:
        yield BrokenLimit(default.name, interfaces, default.default, "interfaces", quota="vpc/L-DF5E4CA3")
    least = catalog.limits["network_address_units_per_vpc"].value
    most = catalog.limits["network_address_units_per_vpc_maximum"].value
    for vpc, (units, _) in address_units(demand, catalog).items():
        if units > most:
            hint = f"spread the groups over {math.ceil(units / most)} VPCs or more; EFA does not cross VPCs"
            yield BrokenLimit("Network Address Usage of one VPC at most", units, most, "units", vpc, hint=hint)
        elif units > least:
            yield BrokenLimit("Network Address Usage per VPC", units, least, "units", vpc, "vpc/L-BB24F6E5")


def _subnets(demand: Demand, catalog: Catalog) -> Iterator[BrokenLimit]:
    sizes = {subnet.name: ip_network(subnet.cidr, strict=False).num_addresses - 5 for subnet in demand.new_subnets}
    needs: dict[tuple[str, ...], int] = {}
    for group in demand.groups:
        needs[group.new_subnets] = needs.get(group.new_subnets, 0) + (addresses_of(group, catalog) or 0)
    for names, need in needs.items():
        has = sum(sizes[name] for name in names if name in sizes)
        if names and has and need > has:
            hint = "a larger CIDR, or the layout efa-only: one address per node"
            yield BrokenLimit("free addresses of the subnets", need, has, "addresses", ", ".join(names), hint=hint)
        elif not has and need > _LARGEST_SUBNET:
            hint = "a subnet is a /16 at most; use several VPCs, or the layout efa-only"
            yield BrokenLimit("addresses of the largest subnet", need, _LARGEST_SUBNET, "addresses", hint=hint)


def _blocks(demand: Demand, catalog: Catalog) -> Iterator[BrokenLimit]:
    per_block = catalog.limits["nodes_per_capacity_block"].value
    for group in demand.groups:
        nodes = group.count or 0
        if group.capacity.kind == "block" and nodes > per_block:
            hint = f"split it into groups of {per_block} nodes, one block each"
            yield BrokenLimit("nodes per Capacity Block", nodes, per_block, "nodes", group.name, hint=hint)
        most = catalog.limits["nodes_per_immediate_reservation"].value
        if group.capacity.creates_reservation and (nodes_of(group) or 0) > most:
            yield BrokenLimit("nodes of one reservation", nodes_of(group) or 0, most, "nodes", group.name)
    across, total = catalog.limits["nodes_across_capacity_blocks"].value, block_nodes(demand)
    if total > across:
        hint = "also the limit of a whole organization on one date"
        yield BrokenLimit("nodes across all Capacity Blocks of an account", total, across, "nodes", hint=hint)


def _counts(demand: Demand, catalog: Catalog) -> Iterator[BrokenLimit]:
    counts = demand.counts.model_dump()
    for name, (service, code) in _COUNTED.items():
        quota = catalog.quota(service, code)
        if quota is not None and quota.default is not None and counts[name] > quota.default:
            yield BrokenLimit(quota.name, counts[name], quota.default, "resources", quota=f"{service}/{code}")
    for name, limit in (
        ("placement_groups", "placement_groups_per_region"),
        ("launch_templates", "launch_templates_per_region"),
    ):
        most = catalog.limits[limit].value
        if counts[name] > most:
            yield BrokenLimit(name.replace("_", " ") + " per region", counts[name], most, "resources")


def _volumes(demand: Demand, catalog: Catalog) -> Iterator[BrokenLimit]:
    for kind, code in STORAGE_QUOTAS.items():
        yield from _over_default(catalog, code, storage_gib(demand, kind)[0] / 1024, "TiB")
    for kind, code in IOPS_QUOTAS.items():
        yield from _over_default(catalog, code, provisioned_iops(demand, kind)[0], "IOPS")


def _over_default(catalog: Catalog, code: str, need: float, unit: str) -> Iterator[BrokenLimit]:
    quota = catalog.quota("ebs", code)
    if quota is not None and quota.default is not None and need > quota.default:
        yield BrokenLimit(quota.name, need, quota.default, unit, quota=f"ebs/{code}")


def _templates(demand: Demand, catalog: Catalog) -> Iterator[BrokenLimit]:
    resources = catalog.limits["resources_per_template"].value
    size, tree = catalog.limits["template_bytes"].value, catalog.limits["resources_per_nested_tree"].value
    for template in demand.templates:
        if template.resources > resources:
            yield BrokenLimit("resources per template", template.resources, resources, "resources", template.path)
        if template.bytes > size:
            yield BrokenLimit("size of a template", template.bytes, size, "bytes", template.path)
        whole = 0 if template.parent else _tree(demand, template)
        if whole > tree:
            hint = "one operation on a stack and its nested stacks; split it into stacks of their own"
            yield BrokenLimit(
                "resources of a stack with its nested stacks", whole, tree, "resources", template.path, hint=hint
            )


def _tree(demand: Demand, template: TemplateSize) -> int:
    total, left = 0, [template]
    while left:
        one = left.pop()
        total += one.resources
        left += [child for child in demand.templates if child.parent == one.path]
    return total
