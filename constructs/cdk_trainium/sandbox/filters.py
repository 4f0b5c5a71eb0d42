"""EC2's filters: all must match, any value of one may, ``*`` and ``?`` are wildcards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any, TypeVar

from .rules.filter_name import RULE

__all__ = ["matching"]

T = TypeVar("T")
Values = Mapping[str, Callable[[T], Any]]


def matching(request: Any, items: Iterable[T], values: Values[T], tags: Callable[[T], Mapping[str, str]]) -> list[T]:
    """Return the items that pass the request's filters; ``values`` names what each filter looks at."""
    kept = list(items)
    for name, wanted in request._filters_from_querystring().items():
        value_of = _reader(name, values, tags)
        kept = [item for item in kept if _any_match(value_of(item), wanted)]
    return kept


def _reader(name: str, values: Values[T], tags: Callable[[T], Mapping[str, str]]) -> Callable[[T], Any]:
    if name.startswith("tag:"):
        return lambda item: tags(item).get(name[4:])
    if name == "tag-key":
        return lambda item: list(tags(item))
    if name not in values:
        raise RULE.refuse(f"The filter '{name}' is invalid")
    return values[name]


def _any_match(value: Any, wanted: Iterable[str]) -> bool:
    found = value if isinstance(value, list | tuple | set) else [value]
    return any(fnmatchcase(_text(item), pattern) for item in found if item is not None for pattern in wanted)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
