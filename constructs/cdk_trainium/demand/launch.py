"""From launch data (of a launch template or an instance) to the members of a group."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..launches.described import placement_group_of
from ..launches.interfaces import NodeInterface
from ..launches.purchase import market_of, targets_of
from ..template import Reference, Resource, SsmValue, Unknown, Value, known_text
from ..wording import as_written
from .model import BlockDevice, Capacity, LaunchData
from .network import network_fields
from .reading import Notes, dig, items, mapping

__all__ = ["capacity_of", "group_fields", "key_of", "launch_data", "placement_group"]

_RESERVATION = re.compile(r":capacity-reservation/(cr-\w+)$")
_RESOLVE_SSM = "resolve:ssm:"


def group_fields(
    resource: Resource, data: Mapping[str, Value], interfaces: Sequence[NodeInterface], notes: Notes
) -> dict[str, Any]:
    """Return the members of `Group` that launch data, with their ``interfaces``, tell; what is open is noted."""
    if "InstanceRequirements" in data and "InstanceType" not in data:
        notes.add(resource, "the instance type", "InstanceRequirements choose it")
    return {
        "instance_type": notes.text(resource, "InstanceType", data.get("InstanceType")),
        **_image(resource, data.get("ImageId"), notes),
        **network_fields(resource, data, interfaces, notes),
        **_placement(resource, data, notes),
        "block_devices": _devices(resource, data, notes),
        "key_name": notes.text(resource, "the key pair", data.get("KeyName")),
        "instance_profile": _profile(resource, data, notes),
        "launch": launch_data(resource, data, notes),
        "capacity": capacity_of(resource, data, notes),
    }


def _image(resource: Resource, value: Value, notes: Notes) -> dict[str, str]:
    if isinstance(value, SsmValue) and value.path and "${" not in value.path:
        return {"image_parameter": value.path}
    if isinstance(value, SsmValue):
        notes.add(resource, "ImageId", value.reason)
    text = notes.text(resource, "ImageId", value).strip()
    name = text.removeprefix(_RESOLVE_SSM)
    if not name and value is not None and not isinstance(value, Reference | Unknown):
        notes.add(resource, "ImageId", f"{as_written(value, 40)} names no image")
    if not name:
        return {}
    return {"image_id": text} if name == text else {"image_parameter": name}


def _placement(resource: Resource, data: Mapping[str, Value], notes: Notes) -> dict[str, str]:
    group = placement_group_of(data)
    zone = dig(data, "Placement", "AvailabilityZone") or data.get("AvailabilityZone")
    zone_id = dig(data, "Placement", "AvailabilityZoneId")
    return {
        "placement_group": placement_group(resource, "GroupName", group, notes),
        "zone": zone if isinstance(zone, str) else "",
        "zone_id": zone_id if isinstance(zone_id, str) else "",
    }


def placement_group(resource: Resource, what: str, value: Value, notes: Notes) -> str:
    """Return the name of the placement group ``value``, the property ``what``; ``new:…`` is one of the plan."""
    if isinstance(value, Reference):
        return f"new:{value.logical_id}"
    name = notes.text(resource, what, value)
    if name.startswith("pg-"):
        notes.add(resource, what, f"{name} is an id, only names are looked up")
        return ""
    return name


def _devices(resource: Resource, data: Mapping[str, Value], notes: Notes) -> tuple[BlockDevice, ...]:
    listed = [mapping(one) for one in items(data.get("BlockDeviceMappings")) if dig(one, "Ebs") is not None]
    return tuple(_device(resource, one, notes) for one in listed)


def _device(resource: Resource, part: Mapping[str, Value], notes: Notes) -> BlockDevice:
    ebs = mapping(part.get("Ebs"))
    return BlockDevice(
        device=notes.text(resource, "DeviceName", part.get("DeviceName")),
        gib=notes.number(resource, "VolumeSize", ebs.get("VolumeSize")),
        type=notes.text(resource, "VolumeType", ebs.get("VolumeType")) or "gp2",
        iops=notes.number(resource, "Iops", ebs.get("Iops")),
        kms_key_id=key_of(resource, ebs.get("KmsKeyId"), notes),
        snapshot_id=notes.text(resource, "SnapshotId", ebs.get("SnapshotId")),
    )


def key_of(resource: Resource, value: Value, notes: Notes) -> str:
    """Return the key ``value``; ``new:…`` is one of the plan."""
    return f"new:{value.logical_id}" if isinstance(value, Reference) else notes.text(resource, "KmsKeyId", value)


def _profile(resource: Resource, data: Mapping[str, Value], notes: Notes) -> str:
    profile = data.get("IamInstanceProfile")
    value = dig(profile, "Arn") or dig(profile, "Name") if isinstance(profile, Mapping) else profile
    return notes.text(resource, "IamInstanceProfile", value)


def launch_data(resource: Resource, data: Mapping[str, Value], notes: Notes) -> LaunchData:
    """Return what launch data say of the purchase."""
    specification = mapping(data.get("CapacityReservationSpecification"))
    target = next(iter(targets_of(specification)), None)
    return LaunchData(
        market_type=notes.text(resource, "MarketType", market_of(resource.type, data)),
        preference=notes.text(
            resource, "CapacityReservationPreference", specification.get("CapacityReservationPreference")
        ),
        target="/".join(target.target)
        if isinstance(target, Reference)
        else notes.text(resource, "reservation", target),
    )


def _pool(resource: Resource, target: Value) -> tuple[str, ...] | None:
    """Return the reservations in the resource group of the plan that ``target`` names; None when it names none."""
    found = resource.template.resources.get(target.logical_id) if isinstance(target, Reference) else None
    if found is None or found.type != "AWS::ResourceGroups::Group":
        return None
    listed = [one for branch in found.branches[:1] for one in items(branch.properties.get("Resources"))]
    # Partition and account are holes in the text, the id at its end is known.
    return tuple(match.group(1) for one in listed if (match := _RESERVATION.search(known_text(one))))


def capacity_of(resource: Resource, data: Mapping[str, Value], notes: Notes) -> Capacity:
    """Return how launch data, or an Auto Scaling group with the same members, buy their nodes."""
    market = market_of(resource.type, data)
    targets = targets_of(mapping(data.get("CapacityReservationSpecification")))
    pools = [_pool(resource, one) for one in targets]
    made = any(isinstance(one, Reference) and pool is None for one, pool in zip(targets, pools, strict=True))
    texts = [notes.text(resource, "reservation", one) for one in targets]
    ids = [one for pool in pools for one in pool or ()] + [one for one in texts if one and not one.startswith("arn:")]
    arn = next((one for one in texts if one.startswith("arn:")), "")
    where: dict[str, Any] = {"resource_group_arn": arn} if arn else {"ids": tuple(ids)}
    if market == "capacity-block":
        return Capacity(kind="block", **where)
    if market == "spot":
        return Capacity(kind="spot")
    if arn or ids or made:
        return Capacity(kind="reservation", creates_reservation=made, **where)
    return Capacity()
