"""The network interfaces of a node as a template writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..constraints import Interface
from ..constraints.addresses import PREFIX_ADDRESSES
from ..constraints.interfaces import EFA_TYPES
from ..template import Reference, Resource, Template, Truths, Unknown, Value, compatible
from ..template.values import laid_over, macro_in
from .group import Path
from .values import as_int, as_list, as_map, counted, same_resource, shown

__all__ = ["INTERFACE", "NodeInterface", "attached_to", "read_interfaces"]

INTERFACE = "AWS::EC2::NetworkInterface"
ATTACHMENT = "AWS::EC2::NetworkInterfaceAttachment"
_FURTHER = frozenset(("PrivateIpAddresses", "SecondaryPrivateIpAddressCount", "Ipv4PrefixCount", "Ipv4Prefixes"))
"""What asks for IPv4 addresses beside the interface's own."""
_PLACE = ("NetworkCardIndex", "DeviceIndex", "InterfaceType")
_OF_INTERFACE = ("InterfaceType", "GroupSet", "SubnetId")


class NodeInterface(NamedTuple):
    """One entry of ``NetworkInterfaces``."""

    path: Path
    data: Mapping[str, Any]
    """Its properties, with type, groups and subnet of the interface resource that ``NetworkInterfaceId`` names."""
    plain: Interface | None
    """Card, device and type; None when one of them is not known, and for an empty entry."""
    hidden: Unknown | None
    """What hides them. Default: - nothing."""
    groups: Mapping[Any, Value]
    """Its security groups: what `same_resource` says of each -> reference or id."""
    unseen: Unknown | None = None
    """What hides the interface resource that it names. Default: - it names none, or one that is seen."""

    @property
    def efa(self) -> bool:
        """Whether it is an EFA."""
        return self.plain is not None and self.plain.type in EFA_TYPES

    @property
    def primary(self) -> bool:
        """Whether it is the primary interface."""
        return self.plain is not None and (self.plain.card, self.plain.device) == (0, 0)

    @property
    def addresses(self) -> int | Unknown:
        """IPv4 addresses that it takes of its subnet: its own, further ones, those of prefixes."""
        if self.plain is None or not self.plain.has_address:
            return 0
        if _FURTHER.isdisjoint(self.data):  # most ask for no more than their own
            return 1
        own, prefixes = self.data.get("PrivateIpAddresses"), self.data.get("Ipv4Prefixes")
        listed = prefixes if isinstance(prefixes, Unknown) else len(as_list(prefixes))
        further = counted(self.data.get("SecondaryPrivateIpAddressCount"), 0)
        delegated = counted(self.data.get("Ipv4PrefixCount", listed), 0)
        if isinstance(further, Unknown) or isinstance(delegated, Unknown):
            return further if isinstance(further, Unknown) else delegated
        return own if isinstance(own, Unknown) else max(1, len(as_list(own))) + further + delegated * PREFIX_ADDRESSES

    @property
    def label(self) -> str:
        """Where it sits, in EC2's words."""
        if self.plain is None:
            return "an interface"
        card = f"NetworkCardIndex {self.plain.card}"
        return card if self.plain.device is None else f"{card}, DeviceIndex {self.plain.device}"


def read_interfaces(value: Value, path: Path, resource: Resource, when: Truths) -> tuple[NodeInterface, ...]:
    """Return the entries of ``NetworkInterfaces``; a missing ``NetworkCardIndex`` is card 0, as EC2 reads it.

    Args:
        value: the entries.
        path: where they are.
        resource: the resource that holds them; interfaces of its template are followed.
        when: conditions of its branch.
    """
    template = resource.template
    return tuple(_entry(item, (*path, index), template, when) for index, item in enumerate(as_list(value)))


def attached_to(resource: Resource, when: Truths) -> Iterator[tuple[Resource, NodeInterface]]:
    """Yield the attachments of the template that add an interface to the instance ``resource``."""
    template = resource.template
    for item in template.by_type.get(ATTACHMENT, ()):
        for branch in item.branches:
            of = branch.properties.get("InstanceId")
            there = compatible(template.conditions, when, branch.when)
            if there and isinstance(of, Reference) and of.target == (template.key, resource.id):
                data = branch.properties
                yield item, _read(data, ("Properties",), data, template, {**when, **branch.when})


def _entry(item: Value, path: Path, template: Template, when: Truths) -> NodeInterface:
    hidden = macro_in(item)
    if hidden is not None and not all(name in as_map(item) for name in _PLACE):
        return _read({}, path, hidden, template, when)
    return _read(as_map(item), path, item, template, when)


def _read(data: Mapping[str, Any], path: Path, item: Value, template: Template, when: Truths) -> NodeInterface:
    existing = _existing(data.get("NetworkInterfaceId"), template, when)
    if existing and not isinstance(existing, Unknown):
        data = laid_over(existing, data)
    named = data.get("Groups", data.get("GroupSet"))
    groups = {same_resource(group): group for group in as_list(macro_in(data) if named is None else named)}
    if not data:
        return NodeInterface(path, data, None, item if isinstance(item, Unknown) else None, groups)
    if isinstance(existing, Unknown):
        return NodeInterface(path, data, None, existing, groups, existing)
    plain = _plain(data)
    if isinstance(plain, Unknown):
        return NodeInterface(path, data, None, plain, groups)
    return NodeInterface(path, data, plain, None, groups)


def _plain(data: Mapping[str, Any]) -> Interface | Unknown:
    """Return where an interface sits and its type; what hides one of them otherwise."""
    card, device, kind = (
        data.get("NetworkCardIndex", 0),
        data.get("DeviceIndex"),
        data.get("InterfaceType", "interface"),
    )
    if type(card) is int and type(device) is int and type(kind) is str:  # as nearly all are written
        return Interface(card, device, kind)
    hidden = next((value for value in (card, device, kind) if isinstance(value, Unknown)), None)
    at, on = as_int(card), as_int(device)
    if hidden is None and at is not None and isinstance(kind, str) and (on is not None or device is None):
        return Interface(at, on, kind)
    return hidden or Unknown("its indexes are no numbers")


def _existing(value: Value, template: Template, when: Truths) -> Mapping[str, Any] | Unknown:
    """Return type, groups and subnet of the interface that ``value`` names; nothing when it names none."""
    if value is None:
        return {}
    known = isinstance(value, Reference) and value.template == template.key
    resource = template.resources.get(value.logical_id) if known else None
    if resource is None or resource.type != INTERFACE:
        return Unknown(value.reason if isinstance(value, Unknown) else f"interface {shown(value)} is not written here")
    there = [item for item in resource.branches if compatible(template.conditions, when, item.when)]
    found = [{name: item.properties[name] for name in _OF_INTERFACE if name in item.properties} for item in there]
    if not found or any(item != found[0] for item in found):
        return Unknown(f"interface {resource.id} depends on conditions")
    return found[0]
