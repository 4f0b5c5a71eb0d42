"""The simulated account: moto, what moto lacks, and EC2's refusals. Nothing here ever reaches AWS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .account import mock_account
    from .extension import install

__all__ = ["install", "mock_account"]


def __getattr__(name: str) -> Any:
    """Import ``install`` and ``mock_account`` on use: moto takes a second to load."""
    if name == "install":
        from .extension import install

        return install
    if name == "mock_account":
        from .account import mock_account

        return mock_account
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
