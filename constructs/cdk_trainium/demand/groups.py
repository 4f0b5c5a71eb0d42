"""The resources that launch nodes, and the groups that each asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..catalog import Catalog
from ..template import Branch, Reference, Resource, Template, Value
from .batch import listed_types, worst_cases
from .launch import capacity_of, group_fields, launch_data
from .model import Capacity, Group
from .reading import Notes, by_default, dig, items, mapping, references
from .shares import shares

__all__ = ["group_name", "groups_of"]

SPOT_FLEET = "AWS::EC2::SpotFleet"
_ZONE = "AvailabilityZone"


class _Reader:
    """Reads the groups of all templates; launch templates are found by reference, also across stacks."""

    def __init__(self, templates: Mapping[str, Template], catalog: Catalog, notes: Notes) -> None:
        self.templates, self.catalog, self.notes = templates, catalog, notes
        self.used: set[tuple[str, str]] = set()
        """Launch templates that something of the plan launches from."""

    def resource(self, reference: Value) -> Resource | None:
        """Return the resource that a reference names, None for anything else."""
        if not isinstance(reference, Reference) or reference.template not in self.templates:
            return None
        return self.templates[reference.template].resources.get(reference.logical_id)

    def template_fields(self, owner: Resource, specification: Value) -> dict[str, Any]:
        """Return the group members of the launch template that ``specification`` names."""
        parts = mapping(specification)
        names = ("LaunchTemplateId", "LaunchTemplateName", "Id", "Name", "TemplateId")
        named = next((parts[key] for key in names if key in parts), None)
        found = self.resource(named)
        branch = by_default(found, self.notes) if found is not None else None
        if found is None or branch is None:
            if specification is not None:
                self.notes.add(owner, "the launch template", "is not part of the plan")
            return {}
        self.used.add((found.template.key, found.id))
        return group_fields(found, mapping(branch.properties.get("LaunchTemplateData")), self.notes)

    def place(self, owner: Resource, subnets: Value) -> dict[str, Any]:
        """Return the members about subnets: those that exist, those that the plan creates, and their VPC."""
        made = [found for one in references(subnets) if (found := self.resource(one)) is not None]
        written = [mapping(branch.properties) for one in made for branch in one.branches[:1]]
        return {
            "subnet_ids": self.notes.ids(owner, "subnets", subnets),
            "new_subnets": tuple(group_name(one) for one in made),
            "vpc": next((self._vpc(one.get("VpcId")) for one in written), ""),
            "zone": next((zone for one in written if isinstance(zone := one.get("AvailabilityZone"), str)), ""),
            "zone_id": next((zone for one in written if isinstance(zone := one.get("AvailabilityZoneId"), str)), ""),
        }

    def _vpc(self, value: Value) -> str:
        found = self.resource(value)
        return group_name(found) if found is not None else value if isinstance(value, str) else ""


def groups_of(templates: Mapping[str, Template], catalog: Catalog, notes: Notes) -> Iterator[Group]:
    """Yield the groups that every resource of ``templates`` asks for under the parameters' defaults."""
    reader = _Reader(templates, catalog, notes)
    for template in templates.values():
        for kind, read in _READERS.items():
            for resource in template.by_type.get(kind, ()):
                branch = by_default(resource, notes)
                if branch is not None:
                    yield from (_group(resource, template, fields) for fields in read(reader, resource, branch))
    yield from _unused(reader)


def _unused(reader: _Reader) -> Iterator[Group]:
    """Yield launch templates that nothing of the plan launches from, with 0 nodes: their data are still judged."""
    for template in reader.templates.values():
        for resource in template.by_type.get("AWS::EC2::LaunchTemplate", ()):
            branch = by_default(resource, reader.notes)
            if branch is not None and (template.key, resource.id) not in reader.used:
                reader.notes.add(resource, "the node count", "nothing of the plan launches from this launch template")
                fields = group_fields(resource, mapping(branch.properties.get("LaunchTemplateData")), reader.notes)
                yield _group(resource, template, {**fields, "count": 0})


def group_name(resource: Resource) -> str:
    """Return the construct path of ``resource`` without its last part, else template and logical id."""
    path = resource.construct_path.removesuffix("/Resource")
    return path or f"{resource.template.key}/{resource.id}"


def _group(resource: Resource, template: Template, fields: dict[str, Any]) -> Group:
    chosen = {key: value for key, value in fields.items() if value not in (None, "", ())}
    return Group(
        name=group_name(resource),
        where=resource.construct_path or resource.id,
        stack=template.environment.stack,
        count=chosen.pop("count", None),
        **chosen,
    )


