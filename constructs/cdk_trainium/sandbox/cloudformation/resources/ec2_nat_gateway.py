"""``AWS::EC2::NatGateway``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler, pick

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["NatGateway"]


class NatGateway(Ec2Handler):
    """The way out of private subnets."""

    type = "AWS::EC2::NatGateway"
    known = frozenset({"AllocationId", "ConnectivityType", "PrivateIpAddress", "SubnetId", "Tags"})
    kind = "natgateway"
    create_only = frozenset({"SubnetId", "AllocationId", "ConnectivityType", "PrivateIpAddress"})

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        wanted = pick(props, "SubnetId", "AllocationId", "ConnectivityType", "PrivateIpAddress")
        answer = context.call("ec2", "create_nat_gateway", TagSpecifications=self.tagged(props), **wanted)
        context.claim(answer["NatGateway"]["NatGatewayId"])

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_nat_gateway", NatGatewayId=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id."""
        return {"NatGatewayId": context.physical_id}
