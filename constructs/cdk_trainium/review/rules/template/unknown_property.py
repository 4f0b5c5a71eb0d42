"""A key that CloudFormation does not know, beside right ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ...model.schema import Shape, schema
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Described

_KINDS = ("arn", "id", "name")
_LAST_WORD = re.compile(r"(?:(?<![A-Z])[A-Z]+s?|[A-Z][a-z0-9]+)$")


def check(item: Described, _context: Context) -> Iterator[Hit]:
    """Compare the keys of the resources that rules judge with the names of AWS's schemas."""
    for deviation in item.deviations:
        if deviation.wanted is None and not str(deviation.path[-1]).startswith("Fn::"):  # a macro may bring in anything
            yield _hit(item.resource.type, deviation.path, deviation.known)


def _hit(kind: str, path: Path, names: Mapping[str, Any]) -> Hit:
    meant, key = _meant(str(path[-1]), names), path[-1]
    where = next((str(step) for step in reversed(path[1:-1]) if isinstance(step, str)), kind)
    if meant:
        return Hit(f"{where} has no property {key}; {meant} is meant?", path, f"write {meant}")
    text = f"CloudFormation's schema of {where} held no property {key} on {schema().date}"
    home = next(_homes(str(key), schema().types.get(kind)), None)
    if home is not None:
        return Hit(text, path, f"write it into {home}", Level.WARNING)
    return Hit(text, path, "remove it, or acknowledge it when AWS has added it since", Level.WARNING)


def _meant(key: str, names: Mapping[str, Any]) -> str:
    """Return the known name that ``key`` misspells: another case, or nearly the same letters."""
    from difflib import get_close_matches

    kind = _kind(key)
    folded = {name.lower(): name for name in names if not kind or _kind(name) == kind}
    close = get_close_matches(key.lower(), folded, n=1, cutoff=0.8)
    return folded[close[0]] if close else ""


def _homes(key: str, shape: Shape, owner: str = "Properties") -> Iterator[str]:
    """Yield the objects of a resource that have a property ``key``."""
    if isinstance(shape, list):
        yield from _homes(key, shape[0], owner)
    elif isinstance(shape, Mapping):
        if key in shape:
            yield owner
        for name, inner in shape.items():
            yield from _homes(key, inner, name)


def _kind(key: str) -> str:
    """Return the last word of ``key`` where it tells the kind of value: an id is no typing error of a name."""
    word = _LAST_WORD.search(key)
    last = word.group().lower().removesuffix("s") if word else ""
    return last if last in _KINDS else ""


RULE = Rule(
    id="TRN916",
    title="Properties are ones that CloudFormation knows",
    level=Level.ERROR,
    why="CloudFormation refuses the stack; until then the right property is missing and its value counts for nothing.",
    source="CloudFormation resource schemas, dated in the data file",
    on="described",
    check=check,
)
