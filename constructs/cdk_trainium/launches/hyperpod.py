"""Clusters of SageMaker HyperPod."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..template import Branch, Resource, Unknown
from ..template.values import macro_in, member
from .group import Group, Path, Use
from .named import by_service, may_be_several
from .values import as_list, as_map, counted

__all__ = ["hyperpod_cluster"]

_PARTS = ("InstanceGroups", "RestrictedInstanceGroups")


def hyperpod_cluster(resource: Resource, branch: Branch) -> Group:
    """Return a cluster, each of its instance groups as one use: the service makes the nodes itself.

    Source: SageMaker API, CreateCluster.
    """
    parts = list(_parts(branch.properties))
    counts = [counted(member(part, "InstanceCount"), 0) for _, part in parts]
    hidden = next((count for count in counts if isinstance(count, Unknown)), None)
    total = sum(count for count in counts if isinstance(count, int)) if hidden is None else hidden
    vpcs = [as_map(part.get("OverrideVpcConfig", branch.properties.get("VpcConfig"))) for _, part in parts]
    return Group(
        resource,
        branch,
        "hyperpod",
        tuple(_use(*part, vpc) for part, vpc in zip(parts, vpcs, strict=True)) or (by_service(),),
        [subnet for vpc in vpcs for subnet in as_list(vpc.get("Subnets"))],
        ("Properties", "VpcConfig", "Subnets"),
        any(may_be_several(vpc.get("Subnets")) for vpc in vpcs),
        sizes=(total, total, total),
        sizes_path=("Properties", _PARTS[0]),
    )


def _parts(data: Mapping[str, Any]) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    for name in _PARTS:
        for index, item in enumerate(as_list(data.get(name))):
            yield ("Properties", name, index), as_map(item)


def _use(path: Path, part: Mapping[str, Any], vpc: Mapping[str, Any]) -> Use:
    """Return one instance group in its ``VpcConfig``; its types keep their prefix."""
    chosen = as_list(as_map(part.get("InstanceRequirements")).get("InstanceTypes"))
    types = as_list(part.get("InstanceType")) or chosen or as_list(macro_in(part))
    spot = "Spot" in as_map(part.get("CapacityRequirements"))
    return Use(
        None,
        None,
        path,
        tuple(types),
        own=True,
        by_service=True,
        purchase="SPOT" if spot else None,
        count=member(part, "InstanceCount"),
        subnets=as_list(vpc.get("Subnets")),
    )
