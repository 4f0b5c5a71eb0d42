"""All templates of one review, with the links between their resources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from ...catalog import Catalog
from ...constraints.zones import region_of_zone
from ...launches import DESCRIPTIONS, Group, Use, groups_in, launch_template
from ...template import Branch, Reference, Resource, Template, Truths, Unknown, Value, compatible
from .case import Cases
from .launch import Launch
from .node import Node, nodes_of
from .routes import Routes
from .security_group import SecurityGroups
from .targets import RESERVATION, Targets, targets_of
from .values import same_resource

__all__ = ["World"]

SUBNET = "AWS::EC2::Subnet"
_ASSOCIATION = "AWS::EC2::SecurityGroupVpcAssociation"
_MOST_STEPS = 16


class World:
    """What the rules see: launches, groups, security groups, subnets, placement groups of all templates."""

    def __init__(self, templates: Sequence[Template], catalog: Catalog, blocks: Iterable[str] = ()) -> None:
        """Index ``templates``; ``blocks`` are reservation ids that the caller knows to be Capacity Blocks."""
        self.templates = templates
        self.catalog = catalog
        self.blocks = frozenset(blocks)
        self.cases = Cases(templates)
        self.by_key = {template.key: template for template in templates}
        """Key of a template -> the template."""
        self._regions: dict[str, str] = {}
        self._nodes: dict[tuple[str, str], tuple[Node, ...]] = {}

    @cached_property
    def security_groups(self) -> SecurityGroups:
        """Security groups and their rules, wherever they are written."""
        return SecurityGroups(self.templates, self.cases)

    @cached_property
    def routes(self) -> Routes:
        """Routes of subnets, wherever they are written."""
        return Routes(self, self.templates)

    def prepare(self) -> None:
        """Read what spans all templates, so that processes that judge some of them need not each read it."""
        for name in ("launches", "security_groups", "_by_group", "_placed", "_flow_logs", "groups_by_subnet"):
            with suppress(Exception):  # whoever asks for it meets the error again
                getattr(self, name)

    def find(self, value: Value) -> Resource | None:
        """Return the resource that ``value`` refers to, in whichever template; None when it refers to none."""
        if not isinstance(value, Reference) or value.template not in self.by_key:
            return None
        return self.by_key[value.template].resources.get(value.logical_id)

    def branch(self, resource: Resource) -> Branch | None:
        """Return ``resource`` as it is in the case at hand, None when it does not exist there; see `Cases`."""
        holding = (item for item in resource.branches if self.cases.holds(resource.template, item.when))
        return next(holding, None)

    def properties(self, value: Value, kind: str) -> Mapping[str, Any] | None:
        """Return the properties, in the case at hand, of the resource of type ``kind`` that ``value`` refers to."""
        resource = self.find(value)
        branch = self.branch(resource) if resource is not None and resource.type == kind else None
        return None if branch is None else branch.properties

    @cached_property
    def groups(self) -> dict[str, list[Group]]:
        """Key of a template -> its groups, one per branch."""
        return {template.key: list(groups_in(template)) for template in self.templates}

    @cached_property
    def groups_by_subnet(self) -> dict[Any, list[Group]]:
        """What `same_resource` says of a subnet -> the groups that name it, in whichever template."""
        found: dict[Any, list[Group]] = {}
        for group in (item for groups in self.groups.values() for item in groups):
            for key in dict.fromkeys(map(same_resource, group.subnets)):
                found.setdefault(key, []).append(group)
        return found

    @cached_property
    def launches(self) -> dict[str, list[Launch]]:
        """Key of a template -> its nodes as they are launched; a template's node belongs to that template."""
        found: dict[str, list[Launch]] = {template.key: [] for template in self.templates}
        used: set[tuple[str, str]] = set()
        for launch in self._used():
            resource = launch.node.resource
            used.add((resource.template.key, resource.id))
            found[resource.template.key].append(launch)
        for template in self.templates:
            found[template.key] += self._unused(template, used)
        return found

    @cached_property
    def targeted(self) -> Targets:
        """Reservations that some launch targets."""
        return targets_of(self, [launch for launches in self.launches.values() for launch in launches])

    @cached_property
    def untargeted(self) -> tuple[Resource, ...]:
        """Reservations of the templates that no launch targets."""
        found = (item for template in self.templates for item in template.by_type.get(RESERVATION, ()))
        return tuple(item for item in found if (item.template.key, item.id) not in self.targeted.written)

    def launches_of(self, group: Group) -> list[Launch]:
        """Return the launches of one group in its branch."""
        return self._by_group.get(id(group), [])

    @cached_property
    def _by_group(self) -> dict[int, list[Launch]]:
        found: dict[int, list[Launch]] = {}
        for launches in self.launches.values():
            for launch in launches:
                if launch.group is not None:
                    found.setdefault(id(launch.group), []).append(launch)
        return found

    def _used(self) -> Iterator[Launch]:
        for groups in self.groups.values():
            for group in groups:
                for use in group.parts:
                    for node in self._nodes_of(group, use):
                        yield Launch(self, node, group, use)

    def _unused(self, template: Template, used: set[tuple[str, str]]) -> Iterator[Launch]:
        for resource in (item for kind in DESCRIPTIONS for item in template.by_type.get(kind, ())):
            if (template.key, resource.id) not in used:
                for node in self._cached_nodes(resource):
                    yield Launch(self, node, None, None)

    def _nodes_of(self, group: Group, use: Use) -> Iterator[Node]:
        if use.own:
            yield _own_node(group, use)
            return
        resource = self.launch_template(use.template, group.resource.template)
        if resource is None:
            return
        for node in self._cached_nodes(resource):
            shared = resource.template is group.resource.template
            if not shared or compatible(resource.template.conditions, node.when, group.when):
                yield node.replaced(use.data) if use.data else node

    def launch_template(self, value: Value, template: Template) -> Resource | None:
        """Return the launch template (or configuration) that ``value`` refers to, or names in ``template``."""
        return launch_template(value, template, self.find)

    def _cached_nodes(self, resource: Resource) -> tuple[Node, ...]:
        key = (resource.template.key, resource.id)
        if key not in self._nodes:
            self._nodes[key] = nodes_of(resource)
        return self._nodes[key]

    def users_of(self, placement_group: Resource) -> list[Launch]:
        """Return the launches of groups, in any template, that use a placement group in the case at hand."""
        key = (placement_group.template.key, placement_group.id)
        return [launch for launch in self._placed.get(key, ()) if launch.present]

    @cached_property
    def _placed(self) -> dict[tuple[str, str], list[Launch]]:
        found: dict[tuple[str, str], list[Launch]] = {}
        for launches in self.launches.values():
            for launch in launches:
                resource = self.find(launch.placement_group) if launch.group is not None else None
                if resource is not None:
                    found.setdefault((resource.template.key, resource.id), []).append(launch)
        return found

    def is_associated(self, group: Value) -> bool:
        """Return whether a security group is associated with further VPCs than its own, in any case."""
        return same_resource(group) in self._associated

    @cached_property
    def _associated(self) -> set[Any]:
        found = (item for template in self.templates for item in template.by_type.get(_ASSOCIATION, ()))
        return {same_resource(branch.properties.get("GroupId")) for item in found for branch in item.branches}

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
            return Unknown(f"zone of {subnet.reason}" if isinstance(subnet, Unknown) else f"zone of {subnet}")
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
    return Unknown("the subnet leaves its zone to EC2") if zone is None else zone


def _written_zone(data: Mapping[str, Any]) -> Value:
    return data.get("AvailabilityZone", data.get("AvailabilityZoneId"))


def _region_of_zones(template: Template) -> str:
    zones = [_zone(branch.properties) for item in template.by_type.get(SUBNET, ()) for branch in item.branches]
    regions = {region_of_zone(zone) for zone in zones if isinstance(zone, str)} - {None}
    return str(regions.pop()) if len(regions) == 1 else ""


def _own_node(group: Group, use: Use) -> Node:
    """Return the node that the group or its service describes.

    Source: Amazon EKS User Guide and AWS Batch User Guide, EFA: only a launch template of one's own asks for EFAs.
    """
    single = use.by_service and group.kind in {"eks", "batch"}
    return Node(group.resource, group.branch, use.path, use.data, described=not use.by_service, single=single)
