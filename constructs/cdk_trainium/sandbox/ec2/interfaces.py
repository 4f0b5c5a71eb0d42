"""Interfaces as asked for: moto keys them by device index alone, gives all the node's groups, and knows no cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from moto.core.utils import utcnow
from moto.ec2.models.elastic_network_interfaces import Attachment, NetworkInterface
from moto.ec2.models.instances import Instance
from moto.ec2.utils import random_eni_attach_id

from .interface import Interface

__all__ = ["install"]

_CARD = 1000
"""Factor that makes one key of card and device; the primary interface keeps moto's key 0."""
_moto_attachment = Attachment.__init__


def install() -> None:
    """Replace how moto makes, attaches, detaches and shows interfaces."""
    Instance.prep_nics = _make  # type: ignore[method-assign, assignment]
    Instance.attach_eni = _attach  # type: ignore[method-assign]
    Instance.detach_eni = _detach  # type: ignore[method-assign]
    Attachment.__init__ = _attachment  # type: ignore[method-assign]
    NetworkInterface.network_card_index = 0  # type: ignore[attr-defined]
    NetworkInterface.group_set = property(lambda self: self._group_set)  # type: ignore[assignment]


def _attachment(self: Any, eni: Any) -> None:
    _moto_attachment(self, eni)
    self.network_card_index = eni.network_card_index
    self.attach_time = eni.attach_time


def _make(self: Any, nic_spec: list[dict[str, Any]], **given: Any) -> None:
    self.nics = {}
    public = given.get("associate_public_ip")
    specs = nic_spec or [{"DeviceIndex": 0, "DeleteOnTermination": True, "AssociatePublicIpAddress": public}]
    groups = [group.id for group in given.get("security_groups") or []]
    for spec in specs:
        item = Interface.of(spec)
        eni = _existing(self, item) if item.existing_id else _new(self, item, groups, given)
        eni.network_card_index = item.card
        self.attach_eni(eni, item.device)
    self.nics = dict(sorted(self.nics.items()))


def _existing(self: Any, item: Interface) -> Any:
    eni = self.ec2_backend.get_network_interface(item.existing_id)
    eni.public_ip_auto_assign = False
    eni.delete_on_termination = item.delete_on_termination
    return eni


def _new(self: Any, item: Interface, groups: Iterable[str], given: dict[str, Any]) -> Any:
    subnet = self.ec2_backend.get_subnet(item.subnet_id or self.subnet_id)
    public = item.public_ip if item.public_ip is not None else bool(item.primary and given.get("associate_public_ip"))
    eni = self.ec2_backend.create_network_interface(
        subnet,
        _address(self, item, subnet, given.get("private_ip") if item.primary else None),
        device_index=item.device,
        public_ip_auto_assign=public,
        group_ids=list(item.groups or groups),
        delete_on_termination=item.delete_on_termination,
        ipv6_address_count=given.get("ipv6_address_count"),
        description=item.description,
    )
    eni.interface_type = item.type
    if not item.addressed:
        eni.private_ip_address, eni.private_ip_addresses, eni.private_dns_name = None, [], None
    return eni


def _address(self: Any, item: Interface, subnet: Any, asked: str | None) -> str | None:
    if not item.addressed:
        return str(subnet.cidr.network_address)
    address = item.private_ip or asked
    if address:
        subnet.request_ip(address, instance=self)
        return address
    return str(subnet.get_available_subnet_ip(instance=self))


def _attach(self: Any, eni: Any, device_index: int) -> str:
    card = getattr(eni, "network_card_index", 0)
    self.nics[card * _CARD + int(device_index)] = eni
    eni.instance = self
    eni.attachment_id = random_eni_attach_id()
    eni.attach_time = utcnow()
    eni.status = "in-use"
    eni.device_index = int(device_index)
    return str(eni.attachment_id)


def _detach(self: Any, eni: Any) -> None:
    self.nics = {key: value for key, value in self.nics.items() if value is not eni}
    eni.instance = eni.attachment_id = eni.attach_time = eni.device_index = None
    eni.status = "available"
    eni.network_card_index = 0
