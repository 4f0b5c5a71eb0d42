"""The resources that launch nodes, and the groups that each asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .. import launches
from ..catalog import Catalog
from ..launches.described import data_of
from ..template import Resource, Template
from .bought import bought
from .described import Described, Reader, group_name
from .launch import placement_group
from .model import Group
from .reading import Notes, by_default
from .sizes import sized
from .types import chosen, weighed

__all__ = ["groups_of"]


def groups_of(templates: Mapping[str, Template], catalog: Catalog, notes: Notes, region: str = "") -> Iterator[Group]:
    """Yield the groups that every resource of ``templates`` asks for under the parameters' defaults."""
    reader = Reader(templates, catalog, notes, region)
    for template in templates.values():
        for kind in launches.GROUP_TYPES:
            for resource in template.by_type.get(kind, ()):
                branch = by_default(resource, notes)
                group = None if branch is None else launches.group_in(resource, branch)
                if group is not None and group.kind != "hyperpod":  # its instances have quotas of their own
                    yield from (_group(resource, template, fields) for fields in _asked(reader, group))
    yield from _unused(reader)


def _asked(reader: Reader, group: launches.Group) -> Iterator[dict[str, Any]]:
    """Yield the members of what ``group`` asks for, once per share and type that are counted apart."""
    described = [reader.described(group, use) for use in group.uses]
    base = described[0].fields
    _differing(group, described, reader.notes)
    weighed(group, reader.notes)
    fields = {
        **base,
        **chosen(group, described, reader.notes),
        **_placed(reader.place(group.resource, group.subnets or described[0].subnets)),
    }
    existing = dict.fromkeys(one.existing for one in described if one.existing is not None)
    fields["launch_templates"] = tuple(existing)
    own = _placed(reader.zone(group))
    fields = {**_without_zones(fields), **own} if own else fields
    if group.placement_group is not None:
        name = str(group.placement_path[-1])
        fields["placement_group"] = placement_group(group.resource, name, group.placement_group, reader.notes)
    if group.key_name is not None:
        fields["key_name"] = reader.key_name(group)
    for share in sized(reader, group, described):
        yield {**fields, **bought(group, share.purchase, base, reader.notes), **share.fields}


def _differing(group: launches.Group, described: list[Described], notes: Notes) -> None:
    """Note that a group chooses among nodes that are described in different ways: only the first is judged."""
    if any(one.kept != described[0].kept for one in described):
        notes.add(group.resource, "the launch template", "the group chooses among several that differ")


def _without_zones(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``fields`` without what launch data and subnets say of the zone: the group itself says it."""
    return {name: value for name, value in fields.items() if name not in ("zone", "zone_id", "zones")}


def _placed(place: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in place.items() if value}


def _unused(reader: Reader) -> Iterator[Group]:
    """Yield launch templates that nothing of the plan launches from, with 0 nodes: their data are still judged."""
    for template in reader.templates.values():
        for resource in (one for kind in launches.DESCRIPTIONS for one in template.by_type.get(kind, ())):
            branch = by_default(resource, reader.notes)
            if branch is not None and (template.key, resource.id) not in reader.used:
                reader.notes.add(resource, "the node count", "nothing of the plan launches from this launch template")
                fields, subnets = reader.node(resource, branch, data_of(resource.type, branch.properties))
                place = _placed(reader.place(resource, subnets))
                yield _group(resource, template, {**fields, **place, "count": 0})


def _group(resource: Resource, template: Template, fields: Mapping[str, Any]) -> Group:
    kept = {key: value for key, value in fields.items() if value not in (None, "", ())}
    return Group(
        name=group_name(resource),
        where=resource.construct_path or resource.id,
        stack=template.environment.stack,
        count=kept.pop("count", None),
        **kept,
    )
