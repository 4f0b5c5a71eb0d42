"""What the value of each key of a scenario may be; checked before anything is put into the account."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from ..wording import as_decimal
from .control.values import ALLOWED_TIMES, known_type, moment

__all__ = ["ALLOWED", "Kind", "is_shaped", "wrong"]

_Test = Callable[[Any], bool]
_Entries = Callable[[Any], Iterator[tuple[str, Any, bool]]]
_MOST = 10_000_000_000
"""Of a quota. Source: the Service Quotas API, QuotaValue."""


def _none(_: Any) -> Iterator[tuple[str, Any, bool]]:
    yield from ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of values."""

    allowed: str
    """In words."""
    test: _Test
    """Whether the value has the shape, whatever its entries are."""
    entries: _Entries = _none
    """Yields each entry: its path below the key, the entry, whether it may be. Default: - the value has none."""


def is_shaped(key: str, value: Any) -> bool:
    """Whether ``value`` has the shape of the key's values, so that its entries can be judged one by one."""
    return key in ALLOWED and ALLOWED[key].test(value)


def wrong(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield path and value of what the key may not have: the whole value, or each such entry."""
    if not is_shaped(key, value):
        yield key, value
        return
    yield from ((f"{key}{path}", entry) for path, entry, fits in ALLOWED[key].entries(value) if not fits)


def _number(value: Any) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and not as_decimal(value) and 0 <= value <= _MOST
    )


def _nodes(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and not as_decimal(value) and value >= 0


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _time(value: Any) -> bool:
    try:
        return isinstance(value, str | date) and bool(moment(value, datetime.now(UTC)))
    except ValueError:
        return False


def _list(value: Any) -> bool:
    return isinstance(value, list | tuple | set)


def _map(value: Any) -> bool:
    return isinstance(value, Mapping)


def _each(test: _Test) -> _Entries:
    return lambda value: ((f"[{at}]", item, test(item)) for at, item in enumerate(value))


def _quotas(value: Mapping[Any, Any]) -> Iterator[tuple[str, Any, bool]]:
    return ((f".{name}", item, _number(item)) for name, item in value.items())


def _capacity(value: Mapping[Any, Any]) -> Iterator[tuple[str, Any, bool]]:
    for name, zones in value.items():
        if not known_type(str(name)):
            yield f".{name}", name, False
        if not isinstance(zones, Mapping):
            yield f".{name}", zones, False
            continue
        yield from ((f".{name}.{zone}", nodes, _nodes(nodes)) for zone, nodes in zones.items())


_FLAG = Kind("true or false", _flag)
_NAMES = _each(lambda item: isinstance(item, str))
_CODES = Kind("a list of quota codes such as [L-64569A79]", _list, _NAMES)
_OPERATIONS = Kind("a list of AWS's operations such as [DescribeInstances]", _list, _NAMES)
_OBJECTS = Kind("a list of mappings", lambda value: isinstance(value, list | tuple), _each(_map))
ALLOWED: dict[str, Kind] = {
    "now": Kind(ALLOWED_TIMES, _time),
    "aws_defaults": _FLAG,
    "quotas": Kind(f"numbers from 0 to {_MOST:,} by quota code, or by region:code", _map, _quotas),
    "no_applied_value": _CODES,
    "capacity": Kind("whole numbers from 0 by instance type that EC2 knows, then by zone", _map, _capacity),
    "opted_in": Kind("a list of regions such as [ap-south-2]", _list, _NAMES),
    "ultraservers_allowed": _FLAG,
    "empty_first_page": _OPERATIONS,
    "instances": _OBJECTS,
    "reservations": _OBJECTS,
    "blocks": _OBJECTS,
    "offerings": _OBJECTS,
    "denied": _OPERATIONS,
    "failures": _OBJECTS,
}
"""Key -> what its values may be."""
