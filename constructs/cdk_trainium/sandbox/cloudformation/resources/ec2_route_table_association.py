"""``AWS::EC2::SubnetRouteTableAssociation``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["RouteTableAssociation"]


class RouteTableAssociation(Handler):
    """A subnet's choice of a route table."""

    type = "AWS::EC2::SubnetRouteTableAssociation"
    create_only = frozenset({"SubnetId", "RouteTableId"})

    def create(self, context: Context, props: Props) -> None:
        """Associate the two."""
        answer = context.call("ec2", "associate_route_table", **props)
        context.claim(answer["AssociationId"])

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Nothing can be changed in place."""

    def delete(self, context: Context, _props: Props) -> None:
        """Dissociate them."""
        context.call("ec2", "disassociate_route_table", AssociationId=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id."""
        return {"Id": context.physical_id}
