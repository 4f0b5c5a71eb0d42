"""``AWS::EC2::VPC``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler, pick

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["Vpc"]


class Vpc(Ec2Handler):
    """A network."""

    type = "AWS::EC2::VPC"
    known = frozenset(
        {
            "CidrBlock",
            "EnableDnsHostnames",
            "EnableDnsSupport",
            "InstanceTenancy",
            "Ipv4IpamPoolId",
            "Ipv4NetmaskLength",
            "Tags",
        }
    )
    kind = "vpc"
    create_only = frozenset({"CidrBlock", "Ipv4IpamPoolId", "Ipv4NetmaskLength"})

    def create(self, context: Context, props: Props) -> None:
        """Create it, then set its DNS attributes, one call each as EC2 asks."""
        wanted = pick(props, "CidrBlock", "InstanceTenancy", "Ipv4IpamPoolId", "Ipv4NetmaskLength")
        answer = context.call("ec2", "create_vpc", TagSpecifications=self.tagged(props), **wanted)
        context.claim(answer["Vpc"]["VpcId"])
        self._set_dns(context, {}, props)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change DNS attributes and tags."""
        self._set_dns(context, old, new)
        self.retag(context, old, new)

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_vpc", VpcId=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its CIDR blocks and the defaults that EC2 made with it."""
        vpc = context.call("ec2", "describe_vpcs", VpcIds=[context.physical_id])["Vpcs"][0]
        mine = [{"Name": "vpc-id", "Values": [context.physical_id]}]
        groups = context.call(
            "ec2", "describe_security_groups", Filters=[*mine, {"Name": "group-name", "Values": ["default"]}]
        )["SecurityGroups"]
        acls = context.call("ec2", "describe_network_acls", Filters=mine)["NetworkAcls"]
        return {
            "VpcId": context.physical_id,
            "CidrBlock": vpc["CidrBlock"],
            "CidrBlockAssociations": [item["AssociationId"] for item in vpc.get("CidrBlockAssociationSet", [])],
            "DefaultSecurityGroup": groups[0]["GroupId"] if groups else "",
            "DefaultNetworkAcl": acls[0]["NetworkAclId"] if acls else "",
            "Ipv6CidrBlocks": [],
        }

    def _set_dns(self, context: Context, old: Props, new: Props) -> None:
        for name in ("EnableDnsSupport", "EnableDnsHostnames"):
            if name in new and new[name] != old.get(name):
                value = {"Value": new[name]}
                context.call("ec2", "modify_vpc_attribute", VpcId=context.physical_id, **{name: value})
