"""Compute environments of Batch."""

from __future__ import annotations

from ..template import Branch, Resource, Unknown
from .group import Group
from .named import one_use, subnets_of
from .values import as_list, as_map

__all__ = ["compute_environment"]

_CHOICES = ("optimal", "default_x86_64", "default_arm64")
_CHOSEN = Unknown("Batch chooses it")


def compute_environment(resource: Resource, branch: Branch) -> Group:
    """Return a compute environment; its ``InstanceTypes`` may be families, and it counts vCPUs.

    Source: AWS Batch API, ComputeResource.
    """
    data = as_map(branch.properties.get("ComputeResources"))
    types = tuple(_CHOSEN if item in _CHOICES else item for item in as_list(data.get("InstanceTypes")))
    return Group(
        resource,
        branch,
        "batch",
        one_use(data.get("LaunchTemplate"), ("Properties", "ComputeResources", "LaunchTemplate"), types),
        **subnets_of(data, "Subnets", "ComputeResources"),
        placement_group=data.get("PlacementGroup"),
        placement_path=("Properties", "ComputeResources", "PlacementGroup"),
        purchase=data.get("Type"),
        vcpus=data.get("MaxvCpus"),
        types=types,
    )
