"""``AWS::EC2::Route``."""

from __future__ import annotations

from .ec2 import pick
from .handler import Context, Handler, Props

__all__ = ["Route"]

_DESTINATIONS = ("DestinationCidrBlock", "DestinationIpv6CidrBlock", "DestinationPrefixListId")


class Route(Handler):
    """One line of a route table. Its id is the table's id and the destination."""

    type = "AWS::EC2::Route"
    create_only = frozenset({"RouteTableId", *_DESTINATIONS})

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        context.call("ec2", "create_route", **props)
        destination = next(props[name] for name in _DESTINATIONS if name in props)
        context.claim(f"{props['RouteTableId']}|{destination}")

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Send the destination elsewhere."""
        context.call("ec2", "replace_route", **new)

    def delete(self, context: Context, props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_route", **pick(props, "RouteTableId", *_DESTINATIONS))

    def attributes(self, _context: Context, props: Props) -> Props:
        """Return its destination."""
        return {"CidrBlock": props.get("DestinationCidrBlock", "")}
