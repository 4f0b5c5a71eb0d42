"""``AWS::EC2::InternetGateway``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["InternetGateway"]


class InternetGateway(Ec2Handler):
    """A network's way to the internet."""

    type = "AWS::EC2::InternetGateway"
    known = frozenset({"Tags"})
    kind = "internet-gateway"

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        answer = context.call("ec2", "create_internet_gateway", TagSpecifications=self.tagged(props))
        context.claim(answer["InternetGateway"]["InternetGatewayId"])

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_internet_gateway", InternetGatewayId=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id."""
        return {"InternetGatewayId": context.physical_id}
