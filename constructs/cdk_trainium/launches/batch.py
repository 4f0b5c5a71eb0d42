"""Compute environments of Batch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..template import Branch, Resource, Unknown, Value
from .group import Group, Path, Use, imaged
from .named import one_use, specified, subnets_of
from .values import as_list, as_map

__all__ = ["CHOSEN", "compute_environment"]

_CHOICES = ("optimal", "default_x86_64", "default_arm64")
CHOSEN = Unknown("Batch chooses it")
"""Type of ``optimal`` and the like: of a family without accelerators. Source: AWS Batch API, ComputeResource."""
_PATH: Path = ("Properties", "ComputeResources", "LaunchTemplate")


def compute_environment(resource: Resource, branch: Branch) -> Group | None:
    """Return a compute environment of EC2; its ``InstanceTypes`` may be families, and it counts vCPUs.

    None when it launches no nodes: on Fargate, and unmanaged, where the nodes are somebody else's.
    Source: AWS Batch API, ComputeResource.
    """
    written = branch.properties.get("ComputeResources")
    data = as_map(written)
    kind = data.get("Type")
    if written is None or (isinstance(kind, str) and kind.startswith("FARGATE")):
        return None
    return Group(
        resource,
        branch,
        "batch",
        tuple(_uses(data)),
        **subnets_of(data, "Subnets", "ComputeResources"),
        placement_group=data.get("PlacementGroup"),
        placement_path=("Properties", "ComputeResources", "PlacementGroup"),
        purchase=kind,
        purchase_path=("Properties", "ComputeResources", "Type"),
        vcpus=data.get("MaxvCpus"),
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
        yield from (imaged(use, *_image(data)) for use in one_use(template, _PATH, types))
    for index, item in enumerate(overrides):
        yield specified(item, (*_PATH, "Overrides", index), tuple(targets[index]))


def _image(data: Mapping[str, Any]) -> tuple[Value, Path]:
    """Return the image that takes the place of the launch template's, and where; that of several types is not known.

    Source: AWS Batch User Guide, AMI selection order: only launch templates of single types come before it.
    """
    above: Path = ("Properties", "ComputeResources")
    written = as_list(data.get("Ec2Configuration"))
    if "ImageId" in data or len(written) != 1:
        return data.get("ImageId"), (*above, "ImageId")
    return as_map(written[0]).get("ImageIdOverride"), (*above, "Ec2Configuration", 0, "ImageIdOverride")


def _type(item: Value) -> Value:
    return CHOSEN if item in _CHOICES else item
