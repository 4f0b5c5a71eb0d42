"""All templates of one review, with the links between their resources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...catalog import Catalog
from ...constraints.zones import region_of_zone
from ...launches import Group, launch_template
from ...template import Branch, Reference, Resource, Template, Truths, Unknown, Value
from .address_need import Need
from .attached import Attached
from .case import Cases
from .handed import Handed
from .launch import Launch
from .linked import Linked, linked_sets
from .routes import Routes
from .rule_makers import RuleMakers
from .schema import schema
from .security_group import SecurityGroups
from .targets import RESERVATION, Targets, targets_of
from .values import macro_in, same_resource, shown
from .vpcs import Vpcs

__all__ = ["World"]

SUBNET = "AWS::EC2::Subnet"
_MOST_STEPS = 16


class World:
    """What the rules see: launches, groups, security groups, subnets, placement groups of all templates."""

    def __init__(self, templates: Sequence[Template], catalog: Catalog, blocks: Iterable[str] = ()) -> None:
        """Index ``templates``; ``blocks`` are reservation ids that the caller knows to be Capacity Blocks."""
        self.templates = templates
        self.catalog = catalog
        self.blocks = frozenset(blocks)
        for template in templates:
            if template.has_macros:
                template.shapes = schema().types
        self.cases = Cases(templates)
        self.by_key = {template.key: template for template in templates}
        """Key of a template -> the template."""
        self._regions: dict[str, str] = {}
        self._by_set: dict[str, Linked] = {}
        self.needs: dict[int, Need] = {}
        """Identity of a group, which its set keeps -> the addresses that it takes, see `need_of`."""

    @cached_property
    def security_groups(self) -> SecurityGroups:
        """Security groups and their rules, wherever they are written."""
        return SecurityGroups(self.templates, self._sets, self.cases)

    @cached_property
    def rule_makers(self) -> RuleMakers:
        """What may add rules to security groups beside what is written."""
        return RuleMakers(self.templates, self.handed)

    @cached_property
    def handed(self) -> Handed:
        """What is handed to resources whose content no template holds."""
        return Handed(self.templates, self.cases)

    @cached_property
    def routes(self) -> Routes:
        """Routes of subnets, wherever they are written."""
        return Routes(self, self.templates)

    @cached_property
    def attached(self) -> Attached:
        """What names an Auto Scaling group, wherever it is written."""
        return Attached(self, self.templates)

    @cached_property
    def vpcs(self) -> Vpcs:
        """The VPCs of subnets and security groups."""
        return Vpcs(self, self.templates)

    def find(self, value: Value) -> Resource | None:
        """Return the resource that ``value`` refers to, in whichever template; None when it refers to none."""
        if not isinstance(value, Reference) or value.template not in self.by_key:
            return None
        return self.by_key[value.template].resources.get(value.logical_id)

    def branch(self, resource: Resource) -> Branch | None:
        """Return ``resource`` as it is in the case at hand, None when it does not exist there; see `Cases`."""
        first, *others = resource.branches or (None,)
        if first is None or first.when or others:
            holding = (item for item in resource.branches if self.cases.holds(resource.template, item.when))
            first = next(holding, None)
        if first is None or not self.cases.taken:  # most depend on no condition
            return first
        return resource.refined(first, self.cases.of(resource.template))

    def properties(self, value: Value, kind: str) -> Mapping[str, Any] | None:
        """Return the properties, in the case at hand, of the resource of type ``kind`` that ``value`` refers to."""
        resource = self.find(value)
        branch = self.branch(resource) if resource is not None and resource.type == kind else None
        return None if branch is None else branch.properties

    def _linked(self, template: Template) -> Linked:
        templates = self._sets[template.key]
        first = templates[0].key
        if first not in self._by_set:
            self._by_set[first] = Linked(self, templates)
        return self._by_set[first]

    @cached_property
    def _sets(self) -> Mapping[str, Sequence[Template]]:
        return linked_sets(self.templates)

    @property
    def every_launch(self) -> Iterator[Launch]:
        """The launches of all templates."""
        for template in self.templates:
            yield from self.launches_in(template)

    def groups_in(self, template: Template) -> Sequence[Group]:
        """Return the groups of ``template``, one per branch."""
        return self._linked(template).groups[template.key]

    def launches_in(self, template: Template) -> Sequence[Launch]:
        """Return the nodes of ``template`` as they are launched; a template's node belongs to that template."""
        return self._linked(template).by_template[template.key]

    def launches_of(self, group: Group) -> Sequence[Launch]:
        """Return the launches of one group in its branch."""
        return self._linked(group.resource.template).by_group.get(id(group), ())

    def subnets_of(self, group: Group) -> Mapping[Any, Value]:
        """Return the subnets of one group in its branch, by what `same_resource` says of them."""
        return self._linked(group.resource.template).subnets[id(group)]

    def sharing(self, group: Group) -> list[Group]:
        """Return the groups, this one too, that name a subnet of ``group`` in the case at hand."""
        by_subnet = self._linked(group.resource.template).by_subnet
        named = {id(item): item for subnet in self.subnets_of(group) for item in by_subnet[subnet]}
        return [item for item in named.values() if self.cases.holds(item.resource.template, item.when)]

    def users_of(self, placement_group: Resource) -> Iterator[Launch]:
        """Yield the launches of groups, in any template, that use a placement group in the case at hand."""
        template = placement_group.template
        users = self._linked(template).placed.get((template.key, placement_group.id), ())
        return (launch for launch in users if launch.present)

    def reserving(self, template: Template) -> Mapping[Any, Sequence[Launch]]:
        """Return, for the templates linked with ``template``, the launches of groups that target a reservation.

        Their key is what `same_resource` says of it.
        """
        return self._linked(template).reserving

    @cached_property
    def targeted(self) -> Targets:
        """Reservations that some launch targets."""
        return targets_of(self, self.every_launch)

    @cached_property
    def untargeted(self) -> tuple[Resource, ...]:
        """Reservations of the templates that no launch targets."""
        found = [item for template in self.templates for item in template.by_type.get(RESERVATION, ())]
        return tuple(item for item in found if (item.template.key, item.id) not in self.targeted.written)

    def launch_template(self, value: Value, template: Template) -> Resource | None:
        """Return the launch template (or configuration) that ``value`` refers to, or names in ``template``."""
        return launch_template(value, template, self.find)

    def is_logged(self, resource: Resource) -> bool:
        """Return whether there is a flow log of ``resource`` in the case at hand."""
        logs = self._flow_logs.get((resource.template.key, resource.id), ())
        return any(self.cases.holds(template, when) for template, when in logs)

    @cached_property
    def _flow_logs(self) -> dict[Any, list[tuple[Template, Truths]]]:
        found: dict[Any, list[tuple[Template, Truths]]] = {}
        for template in self.templates:
            for resource in template.by_type.get("AWS::EC2::FlowLog", ()):
                for branch in resource.branches:
                    of = same_resource(branch.properties.get("ResourceId"))
                    found.setdefault(of, []).append((template, branch.when))
        return found

    def region_of(self, template: Template) -> str:
        """Return the region of ``template``: as its assembly or the caller says, else as its literal zones tell."""
        if template.region:
            return template.region
        if template.key not in self._regions:
            self._regions[template.key] = _region_of_zones(template)
        return self._regions[template.key]

    def zone_of(self, subnet: Value) -> Value:
        """Return the zone of ``subnet`` in the case at hand; an Unknown when it is not written here."""
        subnet = self._placed_like(subnet)
        data = self.properties(subnet, SUBNET)
        if data is None:
            return Unknown(f"the zone of subnet {shown(subnet)} is not written here")
        return _zone(data)

    def zone_key(self, subnet: Value) -> Any:
        """Return a key that is equal for two subnets only if they are in one zone, however that zone is written."""
        subnet = self._placed_like(subnet)
        resource, data = self.find(subnet), self.properties(subnet, SUBNET)
        zone = None if data is None else _written_zone(data)
        if resource is None or zone is None:
            return same_resource(subnet)
        if not isinstance(zone, Unknown):
            return zone if isinstance(zone, Reference) else repr(zone)
        if zone.text and "${?}" not in zone.text:  # two texts with equal holes are one text
            return resource.template.key, zone.text
        raw = resource.data.get("Properties")
        written = _written_zone(raw) if isinstance(raw, dict) else None
        return same_resource(subnet) if written is None else (resource.template.key, repr(written))

    def _placed_like(self, subnet: Value) -> Value:
        """Return the subnet whose zone ``subnet`` takes over by ``Fn::GetAtt``, at the end of the chain."""
        for _ in range(_MOST_STEPS):  # a circle ends here
            data = self.properties(subnet, SUBNET)
            zone = None if data is None else _written_zone(data)
            if not isinstance(zone, Reference) or self.properties(zone, SUBNET) is None:
                break
            subnet = zone._replace(attribute="")
        return subnet


def _zone(data: Mapping[str, Any]) -> Value:
    zone = _written_zone(data)
    return (macro_in(data) or Unknown("the subnet leaves its zone to EC2")) if zone is None else zone


def _written_zone(data: Mapping[str, Any]) -> Value:
    return data.get("AvailabilityZone", data.get("AvailabilityZoneId"))


def _region_of_zones(template: Template) -> str:
    zones = [_zone(branch.properties) for item in template.by_type.get(SUBNET, ()) for branch in item.branches]
    regions = {region_of_zone(zone) for zone in zones if isinstance(zone, str)} - {None}
    return str(regions.pop()) if len(regions) == 1 else ""
