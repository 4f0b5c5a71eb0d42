"""Which regions botocore knows; one that it does not know may be newer than it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..wording import nearest

if TYPE_CHECKING:
    from .clients import Session

__all__ = ["unknown_region"]


def unknown_region(session: Session, region: str) -> str:
    """Return a hint where ``region`` is none that ``session`` knows, else nothing."""
    known = session.get_available_regions("ec2")
    if region in known:
        return ""
    near = nearest(region, known)
    return f"{region} is no region that this release knows" + (f"; {near}" if near else "")
