"""How a message says a number of things."""

from __future__ import annotations

__all__ = ["counted"]


def counted(count: int, one: str, many: str = "") -> str:
    """Return ``count`` with its noun: ``1 node``, ``16 nodes``, ``1,024 nodes``.

    Args:
        count: how many.
        one: the noun for one of them.
        many: the noun for any other number. Default: - ``one`` with an s.
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"
