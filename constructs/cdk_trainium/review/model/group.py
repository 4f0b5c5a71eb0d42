"""What launches nodes: Auto Scaling groups, managed node groups, compute environments, fleets, instances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...template import Branch, Mixed, Reference, Resource, Truths, Unknown, Value, split
from ..rule import Path
from .values import as_int, as_list, as_map

__all__ = ["GROUP_TYPES", "Group", "Use", "groups_of"]

ASG = "AWS::AutoScaling::AutoScalingGroup"
_ZONES = ("AvailabilityZones", "AvailabilityZoneIds")
_ZONE = ("AvailabilityZone", "AvailabilityZoneId")


@dataclass(frozen=True, slots=True)
class Use:
    """One launch template that a group names, or one description of nodes that the group holds itself."""

    template: Value
    """Reference or name of the launch template; None for what the group describes itself."""
    version: Value
    path: Path
    types: tuple[Value, ...] = ()
    """Instance types that replace the launch template's. Default: - the launch template decides."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Other properties that replace the launch template's; all of them when the group describes the node itself."""
    own: bool = False
    """Whether the group describes the node itself, at ``path``."""
    by_service: bool = False
    """Whether the service makes the node's interfaces, image and disks, and the group only names its type."""
    purchase: Value = None
    """How this share of the group is bought, when it buys in several ways. Default: - `Group.purchase`."""


@dataclass(frozen=True, slots=True)
class Group:
    """One group under one combination of conditions."""

    resource: Resource
    branch: Branch
    kind: str
    """``asg``, ``eks``, ``batch``, ``pcs``, ``fleet``, ``hyperpod`` or ``instance``."""
    uses: tuple[Use, ...]
    subnets: list[Value] = field(default_factory=list)
    subnets_path: Path = ()
    subnets_hidden: bool = False
    """Whether the list of subnets itself is not known, so that there may be several."""
    zones: list[Value] = field(default_factory=list)
    zones_path: Path = ()
    zones_apart: bool = False
    """Whether ``zones`` are of other nodes than ``subnets``, not those of the same."""
    placement_group: Value = None
    placement_path: Path = ()
    reservation: Mapping[str, Any] = field(default_factory=dict)
    purchase: Value = None
    """``SPOT``, ``CAPACITY_BLOCK`` and the like, where the group says it. Default: - the launch template decides."""
    sizes: tuple[Value, Value, Value] = (None, None, None)
    """Minimum, desired, maximum."""
    types: tuple[Value, ...] = ()
    """Instance types that the group itself names. Default: - the launch template decides."""

    @property
    def when(self) -> Truths:
        """Conditions of this branch."""
        return self.branch.when

    @property
    def hidden_size(self) -> Unknown | None:
        """What hides how many nodes it may have. Default: - nothing, or the template says no size."""
        return next((size for size in self.sizes[1:] if isinstance(size, Unknown)), None)

    @property
    def nodes(self) -> int | None:
        """Nodes it may have at most; None when the template does not tell."""
        known = [as_int(size) for size in self.sizes]
        return max((size for size in known if size is not None), default=None)


def _asg(resource: Resource, branch: Branch) -> Group:
    data = branch.properties
    minimum, maximum = data.get("MinSize"), data.get("MaxSize")
    ways = _asg_purchases(data)
    return Group(
        resource,
        branch,
        "asg",
        _shared(_asg_uses(data), ways),
        **_subnets(data, "VPCZoneIdentifier"),
        zones=[item for name in _ZONES for item in as_list(data.get(name))],
        zones_path=("Properties", next((name for name in _ZONES if name in data), _ZONES[0])),
        placement_group=data.get("PlacementGroup"),
        placement_path=("Properties", "PlacementGroup"),
        reservation=as_map(data.get("CapacityReservationSpecification")),
        purchase=ways[0] if len(ways) == 1 else None,
        sizes=(minimum, data.get("DesiredCapacity", minimum), maximum),
    )


