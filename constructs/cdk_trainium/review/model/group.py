"""What launches nodes: Auto Scaling groups, managed node groups, compute environments, fleets, instances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...template import Branch, Mixed, Reference, Resource, Truths, Unknown, Value, split
from ..rule import Path
from .values import as_int, as_list, as_map

__all__ = ["GROUP_TYPES", "Group", "Use", "groups_of"]

ASG = "AWS::AutoScaling::AutoScalingGroup"


@dataclass(frozen=True, slots=True)
class Use:
    """One launch template that a group names."""

    template: Value
    """Reference or name of the launch template."""
    version: Value
    path: Path
    types: tuple[Value, ...] = ()
    """Instance types that replace the launch template's. Default: - the launch template decides."""


@dataclass(frozen=True, slots=True)
class Group:
    """One group under one combination of conditions."""

    resource: Resource
    branch: Branch
    kind: str
    """``asg``, ``eks``, ``batch``, ``pcs``, ``fleet`` or ``instance``."""
    uses: tuple[Use, ...]
    subnets: list[Value] = field(default_factory=list)
    subnets_path: Path = ()
    subnets_hidden: bool = False
    """Whether the list of subnets itself is not known, so that there may be several."""
    zones: list[Value] = field(default_factory=list)
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
    return Group(
        resource,
        branch,
        "asg",
        tuple(_asg_uses(data)),
        **_subnets(data, "VPCZoneIdentifier"),
        zones=[*as_list(data.get("AvailabilityZones")), *as_list(data.get("AvailabilityZoneIds"))],
        placement_group=data.get("PlacementGroup"),
        placement_path=("Properties", "PlacementGroup"),
        reservation=as_map(data.get("CapacityReservationSpecification")),
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
    overrides = [as_map(item) for item in as_list(mixed.get("Overrides"))]
    plain = tuple(
        item["InstanceType"]
        for item in overrides
        if "LaunchTemplateSpecification" not in item and "InstanceType" in item
    )
    uses = [_specification(base, path, plain)] if plain or not overrides else []
    for index, item in enumerate(overrides):
        if "LaunchTemplateSpecification" in item:
            own = (*root, "Overrides", index, "LaunchTemplateSpecification")
            types = (item["InstanceType"],) if "InstanceType" in item else ()
            uses.append(_specification(item["LaunchTemplateSpecification"], own, types))
    return uses


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


def _batch(resource: Resource, branch: Branch) -> Group:
    data = as_map(branch.properties.get("ComputeResources"))
    types = tuple(item for item in as_list(data.get("InstanceTypes")) if item != "optimal")
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
    data = branch.properties
    uses: list[Use] = []
    subnets: list[Value] = []
    for index, item in enumerate(as_list(data.get("LaunchTemplateConfigs"))):
        overrides = [as_map(entry) for entry in as_list(as_map(item).get("Overrides"))]
        types = tuple(entry["InstanceType"] for entry in overrides if "InstanceType" in entry)
        subnets += [entry["SubnetId"] for entry in overrides if "SubnetId" in entry]
        path: Path = ("Properties", "LaunchTemplateConfigs", index, "LaunchTemplateSpecification")
        uses.append(_specification(as_map(item).get("LaunchTemplateSpecification"), path, types))
    target = as_map(data.get("TargetCapacitySpecification"))
    total = target.get("TotalTargetCapacity")
    purchase = target.get("DefaultTargetCapacityType")
    return Group(resource, branch, "fleet", tuple(uses), subnets, purchase=purchase, sizes=(total, total, total))


def _instance(resource: Resource, branch: Branch) -> Group:
    data = branch.properties
    types = (data["InstanceType"],) if "InstanceType" in data else ()
    return Group(
        resource,
        branch,
        "instance",
        _one(data.get("LaunchTemplate"), ("Properties", "LaunchTemplate"), types),
        subnets=as_list(data.get("SubnetId")),
        subnets_path=("Properties", "SubnetId"),
        zones=as_list(data.get("AvailabilityZone")),
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
    return split(",", value) if isinstance(value, str | Mixed) else value


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
    "AWS::EC2::Instance": _instance,
}


def groups_of(resource: Resource) -> tuple[Group, ...]:
    """Return ``resource`` as groups, one per branch; nothing when it launches no nodes."""
    reader = GROUP_TYPES.get(resource.type)
    return () if reader is None else tuple(reader(resource, branch) for branch in resource.branches)
