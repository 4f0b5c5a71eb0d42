"""What EC2 accepts, as pure functions on plain data: used by spec, review and preflight alike."""

from __future__ import annotations

from .interfaces import check_interfaces
from .layout import Interface, Layout, interfaces_of

__all__ = ["Interface", "Layout", "check_interfaces", "interfaces_of"]
