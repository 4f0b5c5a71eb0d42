"""Problems of a cluster as a whole, told beside those of its groups: pydantic stops at the latter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from ..catalog import Catalog
from ..errors import Problem
from .cluster import ClusterSpec
from .problem import problems_of

__all__ = ["problems_beside"]

_MEMBERS = ("groups", "ultraservers")
_HEADS = {(name,) for name in _MEMBERS}
_STAND_IN = {"name": "stand-in"}
"""What replaces a bad value that is required and that no other prop is compared with."""


def problems_beside(data: Mapping[str, Any], error: ValidationError, types: Catalog) -> Iterator[Problem]:
    """Yield what is wrong with the cluster ``data`` once everything that ``error`` is about is left out.

    A problem that may come from leaving it out is not yielded.
    """
    bad = {item["loc"][: 2 if item["loc"][:1] in _HEADS else 1] for item in error.errors()}
    if bad == {()}:
        return
    props = {str(at[0]) for at in bad if len(at) == 1}
    kept = {name: _kept(data.get(name), name, bad) for name in _MEMBERS}
    rest = {name: value for name, value in data.items() if name not in props and name not in _MEMBERS}
    rest |= {name: [value for _, value in items] for name, items in kept.items()}
    rest |= {name: value for name, value in _STAND_IN.items() if name in props}
    if _left_out_design(data, kept):
        rest["design_only"] = True
    try:
        ClusterSpec.model_validate(rest, context={"catalog": types})
    except ValidationError as found:
        for item in found.errors(include_url=False):
            for problem in problems_of(item):
                if not _caused(problem, props, bad):
                    yield replace(problem, prop=_renumbered(problem.prop, kept))


def _kept(items: Any, name: str, bad: set[tuple[Any, ...]]) -> list[tuple[int, Any]]:
    return [(at, item) for at, item in enumerate(items) if (name, at) not in bad] if isinstance(items, list) else []


def _left_out_design(data: Mapping[str, Any], kept: Mapping[str, list[tuple[int, Any]]]) -> bool:
    for name in _MEMBERS:
        items, stay = data.get(name), {at for at, _ in kept[name]}
        for at, item in enumerate(items if isinstance(items, list) else []):
            if at not in stay and isinstance(item, dict) and item.get("design_only") is True:
                return True
    return False


def _caused(problem: Problem, props: set[str], bad: set[tuple[Any, ...]]) -> bool:
    head = re.split(r"[.\[]", problem.prop)[0]
    zone = head == "zone" and "zone_id" in props
    image = problem.code.startswith("TRN50") and "image" in props
    no_members = problem.prop == "groups" and problem.code == "TRN003" and bool(bad)
    return head in props or zone or image or no_members


def _renumbered(prop: str, kept: Mapping[str, list[tuple[int, Any]]]) -> str:
    found = re.match(r"(\w+)\[(\d+)\](.*)", prop)
    if not found or found[1] not in kept:
        return prop
    return f"{found[1]}[{kept[found[1]][int(found[2])][0]}]{found[3]}"
