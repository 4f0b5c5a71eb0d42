"""Which route table a subnet uses, and which of its routes lead to all addresses."""

from __future__ import annotations

from collections.abc import Iterable

from .question import Row

__all__ = ["table_of", "ways_out"]

_ALL = "0.0.0.0/0"
_HALVES = ("0.0.0.0/1", "128.0.0.0/1")


def table_of(tables: Iterable[Row], subnet: str, vpc: str) -> Row | None:
    """Return the table that is associated with ``subnet``, else the main one of ``vpc``."""
    main = None
    for table in tables:
        for link in table.rows("Associations"):
            if link.text("SubnetId", "") == subnet:
                return table
            if link.has("Main") and link.flag("Main") and table.text("VpcId") == vpc:
                main = table
    return main


def ways_out(table: Row) -> list[Row]:
    """Return the routes to all IPv4 addresses: the two halves where both are there, as they are more specific.

    Source: VPC User Guide, route-tables-priority.
    """
    routes = {row.text("DestinationCidrBlock", ""): row for row in table.rows("Routes", always=True)}
    halves = [routes[one] for one in _HALVES if one in routes]
    return halves if len(halves) == len(_HALVES) else [routes[_ALL]] if _ALL in routes else []
