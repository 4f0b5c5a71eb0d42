"""``AWS::EC2::Subnet``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler, pick

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["Subnet"]


class Subnet(Ec2Handler):
    """A range of addresses in one zone."""

    type = "AWS::EC2::Subnet"
    known = frozenset(
        {"AvailabilityZone", "AvailabilityZoneId", "CidrBlock", "Ipv6CidrBlock", "MapPublicIpOnLaunch", "Tags", "VpcId"}
    )
    kind = "subnet"
    create_only = frozenset({"AvailabilityZone", "AvailabilityZoneId", "CidrBlock", "VpcId", "Ipv6Native"})

    def create(self, context: Context, props: Props) -> None:
        """Create it, then let it give public addresses if asked."""
        wanted = pick(props, "AvailabilityZone", "AvailabilityZoneId", "CidrBlock", "VpcId", "Ipv6CidrBlock")
        answer = context.call("ec2", "create_subnet", TagSpecifications=self.tagged(props), **wanted)
        context.claim(answer["Subnet"]["SubnetId"])
        self._set_public(context, {}, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change the public addresses and tags."""
        self._set_public(context, old, new)
        self.retag(context, old, new)

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_subnet", SubnetId=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its zone, by name and id, and what hangs on it."""
        subnet = context.call("ec2", "describe_subnets", SubnetIds=[context.physical_id])["Subnets"][0]
        mine = [{"Name": "association.subnet-id", "Values": [context.physical_id]}]
        acls = context.call("ec2", "describe_network_acls", Filters=mine)["NetworkAcls"]
        linked = [item for acl in acls for item in acl["Associations"] if item["SubnetId"] == context.physical_id]
        return {
            "SubnetId": context.physical_id,
            "AvailabilityZone": subnet["AvailabilityZone"],
            "AvailabilityZoneId": subnet.get("AvailabilityZoneId", ""),
            "CidrBlock": subnet["CidrBlock"],
            "VpcId": subnet["VpcId"],
            "NetworkAclAssociationId": linked[0]["NetworkAclAssociationId"] if linked else "",
            "Ipv6CidrBlocks": [item["Ipv6CidrBlock"] for item in subnet.get("Ipv6CidrBlockAssociationSet", [])],
        }

    def _set_public(self, context: Context, old: Props, new: Props) -> None:
        name = "MapPublicIpOnLaunch"
        if name in new and new[name] != old.get(name):
            value = {"Value": new[name]}
            context.call("ec2", "modify_subnet_attribute", SubnetId=context.physical_id, MapPublicIpOnLaunch=value)
