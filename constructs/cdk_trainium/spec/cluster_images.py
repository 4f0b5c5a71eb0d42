"""The images of a cluster: each group has one, and it suits the group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..catalog import Catalog
from ..errors import Problem
from .image import ImageSpec
from .image_problems import family_problems, root_problems

if TYPE_CHECKING:
    from .cluster import ClusterGroup, ClusterSpec, UltraServerGroup

__all__ = ["cluster_images"]


def cluster_images(cluster: ClusterSpec, types: Catalog) -> Iterator[Problem]:
    """Yield what is wrong with the images of ``cluster`` that its groups could not see themselves."""
    yield from _pinned_here(cluster.image, cluster.region, "image.ids")
    for part in ("groups", "ultraservers"):
        for at, item in enumerate(getattr(cluster, part)):
            yield from _pinned_here(item.image, cluster.region, f"{part}[{at}].image.ids")
            yield from _member(cluster, item, types, f"{part}[{at}]")


def _member(
    cluster: ClusterSpec, member: ClusterGroup | UltraServerGroup, types: Catalog, where: str
) -> Iterator[Problem]:
    image = member.image or cluster.image
    if image is None:
        if not member.design_only:
            hint = "image: {family: neuron-multi-framework, floating: true}, or a pinned id"
            yield Problem("TRN501", "no machine image, neither here nor for the cluster", f"{where}.image", hint=hint)
        return
    if hasattr(member, "instance_type"):
        name, judged = member.instance_type, member.image is not None
    else:
        name, judged = types.ultraservers[member.ultraserver].instance_type, False
    info = types.find(name)
    if info is not None and not judged:
        prop = f"{where}.image.family" if member.image else "image.family"
        yield from family_problems(image, info, types, prop)
        yield from root_problems(image, member.root_volume_gib, info, types, f"{where}.root_volume_gib")


def _pinned_here(image: ImageSpec | None, region: str, prop: str) -> Iterator[Problem]:
    ids = image.ids if image else None
    if ids is not None and region not in ids:
        yield Problem("TRN505", f"no image is pinned for {region}", prop, ", ".join(ids), region)
