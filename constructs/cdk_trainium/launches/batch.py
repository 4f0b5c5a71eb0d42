"""Compute environments of Batch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..template import Branch, Resource, Unknown, Value
from ..template.values import member
from .group import Group, Path, Use, imaged
from .named import one_use, specified, subnets_of
from .values import as_list, as_map

__all__ = ["CHOSEN", "compute_environment", "configurations"]

_CHOICES = ("optimal", "default_x86_64", "default_arm64")
CHOSEN = Unknown("Batch chooses it")
"""Type of ``optimal`` and the like: of a family without accelerators. Source: AWS Batch API, ComputeResource."""
_ONE_OF = Unknown("which entry of Ec2Configuration Batch takes is not documented")
_FOR_GPUS, _WITH_GPUS = "_NVIDIA", re.compile(r"(?:g|gr|p)[0-9]")
_PATH: Path = ("Properties", "ComputeResources", "LaunchTemplate")
_TYPES: Path = ("Properties", "ComputeResources", "InstanceTypes")


def compute_environment(resource: Resource, branch: Branch) -> Group | None:
    """Return a compute environment of EC2; its ``InstanceTypes`` may be families, and it counts vCPUs.

    None when it launches no nodes: on Fargate, and unmanaged, where the nodes are somebody else's.
    Source: AWS Batch API, ComputeResource.
    """
    written = branch.properties.get("ComputeResources")
    data = as_map(written)
    kind = member(data, "Type")
    if written is None or (isinstance(kind, str) and kind.startswith("FARGATE")):
        return None
    return Group(
        resource,
        branch,
        "batch",
        tuple(_uses(data)),
        **subnets_of(data, "Subnets", "ComputeResources"),
        key_name=data.get("Ec2KeyPair"),
        placement_group=data.get("PlacementGroup"),
        placement_path=("Properties", "ComputeResources", "PlacementGroup"),
        purchase=kind,
        purchase_path=("Properties", "ComputeResources", "Type"),
        vcpus=member(data, "MaxvCpus"),
    )


def _uses(data: Mapping[str, Any]) -> Iterator[Use]:
    """Yield the launch template, then those that take its place for some of the types.

    Source: AWS Batch API, LaunchTemplateSpecificationOverride.
    """
    template = data.get("LaunchTemplate")
    overrides = [as_map(item) for item in as_list(as_map(template).get("Overrides"))]
    targets = [as_list(item.get("TargetInstanceTypes")) for item in overrides]
    elsewhere = [name for listed in targets for name in listed]
    written = as_list(data.get("InstanceTypes"))
    types = tuple(map(_type, (item for item in written if item not in elsewhere)))
    if types or not overrides:
        for image, path, alike in _images(data, types):
            uses = one_use(data, _PATH, alike)
            yield from (imaged(use, image, path)._replace(types_path=_TYPES) for use in uses)
    for index, item in enumerate(overrides):
        at: Path = (*_PATH, "Overrides", index)
        yield specified(item, at, tuple(targets[index]))._replace(types_path=(*at, "TargetInstanceTypes"))


def _images(data: Mapping[str, Any], types: tuple[Value, ...]) -> Iterator[tuple[Value, Path, tuple[Value, ...]]]:
    """Yield the images that take the place of the launch template's, each with its place and the types it is for.

    Source: AWS Batch User Guide, AMI selection order: only launch templates of single types come before it.
    """
    above: Path = ("Properties", "ComputeResources")
    if "ImageId" in data or not data.get("Ec2Configuration"):
        yield data.get("ImageId"), (*above, "ImageId"), types
        return
    alike: dict[tuple[int, ...], list[Value]] = {}
    for kind in types or (None,):
        alike.setdefault(tuple(configurations(data, kind)), []).append(kind)
    written = as_list(data["Ec2Configuration"])
    for entries, kinds in alike.items():
        images = [as_map(written[index]).get("ImageIdOverride") for index in entries] or [None]
        image = images[0] if all(other == images[0] for other in images) else _ONE_OF
        path = (*above, "Ec2Configuration", *entries[:1], "ImageIdOverride")
        yield image, path, tuple(kinds) if types else ()


def configurations(data: Mapping[str, Any], kind: Value) -> Iterator[int]:
    """Yield which entries of ``Ec2Configuration`` may tell the image of instance type ``kind``.

    Of several, those for NVIDIA GPUs are for types with GPUs only. Source: AWS Batch API, Ec2Configuration; EC2 User
    Guide, naming of instance types.
    """
    entries = list(map(as_map, as_list(data.get("Ec2Configuration"))))
    sure = len(entries) > 1 and (kind == CHOSEN or isinstance(kind, str))
    for index, entry in enumerate(entries):
        named = entry.get("ImageType")
        for_gpus = isinstance(named, str) and named.endswith(_FOR_GPUS)
        if not sure or not isinstance(named, str) or for_gpus is (_WITH_GPUS.match(str(kind)) is not None):
            yield index


def _type(item: Value) -> Value:
    return CHOSEN if item in _CHOICES else item
