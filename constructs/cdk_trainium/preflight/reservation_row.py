"""Reads one capacity reservation: its kind and its state, of which a later release of EC2 may know more."""

from __future__ import annotations

from collections.abc import Collection

from .question import Row

__all__ = ["NEEDED_BY", "STATES", "in_state", "is_block", "market_type"]

_KINDS = ("default", "capacity-block")
NEEDED_BY = {
    "capacity-block": "a Capacity Block",
    "interruptible-capacity-reservation": "an interruptible reservation",
    "": "an on-demand reservation",
}
"""The market type that a reservation needs -> what it is."""
STATES = {
    "active": "",
    "scheduled": "it has been bought and has not started yet",
    "pending": "EC2 has not provided the capacity yet",
    "payment-pending": "the payment has not cleared yet; after 12 hours it fails",
    "payment-failed": "the payment failed; the block was never provided",
    "assessing": "EC2 is still assessing the request",
    "delayed": "EC2 has not delivered the capacity in time",
    "unsupported": "EC2 does not support the request",
    "failed": "the request failed",
    "cancelling": "it is being cancelled",
    "cancelled": "it was cancelled",
    "expired": "it has ended",
    "unavailable": "EC2 says that it is unavailable",
}
"""State -> why nodes cannot launch; only an empty text lets them. A state that is not here lets none."""


def is_block(row: Row) -> bool:
    """Whether ``row`` is a Capacity Block; raises `UnansweredError` for a kind that this release does not know."""
    return row.known("ReservationType", _KINDS, "default") == "capacity-block"


def market_type(row: Row) -> str:
    """Return the ``MarketType`` that a launch into ``row`` needs, empty where it is to name none.

    An interruptible reservation is one whose ``Interruptible`` is true: EC2 User Guide, capacity-consumer-procedures.
    """
    if is_block(row):
        return "capacity-block"
    return "interruptible-capacity-reservation" if row.has("Interruptible") and row.flag("Interruptible") else ""


def in_state(row: Row, states: Collection[str]) -> bool:
    """Whether ``row`` is in one of ``states``; raises `UnansweredError` for one that this release does not know."""
    return row.known("State", STATES) in states
