"""What is wrong with a scenario, or with what a test gives for one of its keys, whatever the account holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import Problem
from ..wording import as_decimal, as_written, kind_of, nearest
from .control.fields import FIELDS, field_problems
from .scenario_names import unknown_names
from .scenario_values import ALLOWED, is_shaped, wrong

__all__ = ["items_of", "of_known_shape", "problems_of"]


def problems_of(data: Any) -> list[Problem]:
    """Return what is wrong with a scenario by itself."""
    if not isinstance(data, Mapping):
        return [Problem("TRN095", "a scenario is a mapping", got=kind_of(data))]
    problems = [
        Problem("TRN095", "a scenario has no such key", str(key), "", ", ".join(ALLOWED), nearest(str(key), ALLOWED))
        for key in data
        if key not in ALLOWED
    ]
    problems += [
        Problem(
            "TRN095",
            "it has no such value",
            prop=path,
            got=as_written(entry),
            allowed=ALLOWED[key].allowed,
            hint=as_decimal(entry),
        )
        for key, value in data.items()
        if key in ALLOWED
        for path, entry in wrong(key, value)
    ]
    known = of_known_shape(data)
    return [*problems, *_wrong_items(known), *unknown_names(known)]


def of_known_shape(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a scenario can be judged further, whatever is wrong with the rest."""
    return {key: value for key, value in data.items() if is_shaped(key, value)}


def items_of(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield kind, place and parameters of everything that is put into the account, in the order of `ALLOWED`."""
    for key in ALLOWED:
        if key in FIELDS:
            for index, item in enumerate(data.get(key, ())):
                if isinstance(item, Mapping):
                    yield key, f"{key}[{index}].", item


def _wrong_items(data: Mapping[str, Any]) -> Iterator[Problem]:
    for kind, where, item in items_of(data):
        yield from field_problems(kind, item, where)
