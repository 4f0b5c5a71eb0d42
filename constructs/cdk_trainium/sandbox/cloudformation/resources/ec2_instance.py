"""``AWS::EC2::Instance``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .ec2 import Ec2Handler, pick

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["Instance"]

_CREATE_ONLY = {
    "AvailabilityZone",
    "ImageId",
    "KeyName",
    "LaunchTemplate",
    "NetworkInterfaces",
    "PlacementGroupName",
    "PrivateIpAddress",
    "SubnetId",
    "Tenancy",
    "InstanceMarketOptions",
    "BlockDeviceMappings",
    "EnclaveOptions",
    "CpuOptions",
    "SecurityGroups",
}
_PLACEMENT = {
    "AvailabilityZone": "AvailabilityZone",
    "PlacementGroupName": "GroupName",
    "Tenancy": "Tenancy",
    "HostId": "HostId",
    "Affinity": "Affinity",
}
_OTHER = {"Tags", "SourceDestCheck", "PropagateTagsToVolumeOnCreation", "Volumes", "SsmAssociations"}


class Instance(Ec2Handler):
    """One node."""

    type = "AWS::EC2::Instance"
    kind = "instance"
    create_only = frozenset(_CREATE_ONLY)
    moving = frozenset({"PrivateIp", "PublicIp", "PrivateDnsName", "PublicDnsName"})

    def create(self, context: Context, props: Props) -> None:
        """Run it."""
        params = {key: value for key, value in props.items() if key not in _PLACEMENT and key not in _OTHER}
        params |= _renamed(props)
        placement = {name: props[key] for key, name in _PLACEMENT.items() if key in props}
        specs = list(self.tagged(props) or [])
        if specs and str(props.get("PropagateTagsToVolumeOnCreation", "")).lower() == "true":
            specs.append({"ResourceType": "volume", "Tags": props["Tags"]})
        answer = context.call(
            "ec2",
            "run_instances",
            MinCount=1,
            MaxCount=1,
            Placement=placement or None,
            TagSpecifications=specs or None,
            **params,
        )
        context.claim(answer["Instances"][0]["InstanceId"])

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change what EC2 can change; a new type or user data stops the node and starts it again."""
        halting = [name for name in ("InstanceType", "UserData", "EbsOptimized") if old.get(name) != new.get(name)]
        if halting:
            context.call("ec2", "stop_instances", InstanceIds=[context.physical_id])
            for name in halting:
                self._modify(context, name, new.get(name))
            context.call("ec2", "start_instances", InstanceIds=[context.physical_id])
        if old.get("SecurityGroupIds") != new.get("SecurityGroupIds"):
            groups = new.get("SecurityGroupIds")
            context.call("ec2", "modify_instance_attribute", InstanceId=context.physical_id, Groups=groups)
        for name in ("SourceDestCheck", "DisableApiTermination"):
            if old.get(name) != new.get(name):
                self._modify(context, name, new.get(name))
        self._set_profile(context, old, new)
        self.retag(context, old, new)

    def delete(self, context: Context, _props: Props) -> None:
        """Terminate it."""
        context.call("ec2", "terminate_instances", InstanceIds=[context.physical_id])

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its addresses and place."""
        answer = context.call("ec2", "describe_instances", InstanceIds=[context.physical_id])
        found = answer["Reservations"][0]["Instances"][0]
        return {
            "InstanceId": context.physical_id,
            "AvailabilityZone": found["Placement"]["AvailabilityZone"],
            "PrivateIp": found.get("PrivateIpAddress", ""),
            "PublicIp": found.get("PublicIpAddress", ""),
            "PrivateDnsName": found.get("PrivateDnsName", ""),
            "PublicDnsName": found.get("PublicDnsName", ""),
            "VpcId": found.get("VpcId", ""),
        }

    def _modify(self, context: Context, name: str, value: Any) -> None:
        given = {name: {"Value": value}}
        context.call("ec2", "modify_instance_attribute", InstanceId=context.physical_id, **given)

    def _set_profile(self, context: Context, old: Props, new: Props) -> None:
        if old.get("IamInstanceProfile") == new.get("IamInstanceProfile"):
            return
        mine = [{"Name": "instance-id", "Values": [context.physical_id]}]
        answer = context.call("ec2", "describe_iam_instance_profile_associations", Filters=mine)
        for item in answer["IamInstanceProfileAssociations"]:
            key = item["AssociationId"]
            context.call("ec2", "disassociate_iam_instance_profile", AssociationId=key)
        if "IamInstanceProfile" in new:
            profile = {"Name": new["IamInstanceProfile"]}
            context.call(
                "ec2",
                "associate_iam_instance_profile",
                InstanceId=context.physical_id,
                IamInstanceProfile=profile,
            )


def _renamed(props: Props) -> Props:
    """Return what the API spells otherwise than the template."""
    made: Props = {}
    if "IamInstanceProfile" in props:
        made["IamInstanceProfile"] = {"Name": props["IamInstanceProfile"]}
    if "Monitoring" in props:
        made["Monitoring"] = {"Enabled": props["Monitoring"]}
    if "NetworkInterfaces" in props:
        made["NetworkInterfaces"] = [_interface(item) for item in props["NetworkInterfaces"]]
    return made


def _interface(item: Props) -> Props:
    made = {key: value for key, value in item.items() if key != "GroupSet"}
    return {**made, **({"Groups": item["GroupSet"]} if "GroupSet" in item else {}), **pick(item, "DeviceIndex")}
