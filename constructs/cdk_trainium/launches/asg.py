"""Auto Scaling groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..template import Branch, Resource, Unknown, Value
from ..template.values import member
from .group import Group, Path, Share, Use, imaged
from .named import by_service, specified, subnets_of, types_of, unit_of
from .values import as_int, as_list, as_map, counted

__all__ = ["auto_scaling", "distribution_of", "on_demand_share"]

_NAMES, _IDS = "AvailabilityZones", "AvailabilityZoneIds"
_APART = ("LaunchTemplateSpecification", "ImageId")
"""What makes nodes of an override differ from the others. Source: EC2 Auto Scaling API, LaunchTemplateOverrides."""


def auto_scaling(resource: Resource, branch: Branch) -> Group:
    """Return an Auto Scaling group: its launch template, or each override of its mixed instances policy.

    Source: EC2 Auto Scaling API, CreateAutoScalingGroup.
    """
    data = branch.properties
    minimum, desired, maximum = (member(data, name) for name in ("MinSize", "DesiredCapacity", "MaxSize"))
    mixed = as_map(as_map(data.get("MixedInstancesPolicy")).get("LaunchTemplate"))
    overrides = as_list(mixed.get("Overrides")) if mixed else []
    ways = _purchases(data)
    return Group(
        resource,
        branch,
        "asg",
        tuple(_uses(data, mixed, overrides)),
        **subnets_of(data, "VPCZoneIdentifier"),
        zones=[item for name in (_NAMES, _IDS) for item in as_list(data.get(name))],
        zones_path=("Properties", _IDS if _IDS in data and _NAMES not in data else _NAMES),
        placement_group=data.get("PlacementGroup"),
        placement_path=("Properties", "PlacementGroup"),
        reservation=as_map(member(data, "CapacityReservationSpecification")),
        purchase=ways[0] if len(ways) == 1 else None,
        shares=tuple(map(Share, ways)) if len(ways) > 1 else (),
        sizes=(minimum, minimum if desired is None else desired, maximum),
        unit=unit_of(overrides, data.get("DesiredCapacityType")),
    )


def _uses(data: Mapping[str, Any], mixed: Mapping[str, Any], overrides: list[Any]) -> list[Use]:
    if "LaunchTemplate" in data:
        return [specified(data["LaunchTemplate"], ("Properties", "LaunchTemplate"))]
    if "LaunchConfigurationName" in data:
        return [Use(data["LaunchConfigurationName"], None, ("Properties", "LaunchConfigurationName"))]
    if not mixed:
        return [by_service((), data, data.get("MixedInstancesPolicy"), mixed)]
    root: Path = ("Properties", "MixedInstancesPolicy", "LaunchTemplate")
    base = member(mixed, "LaunchTemplateSpecification")
    path = (*root, "LaunchTemplateSpecification")
    plain = [item for item in overrides if not any(name in as_map(item) for name in _APART)]
    types = tuple(one for item in plain for one in types_of(item))
    uses = [specified(base, path, types)._replace(types_path=(*root, "Overrides"))] if types else []
    if not overrides or not all(types_of(item) for item in plain):
        uses.append(specified(base, path))
    for index, item in enumerate(overrides):
        if item not in plain:
            uses.append(_apart(base, item, (*root, "Overrides", index)))
    return uses


def _apart(base: Value, override: Mapping[str, Any], path: Path) -> Use:
    """Return an override that launches from another template than ``base``, or from another image than it says."""
    name, image = _APART
    own = override.get(name, base)
    where = (*path, name) if name in override else (*path[:-2], name)
    use = specified(own, where, types_of(override))._replace(types_path=(*path, "InstanceType"))
    return imaged(use, override.get(image), (*path, image))


def distribution_of(data: Mapping[str, Any]) -> tuple[int | Unknown, int | Unknown]:
    """Return how many nodes of a mixed group are on demand first, and of 100 above these.

    Source: EC2 Auto Scaling API, InstancesDistribution: 0 and 100 where nothing is written.
    """
    written = as_map(member(as_map(data.get("MixedInstancesPolicy")), "InstancesDistribution"))
    base = counted(member(written, "OnDemandBaseCapacity"), 0)
    return base, counted(member(written, "OnDemandPercentageAboveBaseCapacity"), 100)


def _purchases(data: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return how the nodes are bought: None is as the launch template says, two are shares."""
    if "MixedInstancesPolicy" not in data:
        return (None,)
    base, percent = distribution_of(data)
    if percent == 100:
        return (None,)
    if isinstance(percent, Unknown) or isinstance(base, Unknown):
        return (percent if isinstance(percent, Unknown) else base,)
    if not base and not percent:
        return ("SPOT",)
    most = as_int(data.get("MaxSize"))
    return (None,) if most and on_demand_share(most, base, percent) >= most else (None, "SPOT")


def on_demand_share(nodes: int, base: int, percent: int) -> int:
    """Return how many of ``nodes`` are on demand: ``base`` of them, and ``percent`` of 100 above; a part is one.

    Source: EC2 Auto Scaling API, InstancesDistribution.
    """
    return min(nodes, base) - (-max(0, nodes - base) * percent // 100)
