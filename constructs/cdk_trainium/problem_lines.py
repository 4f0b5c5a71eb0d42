"""Lines of a scenario or an overlay: where each of its problems stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .errors import Problem
from .plain_yaml import prop_starts_in

__all__ = ["located"]


def located(text: str, problems: Iterable[Problem]) -> list[Problem]:
    """Return the ``problems`` of ``text`` with line and column, from 1, of the key that each names.

    One that is missing has those of what it is missing from; one of the whole text has none.
    """
    found = list(problems)
    if not found:
        return []
    start_of = prop_starts_in(text)
    places = [start_of(one.prop) for one in found]
    return [replace(one, line=line, column=column) for one, (line, column) in zip(found, places, strict=True)]
