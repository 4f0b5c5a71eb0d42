"""``AWS::EC2::RouteTable``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["RouteTable"]


class RouteTable(Ec2Handler):
    """Where packets of a subnet go."""

    type = "AWS::EC2::RouteTable"
    known = frozenset({"Tags", "VpcId"})
    kind = "route-table"
    create_only = frozenset({"VpcId"})

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        answer = context.call(
            "ec2", "create_route_table", VpcId=props.get("VpcId"), TagSpecifications=self.tagged(props)
        )
        context.claim(answer["RouteTable"]["RouteTableId"])

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_route_table", RouteTableId=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id."""
        return {"RouteTableId": context.physical_id}
