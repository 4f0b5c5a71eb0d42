"""Groups that buy their capacity in several ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..template import Value
from .group import Use

__all__ = ["bought_in"]


def bought_in(ways: Sequence[Value], uses: Iterable[Use]) -> tuple[Use, ...]:
    """Return each of ``uses`` once per way its nodes are bought."""
    if len(ways) < 2:
        return tuple(uses)
    return tuple(replace(use, purchase=way) for use in uses for way in ways)