def _instance(reader: _Reader, resource: Resource, branch: Branch) -> Iterator[dict[str, Any]]:
    own = group_fields(resource, branch.properties, reader.notes)
    base = reader.template_fields(resource, branch.properties.get("LaunchTemplate"))
    interfaces = "NetworkInterfaces" in branch.properties or not base
    merged = {**base, **{key: value for key, value in own.items() if value and (key != "interfaces" or interfaces)}}
    if own["capacity"] == Capacity() and base:
        merged["capacity"], merged["launch"] = base["capacity"], base["launch"]
    yield {**merged, **_placed(reader.place(resource, branch.properties.get("SubnetId"))), "count": 1}


def _placed(place: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in place.items() if value}


def _auto_scaling(reader: _Reader, resource: Resource, branch: Branch) -> Iterator[dict[str, Any]]:
    properties, notes = branch.properties, reader.notes
    mixed = mapping(dig(properties, "MixedInstancesPolicy", "LaunchTemplate"))
    specification = properties.get("LaunchTemplate") or mixed.get("LaunchTemplateSpecification")
    base = reader.template_fields(resource, specification)
    overrides = [mapping(one) for one in items(mixed.get("Overrides"))]
    for one in overrides:
        reader.template_fields(resource, one.get("LaunchTemplateSpecification"))
    _weighed(resource, overrides, properties.get("DesiredCapacityType"), notes)
    placement = properties.get("PlacementGroup")
    fields = {
        **base,
        **_chosen(resource, [(base, one) for one in overrides], "the group", notes),
        **_placed(reader.place(resource, properties.get("VPCZoneIdentifier"))),
        **_own_capacity(resource, properties, base, notes),
        **({"placement_group": _name(resource, placement, notes)} if placement is not None else {}),
        **_placed({"zone": _first(properties.get("AvailabilityZones"))}),
        **_sizes(resource, branch, notes),
    }
    yield from _distributed(resource, fields, dig(properties, "MixedInstancesPolicy", "InstancesDistribution"), notes)


def _sizes(resource: Resource, branch: Branch, notes: Notes) -> dict[str, Any]:
    properties = branch.properties
    most = notes.number(resource, "MaxSize", properties.get("MaxSize"))
    least = notes.number(resource, "MinSize", properties.get("MinSize"), 0)
    desired = notes.number(resource, "DesiredCapacity", properties.get("DesiredCapacity"), least)
    return {"count": most, "least": least, "desired": desired, "surge": _surge(resource, branch, most or 0, notes)}


def _chosen(
    resource: Resource, offers: Sequence[tuple[Mapping[str, Any], Mapping[str, Value]]], who: str, notes: Notes
) -> dict[str, Any]:
    """Return the type that the first of ``offers`` (launch template, override) says; a note when ``who`` chooses."""
    if any("InstanceType" not in one and "InstanceRequirements" in one for _, one in offers):
        notes.add(resource, "the instance type", "InstanceRequirements choose it")
        return {"instance_type": ""}
    named = [
        notes.text(resource, "InstanceType", one["InstanceType"])
        if "InstanceType" in one
        else base.get("instance_type")
        for base, one in offers
    ]
    if len(set(named)) > 1:
        listed = ", ".join(dict.fromkeys(name for name in named if name))
        notes.add(resource, "the instance type", f"{who} chooses among several: {listed}")
    return {"instance_type": named[0] or ""} if named else {}


def _weighed(resource: Resource, offers: Iterable[Mapping[str, Value]], unit: Value, notes: Notes) -> None:
    """Note that a capacity is not counted in nodes: each node then counts as one or more, so it is a bound."""
    weights = any("WeightedCapacity" in one for one in offers)
    name = notes.text(resource, "the unit of the capacity", unit) or "units"
    if weights or name != "units":
        what = "WeightedCapacity" if weights else name
        notes.add(resource, "the node count", f"the capacity is counted by {what}; judged at most", judged=True)


def _distributed(
    resource: Resource, fields: dict[str, Any], distribution: Value, notes: Notes
) -> Iterator[dict[str, Any]]:
    """Yield the on-demand and the spot share of a group; ``fields`` alone where all is on demand."""
    written = mapping(distribution)
    base, percent = (
        notes.number(resource, name, written.get(name), default)
        for name, default in (("OnDemandBaseCapacity", 0), ("OnDemandPercentageAboveBaseCapacity", 100))
    )
    if base is None or percent is None or percent >= 100:
        yield fields
        return
    on_demand, spot = shares(fields, base, percent)
    if on_demand is not None:
        yield {**fields, **on_demand}
    if spot is not None:
        yield {**fields, **spot, "capacity": Capacity(kind="spot")}


def _first(value: Value) -> str:
    return next((one for one in items(value) if isinstance(one, str)), "")


