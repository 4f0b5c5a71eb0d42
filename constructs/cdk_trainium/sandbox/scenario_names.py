"""Names in a scenario must be names of AWS: a misspelt one would change nothing, and nobody would notice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from ..errors import Problem
from .names import SERVICES, codes, is_operation, operations, regions, zones

__all__ = ["unknown_names"]

_Names = Iterable[tuple[str, str, str]]
"""Kind of a name, the name, and its path below the key."""


def unknown_names(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for every zone, region, quota code and operation in ``data`` that AWS does not have.

    ``data`` has passed the test of its values' shapes; entries that are no names are told elsewhere.
    """
    for key, value in data.items():
        if key in _READERS:
            for kind, name, path in _READERS[key](value):
                if not _KNOWN[kind](name):
                    yield _problem(f"{key}{path}", kind, name)


def _problem(prop: str, kind: str, name: str) -> Problem:
    near = get_close_matches(name, _listed(kind), n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}?" if near else ""
    return Problem("TRN095", f"there is no such {kind}", prop=prop, got=name, allowed=_ALLOWED[kind], hint=hint)


def _quotas(value: Iterable[str]) -> _Names:
    for name in map(str, value):
        region, colon, code = name.rpartition(":")
        if colon:
            yield "region", region, f".{name}"
        yield "quota code", code, f".{name}"


def _capacity(value: Mapping[str, Mapping[str, int]]) -> _Names:
    return [
        ("zone", str(zone), f".{kind}.{zone}")
        for kind, zones in value.items()
        if isinstance(zones, Mapping)
        for zone in zones
    ]


def _failures(value: Iterable[Mapping[str, Any]]) -> _Names:
    named = [(at, item.get("operation")) for at, item in enumerate(value) if isinstance(item, Mapping)]
    return [("operation", name, f"[{at}].operation") for at, name in named if isinstance(name, str) and name]


def _each(kind: str) -> Callable[[Any], _Names]:
    return lambda value: [(kind, name, f"[{at}]") for at, name in enumerate(value) if isinstance(name, str)]


def _listed(kind: str) -> Collection[str]:
    if kind == "operation":
        return sorted(name for service in SERVICES[:9] for name in operations(service))
    return sorted({"region": regions, "zone": zones, "quota code": codes}[kind]())


_KNOWN: dict[str, Callable[[str], bool]] = {
    "region": lambda name: name in regions(),
    "zone": lambda name: name in zones(),
    "quota code": lambda name: name in codes(),
    "operation": is_operation,
}
_ALLOWED = {
    "region": "a region such as us-east-2",
    "zone": "a zone's name such as us-east-2a",
    "quota code": "a code of the catalog such as L-2C3B7624",
    "operation": f"AWS's name of an operation such as DescribeInstances, of {', '.join(SERVICES)}",
}
_READERS: dict[str, Callable[[Any], _Names]] = {
    "quotas": _quotas,
    "no_applied_value": _each("quota code"),
    "capacity": _capacity,
    "opted_in": _each("region"),
    "denied": _each("operation"),
    "failures": _failures,
    "empty_first_page": _each("operation"),
}
"""Key of a scenario -> the names in its value, each with its kind."""
