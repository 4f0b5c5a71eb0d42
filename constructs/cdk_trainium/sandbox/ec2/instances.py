"""What moto's instances lack: reservation, lifecycle filters, tags of reservations, slots that come free."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moto.ec2 import utils
from moto.ec2.models.core import TaggedEC2Resource
from moto.ec2.models.instances import Instance, InstanceBackend, InstancePlacement
from moto.moto_api._internal import mock_random

from ..state import region_of

__all__ = ["install"]

_PREFIXES = {"placement-group": "pg", "capacity-reservation": "cr", "capacity-block": "cb"}
_FILTERS = {
    "placement-group-name": "placement.group_name",
    "capacity-reservation-id": "capacity_reservation_id",
    "instance-lifecycle": "lifecycle",
    "availability-zone-id": "placement.availability_zone_id",
}
_moto_terminate = Instance.terminate


def install() -> None:
    """Give moto's classes the attributes that DescribeInstances shows, and its filters."""
    Instance.capacity_reservation_id = None  # type: ignore[attr-defined]
    Instance.capacity_reservation_specification = None  # type: ignore[attr-defined]
    Instance.terminate = _terminate  # type: ignore[method-assign]
    for name in ("private_ip", "private_ip_address", "public_ip", "public_ip_address"):
        setattr(Instance, name, property(_of_primary(name.removesuffix("_address"))))
    Instance.private_dns_name = property(_private_dns_name)  # type: ignore[assignment]
    InstancePlacement.group_id = None  # type: ignore[attr-defined]
    InstancePlacement.partition_number = None  # type: ignore[attr-defined]
    InstancePlacement.availability_zone_id = None  # type: ignore[attr-defined]
    TaggedEC2Resource.get_tags = _tags  # type: ignore[method-assign]
    InstanceBackend.get_instance_by_id = _instance  # type: ignore[method-assign]
    utils.random_resource_id = _random_hex
    utils.filter_dict_attribute_mapping.update(_FILTERS)
    utils.EC2_RESOURCE_TO_PREFIX.update(_PREFIXES)
    utils.EC2_PREFIX_TO_RESOURCE.update({prefix: name for name, prefix in _PREFIXES.items()})


def _terminate(self: Any) -> Any:
    running = self.state not in ("terminated", "shutting-down")
    previous = _moto_terminate(self)
    state = region_of(self.ec2_backend.region_name, self.ec2_backend.account_id)
    reservation = state.reservations.get(self.capacity_reservation_id or "")
    if running and reservation:
        reservation.release()
    self.nics = {}
    return previous


def _of_primary(name: str) -> Callable[[Any], str | None]:
    # A terminated node has no interface left, and EC2 shows none; moto expects one.
    attribute = {"private_ip": "private_ip_address"}.get(name, name)
    return lambda self: getattr(self.nics[0], attribute) if 0 in self.nics else None


def _private_dns_name(self: Any) -> str:
    dashed = (self.private_ip or "").replace(".", "-")
    domain = "ec2.internal" if self.region_name == "us-east-1" else f"{self.region_name}.compute.internal"
    return f"ip-{dashed}.{domain}" if dashed else ""


def _tags(self: Any) -> list[dict[str, str]]:
    # moto matches a pattern against every tag of the account for each resource: minutes with thousands of interfaces.
    kind = utils.EC2_PREFIX_TO_RESOURCE.get(utils.get_prefix(self.id), "")
    tags = self.ec2_backend.tags.get(self.id, {}).items()
    return [{"resource_id": self.id, "key": key, "value": value, "resource_type": kind} for key, value in tags]


def _random_hex(size: int = 8) -> str:
    # moto draws every digit by itself: a quarter of a test's time goes into ids.
    return f"{mock_random.getrandbits(size * 4):0{size}x}"


def _instance(self: Any, instance_id: str) -> Any:
    for reservation in self.reservations.values():
        for instance in reservation.instances:
            if instance.id == instance_id:
                return instance
    return None
