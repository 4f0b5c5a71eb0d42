"""What is wrong with a node as a whole: ``hard`` always, ``soft`` unless it is a design."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..catalog import Catalog, InstanceTypeInfo, UltraServerInfo
from ..errors import Problem
from .capacity import BlockCapacity
from .image_problems import family_problems, root_problems

if TYPE_CHECKING:
    from .node import NodeSpec

__all__ = ["node_problems", "ultraserver_of"]


def node_problems(node: NodeSpec, types: Catalog) -> tuple[list[Problem], list[Problem]]:
    """Return the problems that no node may have, and those that only a design may have."""
    info = types.find(node.instance_type)
    if info is None:
        return [], []
    server = ultraserver_of(info, types)
    hard = [*_usage(node, info), *_image(node, info, types), *(_sale(node, server) if server else ())]
    return hard, [*_launchable(info), *_capacity(node)]


def ultraserver_of(info: InstanceTypeInfo, types: Catalog) -> UltraServerInfo | None:
    """Return the UltraServer whose nodes are of ``info``."""
    return next((item for item in types.ultraservers.values() if item.instance_type == info.name), None)


def _usage(node: NodeSpec, info: InstanceTypeInfo) -> Iterator[Problem]:
    classes, capacity = info.usage_classes, node.capacity
    if classes is None or capacity is None:
        return
    wanted = "on-demand" if capacity.kind == "reservation" else capacity.kind
    if wanted not in classes:
        text = f"{info.name} is not sold as {wanted} (EC2's supported usage classes)"
        yield Problem("TRN317", text, "capacity.kind", capacity.kind, ", ".join(classes))


def _image(node: NodeSpec, info: InstanceTypeInfo, types: Catalog) -> Iterator[Problem]:
    """Judge the node's own image; the cluster judges the one that it gives (`cluster_images`)."""
    if node.image is not None:
        yield from family_problems(node.image, info, types, "image.family")
        yield from root_problems(node.image, node.root_volume_gib, info, types, "root_volume_gib")


def _launchable(info: InstanceTypeInfo) -> Iterator[Problem]:
    if not info.launchable:
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


def _sale(node: NodeSpec, server: UltraServerInfo) -> Iterator[Problem]:
    if node.capacity is not None and not isinstance(node.capacity, BlockCapacity):
        text = "UltraServers are sold as capacity blocks"
        yield Problem("TRN316", text, "capacity.kind", node.capacity.kind, "capacity-block")
