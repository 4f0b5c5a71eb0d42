"""What a plan asks of an account; its models are imported when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import Capacity, Counts, Demand, Group, LaunchData

__all__ = ["Capacity", "Counts", "Demand", "Group", "LaunchData"]


def __getattr__(name: str) -> object:
    """Import the model ``name`` when it is first used: how numbers are written needs none of them."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module(".model", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