def _asg_uses(data: Mapping[str, Any]) -> list[Use]:
    if "LaunchTemplate" in data:
        return [_specification(data["LaunchTemplate"], ("Properties", "LaunchTemplate"))]
    if "LaunchConfigurationName" in data:
        return [Use(data["LaunchConfigurationName"], None, ("Properties", "LaunchConfigurationName"))]
    mixed = as_map(as_map(data.get("MixedInstancesPolicy")).get("LaunchTemplate"))
    root: Path = ("Properties", "MixedInstancesPolicy", "LaunchTemplate")
    if not mixed:
        return []
    base = mixed.get("LaunchTemplateSpecification")
    path = (*root, "LaunchTemplateSpecification")
    overrides = as_list(mixed.get("Overrides"))
    plain = [item for item in overrides if "LaunchTemplateSpecification" not in as_map(item)]
    types = tuple(one for item in plain for one in _types(item))
    uses = [_specification(base, path, types)] if types else []
    if not overrides or not all(_types(item) for item in plain):
        uses.append(_specification(base, path))
    for index, item in enumerate(overrides):
        if item not in plain:
            own = (*root, "Overrides", index, "LaunchTemplateSpecification")
            uses.append(_specification(item["LaunchTemplateSpecification"], own, _types(item)))
    return uses


def _types(override: Value) -> tuple[Value, ...]:
    """Return the types that ``override`` puts in place of the launch template's; an Unknown where EC2 chooses them."""
    if isinstance(override, Unknown):
        return (override,)
    data = as_map(override)
    if "InstanceType" in data:
        return (data["InstanceType"],)
    return (Unknown("InstanceRequirements choose it"),) if "InstanceRequirements" in data else ()


