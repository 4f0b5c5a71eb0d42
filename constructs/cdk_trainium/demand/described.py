"""Finds who describes the nodes of a group, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import launches
from ..catalog import Catalog
from ..constraints.image_needed import needs_image
from ..constraints.zones import is_zone_id
from ..launches.described import DESCRIPTIONS, LAUNCH_CONFIGURATION, LAUNCH_TEMPLATE, data_of, subnets_of
from ..launches.interfaces import read_interfaces
from ..template import Branch, Reference, Resource, Template, Unknown, Value
from ..template.values import laid_over
from .launch import group_fields
from .model import LaunchTemplate
from .named import existing_name
from .network import security_groups_of
from .reading import Notes, by_default, whole
from .vpcs import vpc_of_groups

__all__ = ["Described", "Reader", "group_name"]

SUBNET = "AWS::EC2::Subnet"
_PLACE = ("instance_type", "zone", "zone_id", "zones")


@dataclass(frozen=True, slots=True)
class Described:
    """What one use of a group says of its nodes."""

    use: launches.Use
    fields: Mapping[str, Any]
    """Members of `Group`; none where the description is not part of the plan."""
    subnets: Sequence[Value]
    """Subnets that the description itself names."""
    existing: LaunchTemplate | None = None
    """The launch template of the account that describes them. Default: - the plan does."""

    @property
    def kept(self) -> Mapping[str, Any]:
        """What must be equal for two descriptions to be one; types and places are told apart."""
        return {name: value for name, value in self.fields.items() if name not in _PLACE}


class Reader:
    """Follows references of groups, also across stacks, and notes what the plan does not hold."""

    def __init__(self, templates: Mapping[str, Template], catalog: Catalog, notes: Notes, region: str = "") -> None:
        """Read in ``templates``, key -> template; ``region`` is where they go, empty is not known."""
        self.templates, self.catalog, self.notes, self.region = templates, catalog, notes, region
        self.used: set[tuple[str, str]] = set()
        """Launch templates that something of the plan launches from."""

    def resource(self, reference: Value) -> Resource | None:
        """Return the resource that a reference names, None for anything else."""
        if not isinstance(reference, Reference) or reference.template not in self.templates:
            return None
        return self.templates[reference.template].resources.get(reference.logical_id)

    def described(self, group: launches.Group, use: launches.Use) -> Described:
        """Return what ``use`` says of the nodes of ``group``."""
        found, existing = self._data(group, use), self._existing(group, use)
        if found is None:
            return Described(use, {}, (), existing)
        owner, branch, data = found
        merged = laid_over(data, use.data)
        if "ImageId" not in merged and needs_image(group.kind):
            self.notes.add(group.resource, "ImageId", "nothing names an image, and EC2 launches no node without one")
        return Described(use, *self.node(owner, branch, merged), existing)

    def node(self, owner: Resource, branch: Branch, data: Mapping[str, Value]) -> tuple[dict[str, Any], list[Value]]:
        """Return the members of `Group` and the subnets that ``data`` of ``owner`` in ``branch`` tell."""
        interfaces = read_interfaces(data.get("NetworkInterfaces"), (), owner, branch.when)
        groups = (self.resource(one) for one in security_groups_of(data, interfaces))
        vpc = vpc_of_groups([one for one in groups if one is not None], self.templates.values())
        fields = {**group_fields(owner, data, interfaces, self.notes), "vpc": vpc}
        fields["key_name"] = self._key_name(fields["key_name"])
        profile = existing_name(fields["instance_profile"], "AWS::IAM::InstanceProfile", self.templates.values())
        fields["instance_profile"] = profile
        return fields, subnets_of(data, interfaces)

    def key_name(self, group: launches.Group) -> str:
        """Return the existing key pair that ``group`` itself names."""
        return self._key_name(self.notes.text(group.resource, "the key pair", group.key_name))

    def _key_name(self, name: str) -> str:
        return existing_name(name, "AWS::EC2::KeyPair", self.templates.values())

    def _existing(self, group: launches.Group, use: launches.Use) -> LaunchTemplate | None:
        """Return the launch template that ``use`` names and the plan does not make; None where it names none."""
        name, template = use.template, group.resource.template
        if not isinstance(name, str) or not name or use.path[-1:] == (DESCRIPTIONS[LAUNCH_CONFIGURATION],):
            return None
        if launches.launch_template(name, template, self.resource) is not None:
            return None
        number = whole(use.version)
        version = use.version if isinstance(use.version, str) else "" if number is None else str(number)
        if use.by_id:
            return LaunchTemplate(id=name, version=version)
        open_name = existing_name(name, LAUNCH_TEMPLATE, self.templates.values())
        return LaunchTemplate(name=open_name, version=version) if open_name else None

    def _data(self, group: launches.Group, use: launches.Use) -> tuple[Resource, Branch, Mapping[str, Value]] | None:
        """Return who describes the node, and what the launch template says; None when that is not written here."""
        if use.own:
            return None if use.by_service else (group.resource, group.branch, {})
        found = launches.launch_template(use.template, group.resource.template, self.resource)
        branch = by_default(found, self.notes) if found is not None else None
        if found is None or branch is None:
            self.notes.add(group.resource, "the launch template", "is not part of the plan")
            return (group.resource, group.branch, {}) if use.data else None
        self.used.add((found.template.key, found.id))
        return found, branch, data_of(found.type, branch.properties)

    def place(self, owner: Resource, subnets: Sequence[Value]) -> dict[str, Any]:
        """Return the members about subnets: those that exist, those that the plan creates, and their VPC."""
        named = list(dict.fromkeys(one for one in subnets if isinstance(one, str | Reference | Unknown)))
        made = [found for one in named if (found := self._subnet(owner, one)) is not None]
        written = [branch.properties for one in made for branch in one.branches[:1]]
        return {
            "subnet_ids": self.notes.ids(owner, "subnets", named),
            "new_subnets": tuple(group_name(one) for one in made),
            "vpc": self._one_vpc(owner, [self._vpc(one.get("VpcId")) for one in written]),
            **self._zones(owner, [_zone_of(one) for one in written]),
        }

    def _one_vpc(self, owner: Resource, vpcs: Sequence[str]) -> str:
        """Return the VPC of all subnets; a note where they stand in several, whose addresses are counted apart."""
        found = list(dict.fromkeys(one for one in vpcs if one))
        if len(found) > 1:
            self.notes.add(owner, "the VPC", f"its subnets stand in several: {', '.join(found)}")
        return found[0] if found else ""

    def _zones(self, owner: Resource, written: Sequence[Value]) -> dict[str, Any]:
        """Return the members about zones of nodes that may run in each zone of ``written``."""
        known = list(dict.fromkeys(one for one in written if isinstance(one, str)))
        hidden = [one for one in written if isinstance(one, Unknown)]
        if known and hidden:
            self.notes.add(owner, "the zone", f"it may run in {', '.join(known)} and in others: {hidden[0].reason}")
        if len(known) > 1:
            return {"zones": tuple(known)}
        return {"zone_id" if is_zone_id(one) else "zone": one for one in known}

    def _subnet(self, owner: Resource, value: Value) -> Resource | None:
        found = self.resource(value)
        if found is not None and found.type == SUBNET:
            return found
        if isinstance(value, Reference):
            self.notes.add(owner, "subnets", f"{value.logical_id} is no subnet of the plan")
        return None

    def _vpc(self, value: Value) -> str:
        found = self.resource(value)
        return group_name(found) if found is not None else value if isinstance(value, str) else ""

    def zone(self, group: launches.Group) -> dict[str, Any]:
        """Return the members about the zones that ``group`` itself names; one name and one id are the same zone.

        Where these are the zones of other nodes than its subnets, only the subnets are judged, and a note says so.
        """
        if group.zones_apart and group.zones and group.subnets:
            self.notes.add(group.resource, "the zone", "some nodes are given subnets, others zones")
            return {}
        texts = {is_zone_id(one): one for one in group.zones if isinstance(one, str)}
        if len(group.zones) == len(texts) == 2:
            return {"zone": texts[False], "zone_id": texts[True]}
        return self._zones(group.resource, group.zones)


def _zone_of(subnet: Mapping[str, Value]) -> Value:
    return subnet.get("AvailabilityZone", subnet.get("AvailabilityZoneId"))


def group_name(resource: Resource) -> str:
    """Return the construct path of ``resource`` without its last part, else template and logical id."""
    path = resource.construct_path.removesuffix("/Resource")
    return path or f"{resource.template.key}/{resource.id}"
