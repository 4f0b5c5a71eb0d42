"""``AWS::EC2::VPCGatewayAttachment``."""

from __future__ import annotations

from ..errors import ResourceError
from .handler import Context, Handler, Props

__all__ = ["GatewayAttachment"]


class GatewayAttachment(Handler):
    """An internet gateway attached to a network."""

    type = "AWS::EC2::VPCGatewayAttachment"
    create_only = frozenset({"VpcId", "InternetGatewayId", "VpnGatewayId"})

    def create(self, context: Context, props: Props) -> None:
        """Attach the gateway."""
        if "VpnGatewayId" in props:
            raise ResourceError("the sandbox attaches internet gateways only")
        context.call("ec2", "attach_internet_gateway", **props)
        context.claim(f"IGW|{props['VpcId']}")

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Nothing can be changed in place."""

    def delete(self, context: Context, props: Props) -> None:
        """Detach the gateway."""
        context.call("ec2", "detach_internet_gateway", **props)

    def attributes(self, _context: Context, _props: Props) -> Props:
        """Return the kind of attachment."""
        return {"AttachmentType": "IGW"}
