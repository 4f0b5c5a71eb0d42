"""What is wrong with a group as a whole: ``hard`` always, ``soft`` unless it is a design."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..catalog import Catalog, InstanceTypeInfo, UltraServerInfo
from ..errors import Problem
from .capacity import BlockCapacity

if TYPE_CHECKING:
    from .node_group import NodeGroupSpec

__all__ = ["group_problems"]


def group_problems(group: NodeGroupSpec, types: Catalog) -> tuple[list[Problem], list[Problem]]:
    """Return the problems that no group may have, and those that only a design may have."""
    info = types.find(group.instance_type)
    if info is None:
        return [], []
    server = next((item for item in types.ultraservers.values() if item.instance_type == info.name), None)
    hard = [*_placement(group), *_usage(group, info), *_root(group, info, types)]
    soft = [*_launchable(info), *_capacity(group), *_block_size(group, types)]
    return [*hard, *(_ultraserver(group, server) if server else ())], soft


def _placement(group: NodeGroupSpec) -> Iterator[Problem]:
    if isinstance(group.capacity, BlockCapacity) and group.placement_group is not None:
        yield Problem(
            "TRN315",
            "a capacity block takes no placement group: EC2 places its nodes together already",
            "placement_group",
            repr(group.placement_group),
            hint="leave placement_group out",
        )


def _usage(group: NodeGroupSpec, info: InstanceTypeInfo) -> Iterator[Problem]:
    classes, capacity = info.usage_classes, group.capacity
    if classes is None or capacity is None:
        return
    wanted = "on-demand" if capacity.kind == "reservation" else capacity.kind
    if wanted not in classes:
        text = f"{info.name} is not sold as {wanted} (EC2's supported usage classes)"
        yield Problem("TRN317", text, "capacity.kind", capacity.kind, ", ".join(classes))


def _root(group: NodeGroupSpec, info: InstanceTypeInfo, types: Catalog) -> Iterator[Problem]:
    family = group.image.family if group.image else None
    vendor = "neuron" if info.neuron else "nvidia"
    if family is None:
        return
    images = types.images["families"]
    entry = next(iter(images[family].values()))
    if entry["accelerator_vendor"] != vendor:
        allowed = ", ".join(
            name for name, item in images.items() if next(iter(item.values()))["accelerator_vendor"] == vendor
        )
        yield Problem("TRN506", f"{info.name} has {vendor} accelerators", "image.family", family, allowed)


def _launchable(info: InstanceTypeInfo) -> Iterator[Problem]:
    if not info.launchable:
        yield Problem(
            "TRN011",
            f"{info.name} cannot be launched: EC2 has published no type name for it",
            "instance_type",
            info.name,
            hint="set design_only: true, or name the type in a catalog overlay",
        )


def _capacity(group: NodeGroupSpec) -> Iterator[Problem]:
    if group.capacity is None:
        yield Problem(
            "TRN310",
            "is required: how the nodes are bought decides the template",
            "capacity",
            allowed="kind: capacity-block, reservation, on-demand or spot",
        )


def _block_size(group: NodeGroupSpec, types: Catalog) -> Iterator[Problem]:
    limit = types.limits["nodes_per_capacity_block"].value
    if isinstance(group.capacity, BlockCapacity) and group.node_count > limit:
        yield Problem(
            "TRN318", "a capacity block has fewer nodes", "node_count", str(group.node_count), f"at most {limit}"
        )


def _ultraserver(group: NodeGroupSpec, server: UltraServerInfo) -> Iterator[Problem]:
    if group.node_count % server.nodes:
        yield Problem(
            "TRN319",
            f"one {server.name} is {server.nodes} nodes of {group.instance_type}: node count of whole UltraServers",
            "node_count",
            str(group.node_count),
            f"{server.nodes}, {2 * server.nodes}, {3 * server.nodes}, …",
        )
    if group.capacity is not None and not isinstance(group.capacity, BlockCapacity):
        text = "UltraServers are sold as capacity blocks"
        yield Problem("TRN316", text, "capacity.kind", group.capacity.kind, "capacity-block")
