"""``AWS::EC2::VPCEndpoint``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler, pick

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["VpcEndpoint"]

_SETS = {"SubnetIds": "SubnetIds", "RouteTableIds": "RouteTableIds", "SecurityGroupIds": "SecurityGroupIds"}


class VpcEndpoint(Ec2Handler):
    """A private way to a service: a gateway in route tables or interfaces in subnets."""

    type = "AWS::EC2::VPCEndpoint"
    kind = "vpc-endpoint"
    create_only = frozenset({"VpcId", "ServiceName", "VpcEndpointType", "ServiceRegion"})

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        rest = {key: value for key, value in props.items() if key != "Tags"}
        answer = context.call("ec2", "create_vpc_endpoint", TagSpecifications=self.tagged(props), **rest)
        context.claim(answer["VpcEndpoint"]["VpcEndpointId"])

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change where it lies, its policy and tags."""
        changes: Props = pick(new, "PolicyDocument", "PrivateDnsEnabled") if old != new else {}
        for name, suffix in _SETS.items():
            before, after = set(old.get(name, [])), set(new.get(name, []))
            changes |= {f"Add{suffix}": sorted(after - before)} if after - before else {}
            changes |= {f"Remove{suffix}": sorted(before - after)} if before - after else {}
        if changes:
            context.call("ec2", "modify_vpc_endpoint", VpcEndpointId=context.physical_id, **changes)
        self.retag(context, old, new)

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_vpc_endpoints", VpcEndpointIds=[context.physical_id])

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id, interfaces and names."""
        answer = context.call("ec2", "describe_vpc_endpoints", VpcEndpointIds=[context.physical_id])
        found = answer["VpcEndpoints"][0]
        return {
            "Id": context.physical_id,
            "NetworkInterfaceIds": found.get("NetworkInterfaceIds", []),
            "DnsEntries": [
                f"{item.get('HostedZoneId', '')}:{item.get('DnsName', '')}" for item in found.get("DnsEntries", [])
            ],
        }
