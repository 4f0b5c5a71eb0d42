"""Which route table a subnet uses."""

from __future__ import annotations

from collections.abc import Iterable

from .question import Row

__all__ = ["table_of"]


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
