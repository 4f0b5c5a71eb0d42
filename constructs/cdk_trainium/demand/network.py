"""The interfaces and security groups of a group's nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..constraints import Interface
from ..launches.interfaces import NodeInterface
from ..template import Resource, Unknown, Value
from .reading import Notes, items

__all__ = ["network_fields", "security_groups_of"]


def network_fields(
    resource: Resource, data: Mapping[str, Value], interfaces: Sequence[NodeInterface], notes: Notes
) -> dict[str, Any]:
    """Return the members of `Group` about interfaces and security groups."""
    written = data.get("NetworkInterfaces")
    if isinstance(written, Unknown):
        notes.add(resource, "NetworkInterfaces", written.reason)
    for reason in (one.unseen.reason for one in interfaces if one.unseen is not None):
        notes.add(resource, "NetworkInterfaceId", reason)
    listed = _listed(data, interfaces)
    groups = security_groups_of(data, interfaces)
    public = [_public(resource, part, notes) for part in (*listed, data) if "AssociatePublicIpAddress" in part]
    return {
        "interfaces": tuple(_interface(resource, one, notes) for one in listed) if listed else _single(written),
        "public_address": any(public) if public else None,
        "security_group_ids": tuple(dict.fromkeys(notes.ids(resource, "security group", groups))),
    }


def security_groups_of(data: Mapping[str, Value], interfaces: Sequence[NodeInterface]) -> list[Value]:
    """Return the security groups that launch data name, in their ``interfaces`` and at the top."""
    named = [one for part in _listed(data, interfaces) for one in items(part.get("Groups") or part.get("GroupSet"))]
    return [*named, *items(data.get("SecurityGroupIds")), *map(_group_id, items(data.get("SecurityGroups")))]


def _listed(data: Mapping[str, Value], interfaces: Sequence[NodeInterface]) -> list[Mapping[str, Value]]:
    return [] if isinstance(data.get("NetworkInterfaces"), Unknown) else [one.data for one in interfaces]


def _group_id(value: Value) -> Value:
    """Return the id of a security group: a spot fleet writes it into an object."""
    return value.get("GroupId") if isinstance(value, Mapping) else value


def _single(written: Value) -> tuple[Interface, ...] | None:
    """Launch data without interfaces get one; interfaces that are open are not known."""
    return None if isinstance(written, Unknown) else (Interface(0, 0, "interface"),)


def _public(resource: Resource, part: Mapping[str, Value], notes: Notes) -> bool:
    name = "AssociatePublicIpAddress"
    return notes.flag(resource, name, part[name]) is True


def _interface(resource: Resource, part: Mapping[str, Value], notes: Notes) -> Interface:
    card = notes.number(resource, "NetworkCardIndex", part.get("NetworkCardIndex"), 0) or 0
    written = part.get("DeviceIndex")
    # An open or wrong one is noted, and then not judged as if it were left out.
    device = None if written is None else notes.number(resource, "DeviceIndex", written) or 0
    return Interface(card, device, notes.text(resource, "InterfaceType", part.get("InterfaceType")) or "interface")
