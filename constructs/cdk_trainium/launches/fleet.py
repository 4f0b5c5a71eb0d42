"""EC2 fleets and spot fleets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..template import Branch, Resource, Unknown, Value
from ..template.values import member
from .group import Group, Path, Share, Use
from .named import by_service, cut, may_be_several, specified, types_of, unit_of
from .values import as_list, as_map, counted

__all__ = ["ec2_fleet", "spot_fleet"]

_ZONE = ("AvailabilityZone", "AvailabilityZoneId")
_DEFAULT: Path = ("Properties", "TargetCapacitySpecification", "DefaultTargetCapacityType")
_TOTAL: Path = ("Properties", "TargetCapacitySpecification", "TotalTargetCapacity")
_OF_FLEET = {
    *("InstanceType", "InstanceRequirements", "SubnetId", *_ZONE),
    *("MaxPrice", "SpotPrice", "Priority", "WeightedCapacity"),
}
"""What an override says to the fleet; all else replaces what the launch template says of the node."""


def ec2_fleet(resource: Resource, branch: Branch) -> Group:
    """Return an EC2 fleet.

    Source: EC2 API, CreateFleet.
    """
    target = as_map(member(branch.properties, "TargetCapacitySpecification"))
    return _fleet(resource, branch, ("Properties",), target)


def spot_fleet(resource: Resource, branch: Branch) -> Group:
    """Return a spot fleet: spot, but for what ``OnDemandTargetCapacity`` says.

    Source: EC2 API, RequestSpotFleet.
    """
    data = as_map(branch.properties.get("SpotFleetRequestConfigData"))
    target = {
        "TotalTargetCapacity": member(data, "TargetCapacity"),
        "OnDemandTargetCapacity": member(data, "OnDemandTargetCapacity"),
        "DefaultTargetCapacityType": "spot",
        "TargetCapacityUnitType": data.get("TargetCapacityUnitType"),
    }
    return _fleet(resource, branch, ("Properties", "SpotFleetRequestConfigData"), target)


def _fleet(resource: Resource, branch: Branch, root: Path, target: Mapping[str, Any]) -> Group:
    data = branch.properties if len(root) == 1 else as_map(branch.properties.get(str(root[1])))
    shares, total = _shares(target), member(target, "TotalTargetCapacity")
    ways = [share.purchase for share in shares]
    own = [_own(path, item) for path, item in _entries(data, root, "LaunchSpecifications")]
    places = _places(data)
    written = [item["SubnetId"] for item in places if "SubnetId" in item]
    where = (*root, "LaunchSpecifications" if own else "LaunchTemplateConfigs")
    return Group(
        resource,
        branch,
        "fleet",
        (*_uses(data, root), *own) or (by_service((), branch.properties, data),),
        [subnet for item in places for subnet in _subnets_of(item)],
        where,
        any(may_be_several(value) for value in written),
        zones=[zone for item in places if "SubnetId" not in item for zone in _zones_of(item)],
        zones_path=where,
        zones_apart=True,
        one_zone=_one_zone(data, shares) if len(root) == 1 else False,
        purchase=ways[0] if len(ways) == 1 else None,
        purchase_path=_DEFAULT if len(root) == 1 else (),
        shares=shares,
        sizes=(total, total, total),
        sizes_path=_TOTAL if len(root) == 1 else (*root, "TargetCapacity"),
        unit=unit_of(places, target.get("TargetCapacityUnitType")),
    )


def _shares(target: Mapping[str, Any]) -> tuple[Share, ...]:
    """Return how a fleet buys its target capacity; a hidden part of it hides how all of it is bought."""
    default, total = member(target, "DefaultTargetCapacityType"), member(target, "TotalTargetCapacity")
    kinds = {"on-demand": "OnDemandTargetCapacity", "spot": "SpotTargetCapacity"}
    parts = {kind: counted(member(target, name), 0) for kind, name in kinds.items()}
    hidden = next((item for item in (default, *parts.values()) if isinstance(item, Unknown)), None)
    if hidden is not None:
        return (Share(hidden, total),)
    said = {kind: size for kind, size in parts.items() if isinstance(size, int) and size}
    most = counted(total, 0)
    left = most if isinstance(most, Unknown) else max(0, most - sum(said.values()))
    rest = [] if left == 0 and said else [Share(default, left if total is not None else None)]
    return (*rest, *(Share(kind, size) for kind, size in said.items()))


def _one_zone(data: Mapping[str, Any], shares: Sequence[Share]) -> Value:
    """Return whether EC2 launches the whole fleet into one zone; which one a second share takes is not documented.

    Source: EC2 API, CreateFleet: ``SingleAvailabilityZone`` of fleets of type ``instant``.
    """
    options = {"spot": "SpotOptions", "on-demand": "OnDemandOptions"}
    ways = [share.purchase for share in shares]
    name = options.get(ways[0], "") if len(ways) == 1 and isinstance(ways[0], str) else ""
    wanted = as_map(data.get(name)).get("SingleAvailabilityZone", False)
    kind = member(data, "Type") or "maintain"
    hidden = next((value for value in (kind, wanted) if isinstance(value, Unknown)), None)
    if wanted is False or (hidden is not kind and kind != "instant"):
        return False
    return hidden or str(wanted).lower() == "true"


def _entries(data: Mapping[str, Any], root: Path, name: str) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    for index, item in enumerate(as_list(data.get(name))):
        yield (*root, name, index), as_map(item)


def _own(path: Path, item: Mapping[str, Any]) -> Use:
    """Return what a launch specification describes."""
    return Use(None, None, path, (), item, own=True, subnets=_subnets_of(item), zones=_zones_of(item))


def _uses(data: Mapping[str, Any], root: Path) -> Iterator[Use]:
    """Yield one use per override: each may replace what the launch template says of the node."""
    for path, item in _entries(data, root, "LaunchTemplateConfigs"):
        template, where = member(item, "LaunchTemplateSpecification"), (*path, "LaunchTemplateSpecification")
        for index, override in enumerate(as_list(item.get("Overrides")) or [{}]):
            place = as_map(override)
            replaced = {name: value for name, value in place.items() if name not in _OF_FLEET}
            at: Path = (*path, "Overrides", index)
            use = specified(template, where, types_of(override))._replace(types_path=(*at, "InstanceType"))
            places = {name: (*at, name) for name in replaced}
            yield use._replace(data=replaced, places=places, subnets=_subnets_of(place), zones=_zones_of(place))


def _places(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return what names subnets and zones of a fleet: overrides and launch specifications."""
    configs = [as_map(item) for item in as_list(data.get("LaunchTemplateConfigs"))]
    overrides = [as_map(item) for config in configs for item in as_list(config.get("Overrides"))]
    return overrides + [as_map(item) for item in as_list(data.get("LaunchSpecifications"))]


def _subnets_of(item: Mapping[str, Any]) -> list[Value]:
    """Return the subnets that an override or a launch specification names; a spot fleet takes several with commas."""
    return as_list(cut(item.get("SubnetId")))


def _zones_of(item: Mapping[str, Any]) -> list[Value]:
    """Return the zones that an override or a launch specification names; a spot fleet takes several with commas."""
    written = [data[name] for data in (item, as_map(item.get("Placement"))) for name in _ZONE if name in data]
    return [part for value in written for part in as_list(cut(value))]
