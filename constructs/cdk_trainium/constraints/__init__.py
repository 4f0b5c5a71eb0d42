"""What EC2 accepts, as pure functions on plain data: used by spec, review and preflight alike."""

from __future__ import annotations

from .interfaces import check_interfaces, check_interfaces_of_any_type
from .layout import Interface, Layout, interfaces_of

__all__ = ["Interface", "Layout", "check_interfaces", "check_interfaces_of_any_type", "interfaces_of"]