def _name(resource: Resource, value: Value, notes: Notes) -> str:
    return f"new:{value.logical_id}" if isinstance(value, Reference) else notes.text(resource, "PlacementGroup", value)


def _own_capacity(
    resource: Resource, properties: Mapping[str, Value], base: dict[str, Any], notes: Notes
) -> dict[str, Any]:
    """A reservation on the Auto Scaling group itself: identical groups share one launch template."""
    if "CapacityReservationSpecification" not in properties:
        return {}
    launch = launch_data(resource, properties, notes)
    before = base.get("launch")
    market = before.market_type if before else ""
    return {
        "capacity": capacity_of(resource, {**properties, "InstanceMarketOptions": {"MarketType": market}}, notes),
        "launch": launch.model_copy(update={"market_type": market}),
    }


def _surge(resource: Resource, branch: Branch, most: int, notes: Notes) -> int:
    if notes.flag(resource, "WillReplace", dig(branch.update_policy, "AutoScalingReplacingUpdate", "WillReplace")):
        return most
    percent = dig(branch.properties, "InstanceMaintenancePolicy", "MaxHealthyPercentage")
    cleared = percent in (-1, "-1")  # which takes the policy away
    above = (notes.number(resource, "MaxHealthyPercentage", None if cleared else percent, 100) or 0) - 100
    return -(-most * max(0, above) // 100)


def _bought(resource: Resource, base: Mapping[str, Any], what: str, value: Value, notes: Notes) -> Capacity:
    """Return the capacity of the launch template, of the kind that ``value``, the property ``what``, says."""
    kind = {"SPOT": "spot", "CAPACITY_BLOCK": "block"}.get(notes.text(resource, what, value), "")
    before: Capacity = base.get("capacity", Capacity())
    return before.model_copy(update={"kind": kind}) if kind else before


def _node_group(reader: _Reader, resource: Resource, branch: Branch) -> Iterator[dict[str, Any]]:
    properties, notes = branch.properties, reader.notes
    types = items(properties.get("InstanceTypes"))
    base = reader.template_fields(resource, properties.get("LaunchTemplate"))
    bought = _bought(resource, base, "CapacityType", properties.get("CapacityType"), notes)
    unavailable = notes.number(resource, "MaxUnavailable", dig(properties, "UpdateConfig", "MaxUnavailable"), 1)
    zones = max(1, len(items(properties.get("Subnets"))))
    # EKS grows the group while it updates: by twice its zones, or by MaxUnavailable; a block cannot grow.
    surge = 0 if bought.kind == "block" else max(2 * zones, unavailable or 1)
    yield {
        **base,
        **_chosen(resource, [(base, {"InstanceType": one}) for one in types], "the node group", notes),
        **_placed(reader.place(resource, properties.get("Subnets"))),
        "capacity": bought,
        "count": notes.number(resource, "MaxSize", dig(properties, "ScalingConfig", "MaxSize")),
        "desired": notes.number(resource, "DesiredSize", dig(properties, "ScalingConfig", "DesiredSize"), 1),
        "surge": surge,
        "eks_node_group": True,
    }


def _batch(reader: _Reader, resource: Resource, branch: Branch) -> Iterator[dict[str, Any]]:
    compute, notes = mapping(branch.properties.get("ComputeResources")), reader.notes
    kind = notes.text(resource, "Type", compute.get("Type"))
    if kind.startswith("FARGATE") or not compute:
        return
    placement = compute.get("PlacementGroup")
    base = {
        **reader.template_fields(resource, compute.get("LaunchTemplate")),
        **_placed(reader.place(resource, compute.get("Subnets"))),
        **({"placement_group": _name(resource, placement, notes)} if placement is not None else {}),
        "capacity": Capacity(kind="spot") if kind == "SPOT" else Capacity(),
    }
    total = notes.number(resource, "MaxvCpus", compute.get("MaxvCpus"))
    for instance_type, count in _batch_nodes(reader, resource, compute, total).items():
        yield {**base, "instance_type": instance_type, "count": count}


def _batch_nodes(
    reader: _Reader, resource: Resource, compute: Mapping[str, Value], total: int | None
) -> Mapping[str, int | None]:
    """Return type -> nodes at most; of several types the worst case, with a note that says so."""
    written = [one for one in items(compute.get("InstanceTypes")) if isinstance(one, str)]
    types = listed_types(written, reader.catalog)
    info = reader.catalog.find(types[0]) if types and len(types) == 1 else None
    if info is not None and types and info.vcpus:
        return {types[0]: None if total is None else total // info.vcpus}
    if types and total is None:
        return dict.fromkeys(types[:1])
    worst = worst_cases(types, total, reader.catalog) if types and total is not None else None
    if worst is None:
        reader.notes.add(resource, "InstanceTypes", "Batch chooses among types that the catalog does not know")
        return {}
    bound = ", ".join(f"{count} x {name}" for name, count in worst.items())
    why = f"Batch chooses among {', '.join(types or ())}; counted at most, as if it took {bound}"
    reader.notes.add(resource, "InstanceTypes", why, judged=True)
    return worst


def _fleet(reader: _Reader, resource: Resource, branch: Branch) -> Iterator[dict[str, Any]]:
    inner = mapping(branch.properties.get("SpotFleetRequestConfigData")) or branch.properties
    offers = list(_offers(reader, resource, inner))
    base = offers[0][0] if offers else {}
    unit = dig(inner, "TargetCapacitySpecification", "TargetCapacityUnitType") or inner.get("TargetCapacityUnitType")
    _weighed(resource, [one for _, one in offers], unit, reader.notes)
    places = [part for _, one in offers for part in _subnets(one.get("SubnetId"))]
    fields = {
        **base,
        **_chosen(resource, offers, "the fleet", reader.notes),
        **_placed(reader.place(resource, places)),
        **_placed({"zone": next((zone for _, one in offers if isinstance(zone := one.get(_ZONE), str)), "")}),
    }
    for kind, count in _fleet_shares(resource, inner, reader.notes):
        before: Capacity = base.get("capacity", Capacity())
        bought = {"spot": Capacity(kind="spot"), "block": before.model_copy(update={"kind": "block"})}
        yield {**fields, "capacity": bought.get(kind, before), "count": count}


def _offers(
    reader: _Reader, resource: Resource, data: Mapping[str, Value]
) -> Iterator[tuple[dict[str, Any], Mapping[str, Value]]]:
    """Yield what a fleet chooses among: the members of a launch template with each override, and specifications."""
    for config in map(mapping, items(data.get("LaunchTemplateConfigs"))):
        base = reader.template_fields(resource, config.get("LaunchTemplateSpecification"))
        for override in items(config.get("Overrides")) or [{}]:
            yield base, mapping(override)
    for one in map(mapping, items(data.get("LaunchSpecifications"))):
        yield group_fields(resource, one, reader.notes), one


def _subnets(value: Value) -> list[Value]:
    """Return the subnets of one override, which takes several with commas."""
    if value is None:
        return []
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else [value]


def _fleet_shares(resource: Resource, data: Mapping[str, Value], notes: Notes) -> list[tuple[str, int | None]]:
    """Return how a fleet buys its target capacity, and how much so."""
    target = mapping(data.get("TargetCapacitySpecification")) or data
    total = notes.number(resource, "target capacity", target.get("TotalTargetCapacity", target.get("TargetCapacity")))
    written = "spot" if resource.type == SPOT_FLEET else target.get("DefaultTargetCapacityType")
    default = notes.text(resource, "DefaultTargetCapacityType", written)
    on_demand, spot = (
        notes.number(resource, name, target.get(name), 0) or 0
        for name in ("OnDemandTargetCapacity", "SpotTargetCapacity")
    )
    rest = None if total is None else max(0, total - on_demand - spot)
    kind = "block" if default == "capacity-block" else default
    listed: list[tuple[str, int | None]] = [(kind, rest), ("on-demand", on_demand), ("spot", spot)]
    return [share for share in listed if share[1] != 0] or [(kind, rest)]


def _pcs(reader: _Reader, resource: Resource, branch: Branch) -> Iterator[dict[str, Any]]:
    properties = branch.properties
    configs = [mapping(one) for one in items(properties.get("InstanceConfigs"))]
    base = reader.template_fields(resource, properties.get("CustomLaunchTemplate"))
    bought = _bought(resource, base, "PurchaseOption", properties.get("PurchaseOption"), reader.notes)
    most = dig(properties, "ScalingConfiguration", "MaxInstanceCount")
    yield {
        **base,
        **_chosen(resource, [(base, one) for one in configs], "the node group", reader.notes),
        **_placed(reader.place(resource, properties.get("SubnetIds"))),
        "capacity": bought,
        "count": reader.notes.number(resource, "MaxInstanceCount", most),
    }


_READERS: dict[str, Callable[[_Reader, Resource, Branch], Iterator[dict[str, Any]]]] = {
    "AWS::EC2::Instance": _instance,
    "AWS::AutoScaling::AutoScalingGroup": _auto_scaling,
    "AWS::EC2::EC2Fleet": _fleet,
    SPOT_FLEET: _fleet,
    "AWS::EKS::Nodegroup": _node_group,
    "AWS::Batch::ComputeEnvironment": _batch,
    "AWS::PCS::ComputeNodeGroup": _pcs,
}
