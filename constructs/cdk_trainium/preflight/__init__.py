"""Asks an account whether it can hold a plan; nothing heavy is imported before `run` is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .runner import run

__all__ = ["run"]


def __getattr__(name: str) -> object:
    """Import `run` when it is first used."""
    if name == "run":
        from importlib import import_module

        return import_module(".runner", __name__).run
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
