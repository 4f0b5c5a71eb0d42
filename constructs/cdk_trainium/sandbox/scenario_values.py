"""What the value of each key of a scenario may be; checked before anything is put into the account."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from .control.values import ALLOWED_TIMES, known_type, moment

__all__ = ["ALLOWED", "fits"]

_Test = Callable[[Any], bool]
_MOST = 10_000_000_000
"""Of a quota. Source: the Service Quotas API, QuotaValue."""


def fits(key: str, value: Any) -> bool:
    """Whether the key may have this value; a key without a test may have any."""
    return key not in ALLOWED or ALLOWED[key][1](value)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MOST


def _nodes(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _time(value: Any) -> bool:
    try:
        return isinstance(value, str | date) and bool(moment(value, datetime.now(UTC)))
    except ValueError:
        return False


def _names(value: Any) -> bool:
    return isinstance(value, list | tuple | set) and all(isinstance(item, str) for item in value)


def _items(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, Mapping) for item in value)


def _map_of(test: _Test) -> _Test:
    return lambda value: isinstance(value, Mapping) and all(test(item) for item in value.values())


def _capacity(value: Any) -> bool:
    return _map_of(_map_of(_nodes))(value) and all(known_type(str(name)) for name in value)


_FLAG = ("true or false", _flag)
_CODES = ("a list of quota codes such as [L-64569A79]", _names)
_OPERATIONS = ("a list of AWS's operations such as [DescribeInstances]", _names)
_OBJECTS = ("a list of mappings", _items)
ALLOWED: dict[str, tuple[str, _Test]] = {
    "now": (ALLOWED_TIMES, _time),
    "aws_defaults": _FLAG,
    "quotas": (f"numbers from 0 to {_MOST:,} by quota code, or by region:code", _map_of(_number)),
    "no_applied_value": _CODES,
    "capacity": ("whole numbers from 0 by instance type that EC2 knows, then by zone", _capacity),
    "opted_in": ("a list of regions such as [ap-south-2]", _names),
    "ultraservers_allowed": _FLAG,
    "empty_first_page": _OPERATIONS,
    "instances": _OBJECTS,
    "reservations": _OBJECTS,
    "blocks": _OBJECTS,
    "offerings": _OBJECTS,
    "denied": _OPERATIONS,
    "failures": _OBJECTS,
}
"""Key -> what is allowed in words, and the test for it."""