def _asg_purchases(data: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return how ``InstancesDistribution`` buys nodes: None is as the launch template says, two are shares."""
    distribution = as_map(as_map(data.get("MixedInstancesPolicy")).get("InstancesDistribution"))
    base = distribution.get("OnDemandBaseCapacity", 0)
    percent = distribution.get("OnDemandPercentageAboveBaseCapacity", 100)
    hidden = next((item for item in (percent, base) if isinstance(item, Unknown)), None)
    if as_int(percent) == 100:
        return (None,)
    if hidden is not None:
        return (hidden,)
    most = as_int(data.get("MaxSize"))
    if most is not None and (as_int(base) or 0) >= most > 0:
        return (None,)
    return ("SPOT",) if not as_int(base) and not as_int(percent) else (None, "SPOT")


def _shared(uses: Iterable[Use], ways: Sequence[Value]) -> tuple[Use, ...]:
    """Return each of ``uses`` once per way its nodes are bought."""
    if len(ways) < 2:
        return tuple(uses)
    return tuple(replace(use, purchase=way) for use in uses for way in ways)


def _eks(resource: Resource, branch: Branch) -> Group:
    data = branch.properties
    scaling = as_map(data.get("ScalingConfig"))
    types = tuple(as_list(data.get("InstanceTypes")))
    return Group(
        resource,
        branch,
        "eks",
        _one(data.get("LaunchTemplate"), ("Properties", "LaunchTemplate"), types),
        **_subnets(data, "Subnets"),
        purchase=data.get("CapacityType"),
        sizes=(scaling.get("MinSize"), scaling.get("DesiredSize"), scaling.get("MaxSize")),
        types=types,
    )


_CHOICES = ("optimal", "default_x86_64", "default_arm64")
_CHOSEN = Unknown("Batch chooses it")


def _batch(resource: Resource, branch: Branch) -> Group:
    data = as_map(branch.properties.get("ComputeResources"))
    types = tuple(_CHOSEN if item in _CHOICES else item for item in as_list(data.get("InstanceTypes")))
    return Group(
        resource,
        branch,
        "batch",
        _one(data.get("LaunchTemplate"), ("Properties", "ComputeResources", "LaunchTemplate"), types),
        **_subnets(data, "Subnets", "ComputeResources"),
        placement_group=data.get("PlacementGroup"),
        placement_path=("Properties", "ComputeResources", "PlacementGroup"),
        purchase=data.get("Type"),
        types=types,
    )


def _pcs(resource: Resource, branch: Branch) -> Group:
    data = branch.properties
    scaling = as_map(data.get("ScalingConfiguration"))
    types = tuple(as_map(item).get("InstanceType") for item in as_list(data.get("InstanceConfigs")))
    return Group(
        resource,
        branch,
        "pcs",
        _one(data.get("CustomLaunchTemplate"), ("Properties", "CustomLaunchTemplate"), types),
        **_subnets(data, "SubnetIds"),
        purchase=data.get("PurchaseOption"),
        sizes=(scaling.get("MinInstanceCount"), None, scaling.get("MaxInstanceCount")),
        types=types,
    )


def _fleet(resource: Resource, branch: Branch) -> Group:
    target = as_map(branch.properties.get("TargetCapacitySpecification"))
    return _of_fleet(resource, branch, ("Properties",), target)


def _spot_fleet(resource: Resource, branch: Branch) -> Group:
    data = as_map(branch.properties.get("SpotFleetRequestConfigData"))
    target = {
        "TotalTargetCapacity": data.get("TargetCapacity"),
        "OnDemandTargetCapacity": data.get("OnDemandTargetCapacity", 0),
        "DefaultTargetCapacityType": "spot",
    }
    return _of_fleet(resource, branch, ("Properties", "SpotFleetRequestConfigData"), target)


def _fleet_purchases(target: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return how a fleet buys its target capacity; two are shares of it."""
    default = target.get("DefaultTargetCapacityType")
    shares = {"on-demand": target.get("OnDemandTargetCapacity", 0), "spot": target.get("SpotTargetCapacity", 0)}
    hidden = next((item for item in (default, *shares.values()) if isinstance(item, Unknown)), None)
    if hidden is not None:
        return (hidden,)
    sizes = {kind: as_int(size) or 0 for kind, size in shares.items()}
    most = as_int(target.get("TotalTargetCapacity")) or 0
    rest = [default] if sum(sizes.values()) < most or not any(sizes.values()) else []
    return (*rest, *(kind for kind, size in sizes.items() if size and kind not in rest))


def _of_fleet(resource: Resource, branch: Branch, root: Path, target: Mapping[str, Any]) -> Group:
    data = branch.properties if len(root) == 1 else as_map(branch.properties.get(str(root[1])))
    ways, total = _fleet_purchases(target), target.get("TotalTargetCapacity")
    own = [Use(None, None, path, (), item, own=True) for path, item in _entries(data, root, "LaunchSpecifications")]
    written = [item["SubnetId"] for item in _places(data) if "SubnetId" in item]
    where = (*root, "LaunchSpecifications" if own else "LaunchTemplateConfigs")
    return Group(
        resource,
        branch,
        "fleet",
        _shared([*_fleet_uses(data, root), *own], ways),
        [part for value in written for part in as_list(_cut(value))],
        where,
        any(_may_be_several(value) for value in written),
        zones=[zone for item in _places(data) if "SubnetId" not in item for zone in _zones_of(item)],
        zones_path=where,
        zones_apart=True,
        purchase=ways[0] if len(ways) == 1 else None,
        sizes=(total, total, total),
    )


def _entries(data: Mapping[str, Any], root: Path, name: str) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    for index, item in enumerate(as_list(data.get(name))):
        yield (*root, name, index), as_map(item)


def _fleet_uses(data: Mapping[str, Any], root: Path) -> Iterator[Use]:
    """Yield one use per override: each may replace what the launch template says of the node."""
    for path, item in _entries(data, root, "LaunchTemplateConfigs"):
        template, where = item.get("LaunchTemplateSpecification"), (*path, "LaunchTemplateSpecification")
        for override in as_list(item.get("Overrides")) or [{}]:
            replaced = {name: value for name, value in as_map(override).items() if name not in _OF_FLEET}
            yield replace(_specification(template, where, _types(override)), data=replaced)


def _places(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return what names subnets and zones of a fleet: overrides and launch specifications."""
    configs = [as_map(item) for item in as_list(data.get("LaunchTemplateConfigs"))]
    overrides = [as_map(item) for config in configs for item in as_list(config.get("Overrides"))]
    return overrides + [as_map(item) for item in as_list(data.get("LaunchSpecifications"))]


_OF_FLEET = {
    *("InstanceType", "InstanceRequirements", "SubnetId", "AvailabilityZone", "AvailabilityZoneId"),
    *("MaxPrice", "SpotPrice", "Priority", "WeightedCapacity"),
}
"""What an override says to the fleet; all else replaces what the launch template says of the node."""


def _zones_of(item: Mapping[str, Any]) -> list[Value]:
    """Return the zones that an override or a launch specification names; a spot fleet takes several with commas."""
    written = [data[name] for data in (item, as_map(item.get("Placement"))) for name in _ZONE if name in data]
    return [part for value in written for part in as_list(_cut(value))]


def _hyperpod(resource: Resource, branch: Branch) -> Group:
    names = ("InstanceGroups", "RestrictedInstanceGroups")
    parts = [one for name in names for one in _entries(branch.properties, ("Properties",), name)]
    counts = [part.get("InstanceCount") for _, part in parts]
    hidden = next((count for count in counts if isinstance(count, Unknown)), None)
    total = sum(as_int(count) or 0 for count in counts) if hidden is None else hidden
    vpcs = [as_map(part.get("OverrideVpcConfig", branch.properties.get("VpcConfig"))) for _, part in parts]
    return Group(
        resource,
        branch,
        "hyperpod",
        tuple(_hyperpod_use(path, part) for path, part in parts),
        [subnet for vpc in vpcs for subnet in as_list(vpc.get("Subnets"))],
        ("Properties", "VpcConfig", "Subnets"),
        any(_may_be_several(vpc.get("Subnets")) for vpc in vpcs),
        sizes=(total, total, total),
    )


def _hyperpod_use(path: Path, part: Mapping[str, Any]) -> Use:
    """Return one instance group: its types are those of EC2 behind ``ml.``."""
    chosen = as_list(as_map(part.get("InstanceRequirements")).get("InstanceTypes"))
    types = as_list(part.get("InstanceType")) or chosen
    spot = "Spot" in as_map(part.get("CapacityRequirements"))
    names = tuple(item.removeprefix("ml.") if isinstance(item, str) else item for item in types)
    return Use(None, None, path, names, own=True, by_service=True, purchase="SPOT" if spot else None)


def _instance(resource: Resource, branch: Branch) -> Group:
    data = branch.properties
    types = (data["InstanceType"],) if "InstanceType" in data else ()
    own = Use(None, None, ("Properties",), (), data, own=True)
    return Group(
        resource,
        branch,
        "instance",
        _one(data.get("LaunchTemplate"), ("Properties", "LaunchTemplate"), types) or (own,),
        subnets=as_list(data.get("SubnetId")),
        subnets_path=("Properties", "SubnetId"),
        zones=as_list(data.get("AvailabilityZone")),
        zones_path=("Properties", "AvailabilityZone"),
        placement_group=data.get("PlacementGroupName"),
        placement_path=("Properties", "PlacementGroupName"),
        sizes=(1, 1, 1),
    )


def _subnets(data: Mapping[str, Any], name: str, *above: str) -> dict[str, Any]:
    value = data.get(name)
    path: Path = ("Properties", *above, name)
    # Some write the list as one string; Auto Scaling itself keeps it as one, with commas.
    subnets = [item for part in as_list(value) for item in as_list(_cut(part))]
    return {"subnets": subnets, "subnets_path": path, "subnets_hidden": _may_be_several(value)}


def _may_be_several(value: Value) -> bool:
    """Return whether ``value``, which is no list, may be one: what a nested stack puts out, too."""
    output = isinstance(value, Reference) and value.attribute.startswith("Outputs.")
    return output or isinstance(value, Unknown)


def _cut(value: Value) -> Value:
    parts = split(",", value) if isinstance(value, str | Mixed) else value
    return [part.strip() if isinstance(part, str) else part for part in parts] if isinstance(parts, list) else parts


def _one(value: Value, path: Path, types: tuple[Value, ...]) -> tuple[Use, ...]:
    return () if value is None else (_specification(value, path, types),)


def _specification(value: Value, path: Path, types: tuple[Value, ...] = ()) -> Use:
    data = as_map(value)
    names = ("LaunchTemplateId", "Id", "TemplateId", "LaunchTemplateName", "Name")
    template = next((data[name] for name in names if name in data), None)
    return Use(template, data.get("Version"), path, types)


GROUP_TYPES = {
    ASG: _asg,
    "AWS::EKS::Nodegroup": _eks,
    "AWS::Batch::ComputeEnvironment": _batch,
    "AWS::PCS::ComputeNodeGroup": _pcs,
    "AWS::EC2::EC2Fleet": _fleet,
    "AWS::EC2::SpotFleet": _spot_fleet,
    "AWS::SageMaker::Cluster": _hyperpod,
    "AWS::EC2::Instance": _instance,
}


def groups_of(resource: Resource) -> tuple[Group, ...]:
    """Return ``resource`` as groups, one per branch; nothing when it launches no nodes."""
    reader = GROUP_TYPES.get(resource.type)
    return () if reader is None else tuple(reader(resource, branch) for branch in resource.branches)
