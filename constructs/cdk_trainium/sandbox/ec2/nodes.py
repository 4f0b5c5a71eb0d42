"""Makes the nodes of a decided launch with moto, and gives them what moto forgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.core.types import Base64EncodedString
from moto.ec2.utils import parse_user_data

from ..service_linked_roles import SPOT, ensure
from . import offers
from .placement_groups import find as find_group

if TYPE_CHECKING:
    from .launch import Launch
    from .placing import Place

__all__ = ["create"]


def create(launch: Launch, places: list[Place]) -> Any:
    """Return moto's reservation (EC2's word for the nodes of one launch)."""
    data = launch.data
    if launch.market == "spot":
        ensure(SPOT, launch.state.ec2)
    reservation = launch.state.ec2.run_instances(
        data["ImageId"],
        len(places),
        _user_data(data.get("UserData")),
        list(data.get("SecurityGroups") or []),
        **_options(launch),
    )
    for instance, place in zip(reservation.instances, places, strict=True):
        _complete(launch, instance, place)
    return reservation


def _user_data(value: Any) -> Any:
    """A launch template's user data is moto's own object already, a request's is text."""
    return value if isinstance(value, Base64EncodedString) else parse_user_data(value)


def _options(launch: Launch) -> dict[str, Any]:
    data = launch.data
    options = {
        "instance_type": launch.instance_type,
        "is_instance_type_default": False,
        "region_name": launch.state.region_name,
        "placement": None if launch.subnet_id else launch.zone,
        "subnet_id": launch.subnet_id,
        "key_name": data.get("KeyName"),
        "security_group_ids": list(data.get("SecurityGroupIds") or []),
        "nics": [dict(item) for item in data.get("NetworkInterfaces") or []],
        "private_ip": data.get("PrivateIpAddress"),
        "associate_public_ip": None,
        "tags": {"instance": launch.tags("instance") | launch.extra_tags, "volume": launch.tags("volume")},
        "ebs_optimized": bool(data.get("EbsOptimized")),
        "disable_api_termination": bool(data.get("DisableApiTermination")),
        "disable_api_stop": bool(data.get("DisableApiStop")),
        "instance_initiated_shutdown_behavior": data.get("InstanceInitiatedShutdownBehavior"),
        "monitoring_state": "enabled" if (data.get("Monitoring") or {}).get("Enabled") else "disabled",
        "metadata_options": data.get("MetadataOptions") or {},
        "client_token": data.get("ClientToken"),
    }
    # moto launches with no operations of a volume, and makes no io1 or io2 without: `_perform` says what it is.
    disks = {name: {**ebs, "VolumeType": "gp3"} if ebs.get("Iops") else ebs for name, ebs in _disks(launch).items()}
    options["block_device_mappings"] = [{"DeviceName": name, "Ebs": ebs} for name, ebs in disks.items()]
    return options


def _disks(launch: Launch) -> dict[str, dict[str, Any]]:
    """Return the image's root volume with the request's changes over it, then the other volumes."""
    image = launch.state.ec2.amis[launch.data["ImageId"]]
    disks: dict[str, dict[str, Any]] = {item["DeviceName"]: item["Ebs"] for item in image.block_device_mappings}
    for item in launch.data.get("BlockDeviceMappings") or []:
        if item.get("Ebs"):
            name = item["DeviceName"]
            disks[name] = {"DeleteOnTermination": True, "VolumeSize": 8, **disks.get(name, {}), **item["Ebs"]}
    # The image's snapshot is not in moto's list (1,300 images would each need a volume); its size is what counts.
    own = image.ebs_snapshot.id
    return {name: {k: v for k, v in ebs.items() if (k, v) != ("SnapshotId", own)} for name, ebs in disks.items()}


def _perform(launch: Launch, instance: Any) -> None:
    """Give the volumes of ``instance`` the type, operations and throughput that were asked for."""
    for name, asked in _disks(launch).items():
        volume = launch.state.ec2.volumes[instance.block_device_mapping[name].volume_id]
        volume.volume_type = asked.get("VolumeType") or volume.volume_type
        volume.iops = int(asked["Iops"]) if asked.get("Iops") else volume.iops
        volume.throughput = int(asked["Throughput"]) if asked.get("Throughput") else volume.throughput


def _complete(launch: Launch, instance: Any, place: Place) -> None:
    state = launch.state
    instance.launch_time = state.settings.clock.now()
    instance.lifecycle = place.lifecycle
    instance.capacity_reservation_id = place.reservation_id
    instance.capacity_reservation_specification = _specification(launch)
    if launch.group_name:
        group = find_group(state, launch.group_name)
        instance.placement.group_name, instance.placement.group_id = group.name, group.id
        instance.placement.partition_number = launch.partition
    instance.placement.availability_zone_id = offers.zone_id(state, instance.placement.zone)
    instance.security_groups = list(instance.nics[0]._group_set)
    _perform(launch, instance)
    if launch.template:
        template_id, version = launch.template
        instance.add_tags({"aws:ec2launchtemplate:id": template_id, "aws:ec2launchtemplate:version": version})
    _profile(launch, instance)
    tags = launch.tags("network-interface")
    for eni in instance.nics.values():
        eni.attach_time = instance.launch_time
        eni.add_tags(tags)


def _specification(launch: Launch) -> dict[str, Any]:
    if not launch.targets:
        return {"CapacityReservationPreference": launch.preference}
    return {"CapacityReservationTarget": {"CapacityReservationId": launch.targets[0]}}


def _profile(launch: Launch, instance: Any) -> None:
    profile = launch.data.get("IamInstanceProfile") or {}
    name, arn = profile.get("Name"), profile.get("Arn")
    if name or arn:
        launch.state.ec2.associate_iam_instance_profile(
            instance_id=instance.id, iam_instance_profile_name=name, iam_instance_profile_arn=arn
        )
