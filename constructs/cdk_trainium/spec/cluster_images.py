"""The images of a cluster: each group has one, and it suits the group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..catalog import Catalog, InstanceTypeInfo
from ..errors import Problem
from .image import ImageSpec
from .image_problems import family_problems, root_problems
from .members import members_of

if TYPE_CHECKING:
    from .cluster import ClusterGroup, ClusterSpec, UltraServerGroup

__all__ = ["image_checks"]


def image_checks(cluster: ClusterSpec, types: Catalog) -> Iterator[Iterator[Problem]]:
    """Yield what may be wrong with the images of ``cluster`` that its groups could not see themselves."""
    yield _pinned_here(cluster, cluster, "image.ids")
    for where, item in members_of(cluster):
        yield _pinned_here(cluster, item, f"{where}.image.ids")
        yield _there(cluster, item, where)
        yield _family(cluster, item, types, where)
        yield _root(cluster, item, types, where)


def _there(cluster: ClusterSpec, member: ClusterGroup | UltraServerGroup, where: str) -> Iterator[Problem]:
    if member.image is None and cluster.image is None and not member.design_only:
        hint = "image: {family: neuron-multi-framework, floating: true}, or a pinned id"
        yield Problem("TRN501", "no machine image, neither here nor for the cluster", f"{where}.image", hint=hint)


def _family(
    cluster: ClusterSpec, member: ClusterGroup | UltraServerGroup, types: Catalog, where: str
) -> Iterator[Problem]:
    image, info = _judged_here(cluster, member, types)
    if image is not None and info is not None:
        prop = f"{where}.image.family" if member.image else "image.family"
        yield from family_problems(image, info, types, prop)


def _root(
    cluster: ClusterSpec, member: ClusterGroup | UltraServerGroup, types: Catalog, where: str
) -> Iterator[Problem]:
    image, info = _judged_here(cluster, member, types)
    if image is not None and info is not None:
        yield from root_problems(image, member.root_volume_gib, info, types, f"{where}.root_volume_gib")


def _judged_here(
    cluster: ClusterSpec, member: ClusterGroup | UltraServerGroup, types: Catalog
) -> tuple[ImageSpec | None, InstanceTypeInfo | None]:
    """Return image and type of ``member``, unless it has judged them itself: a group judges its own image."""
    image = member.image or cluster.image
    if not hasattr(member, "instance_type"):
        return image, types.find(types.ultraservers[member.ultraserver].instance_type)
    return (None if member.image else image), types.find(member.instance_type)


def _pinned_here(
    cluster: ClusterSpec, holder: ClusterSpec | ClusterGroup | UltraServerGroup, prop: str
) -> Iterator[Problem]:
    ids = holder.image.ids if holder.image else None
    if ids is not None and cluster.region not in ids:
        yield Problem("TRN505", f"no image is pinned for {cluster.region}", prop, ", ".join(ids), cluster.region)
