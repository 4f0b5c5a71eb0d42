"""Images that a service chooses by a type that its group names: EKS node groups, Batch compute environments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...constraints.image_kind import BATCH_DEFAULT, ImageKind, read_image_kind
from ...launches.batch import configurations
from ...template import MaybeAbsent, Unknown, Value
from ..rule import Path
from .launch import Launch
from .values import as_list, as_map, member

if TYPE_CHECKING:
    from .world import World

__all__ = ["GroupImage", "group_images", "hidden_kind", "kubernetes_of"]

_RESOURCES = ("Properties", "ComputeResources")


class GroupImage(NamedTuple):
    """The image type that a group names, and where."""

    kind: ImageKind
    path: Path


def group_images(launch: Launch) -> Iterator[GroupImage]:
    """Yield the image types that decide the image of ``launch``: none when its launch template names an image."""
    group = launch.group
    if group is None or launch.node.has_image is True:
        return
    if group.kind == "eks":
        yield from _read(group.branch.properties.get("AmiType"), ("Properties", "AmiType"))
    elif group.kind == "batch":
        yield from _of_batch(launch, group.branch.properties)


def _of_batch(launch: Launch, properties: Mapping[str, Value]) -> Iterator[GroupImage]:
    resources = as_map(properties.get("ComputeResources"))
    written, path = member(resources, "Ec2Configuration"), _RESOURCES
    if "ImageId" in resources or _hidden_of_batch(launch, properties) is not None:
        return
    used = {index for kind in launch.types or (None,) for index in configurations(resources, kind)}
    for index, item in enumerate(map(as_map, as_list(written))):
        if index in used and "ImageIdOverride" not in item:
            yield from _read(item.get("ImageType"), (*path, "Ec2Configuration", index, "ImageType"))
    if not written and "EksConfiguration" not in properties and any(info.neuron for info in launch.infos):
        yield from _read(BATCH_DEFAULT, path)


def hidden_kind(launch: Launch) -> tuple[Unknown, Path] | None:
    """Return what hides which image type decides the image, and where; None when nothing does."""
    group = launch.group
    if group is None or launch.node.has_image is True:
        return None
    if group.kind == "batch":
        hidden = _hidden_of_batch(launch, group.branch.properties)
        return None if hidden is None else (hidden, _RESOURCES)
    name = group.branch.properties.get("AmiType") if group.kind == "eks" else None
    return (name, ("Properties", "AmiType")) if isinstance(name, Unknown) else None


def _hidden_of_batch(launch: Launch, properties: Mapping[str, Value]) -> Unknown | None:
    """Return what hides whether anything names an image, or an image type, before Batch takes its own."""
    resources, own = as_map(properties.get("ComputeResources")), launch.node.has_image
    written = () if "ImageId" in resources else (own, member(resources, "Ec2Configuration"))
    return next((one for one in written if isinstance(one, MaybeAbsent)), None)


def _read(name: Value, path: Path) -> Iterator[GroupImage]:
    if isinstance(name, str):
        yield GroupImage(read_image_kind(name), path)


def kubernetes_of(launch: Launch) -> str:
    """Return the Kubernetes version (``1.33``) of a node group or its cluster; empty when the templates do not tell."""
    group = launch.group
    if group is None or group.kind != "eks":
        return ""
    data = group.branch.properties
    cluster = _cluster(launch.world, data.get("ClusterName"))
    # The cluster of aws-cdk-lib's aws_eks is a custom resource that holds the request of the API.
    found = [data.get("Version"), cluster.get("Version"), as_map(cluster.get("Config")).get("version")]
    return next((str(item) for item in found if isinstance(item, str | float)), "")


def _cluster(world: World, name: Value) -> Mapping[str, Value]:
    resource = world.find(name)
    if resource is not None:
        return world.properties(name, resource.type) or {}
    clusters = [item for template in world.templates for item in template.by_type.get("AWS::EKS::Cluster", ())]
    named = (branch.properties for item in clusters for branch in item.branches)
    return next((data for data in named if isinstance(name, str) and data.get("Name") == name), {})
