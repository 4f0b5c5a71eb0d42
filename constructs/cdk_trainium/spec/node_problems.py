"""What is wrong with a node as a whole: ``hard`` always, ``soft`` unless it is a design."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from ..catalog import Catalog, InstanceTypeInfo, UltraServerInfo
from ..constraints.interfaces import EFA_UNSUPPORTED
from ..constraints.sale import check_blocks_only, check_usage
from ..errors import Problem
from .image_problems import family_problems, root_problems

if TYPE_CHECKING:
    from .node import NodeSpec

__all__ = ["Parts", "layout_problems", "node_checks", "ultraserver_of"]

Parts: TypeAlias = tuple[list[Iterator[Problem]], list[Iterator[Problem]]]
"""Checks that everything must pass, and checks that a design need not."""


def node_checks(node: NodeSpec, types: Catalog) -> Parts:
    """Return the checks that every node must pass, and those that a design need not."""
    hard = (_layout, _usage, _family, _root, _sale)
    return [check(node, types) for check in hard], [_launchable(node, types), _capacity(node)]


def _layout(node: NodeSpec, types: Catalog) -> Iterator[Problem]:
    info = types.find(node.instance_type)
    if info is not None:
        yield from layout_problems(info, node.layout)


def layout_problems(info: InstanceTypeInfo, layout: str | None) -> Iterator[Problem]:
    """Yield a problem when ``info`` cannot have ``layout``."""
    if layout in {None, "interface"}:
        return
    if info.network_cards is None:
        text = f"the network cards of {info.name} are unknown"
        yield Problem("TRN012", text, "layout", repr(layout), "interface")
    elif not info.efa_count:
        yield Problem(EFA_UNSUPPORTED, f"{info.name} has no EFA", "layout", repr(layout), "interface")


def ultraserver_of(info: InstanceTypeInfo, types: Catalog) -> UltraServerInfo | None:
    """Return the UltraServer whose nodes are of ``info``."""
    return next((item for item in types.ultraservers.values() if item.instance_type == info.name), None)


def _usage(node: NodeSpec, types: Catalog) -> Iterator[Problem]:
    info, capacity = types.find(node.instance_type), node.capacity
    problem = check_usage(info, capacity.kind) if info and capacity else None
    if problem is not None:
        yield replace(problem, prop="capacity.kind")


def _family(node: NodeSpec, types: Catalog) -> Iterator[Problem]:
    """Judge the node's own image; the cluster judges the one that it gives (`image_checks`)."""
    info = types.find(node.instance_type)
    if node.image is not None and info is not None:
        yield from family_problems(node.image, info, types, "image.family")


def _root(node: NodeSpec, types: Catalog) -> Iterator[Problem]:
    info = types.find(node.instance_type)
    if node.image is not None and info is not None:
        yield from root_problems(node.image, node.root_volume_gib, info, types, "root_volume_gib")


def _launchable(node: NodeSpec, types: Catalog) -> Iterator[Problem]:
    info = types.find(node.instance_type)
    if info is not None and not info.launchable:
        yield Problem(
            "TRN011",
            f"{info.name} cannot be launched: EC2 has published no type name for it",
            "instance_type",
            info.name,
            hint="set design_only: true, or name the type in a catalog overlay",
        )


def _capacity(node: NodeSpec) -> Iterator[Problem]:
    if node.capacity is None:
        yield Problem(
            "TRN310",
            "is required: how the nodes are bought decides the template",
            "capacity",
            allowed="kind: capacity-block, reservation, on-demand or spot",
        )


def _sale(node: NodeSpec, types: Catalog) -> Iterator[Problem]:
    info, capacity = types.find(node.instance_type), node.capacity
    problem = check_blocks_only(info, capacity.kind, types) if info and capacity else None
    if problem is not None:
        yield replace(problem, prop="capacity.kind")
