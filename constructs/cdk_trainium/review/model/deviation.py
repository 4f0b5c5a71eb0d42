"""Where the properties of a resource differ from AWS's schema; one walk for all rules that ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...template import Reference, Value
from ...template.values import HiddenMap
from ..rule import Path
from .schema import Shape

__all__ = ["Deviation", "deviations"]

_PLAIN = {("string", str), ("integer", int), ("number", int), ("boolean", bool), ("string", Reference)}
"""What needs no second look; most values are of these."""
_OBJECTS = (dict, HiddenMap)
_NO_SUCH_KEY = object()
_ANY = "*"
"""Name of all values of a map."""


class Deviation(NamedTuple):
    """One value that the schema does not plainly allow; whether CloudFormation takes it is for the rules to say."""

    path: Path
    value: Value
    known: Mapping[str, Shape]
    """Shape of the object that holds it."""
    wanted: Shape = None
    """Shape of the value itself. Default: - the object has no such property."""


def deviations(properties: Mapping[str, Value], shape: Mapping[str, Shape]) -> Sequence[Deviation]:
    """Return what of ``properties`` needs a second look, in order."""
    found: list[Deviation] = []
    _object(found, properties, shape, ("Properties",))
    return found


def _object(found: list[Deviation], value: Mapping[str, Value], shape: Mapping[str, Shape], path: Path) -> None:
    for name, item in value.items():
        wanted, kind = shape.get(name, _NO_SUCH_KEY), type(item)
        if wanted is _NO_SUCH_KEY and _ANY in shape and not str(name).startswith("Fn::"):
            wanted = shape[_ANY]
        if wanted is _NO_SUCH_KEY and type(value) is HiddenMap and not str(name).startswith("Fn::"):
            continue  # the macro takes it
        if (wanted, kind) in _PLAIN if type(wanted) is str else wanted is None:
            continue
        if type(wanted) is dict and (kind is dict or kind is HiddenMap):
            _object(found, item, wanted, (*path, name))
        elif type(wanted) is list and kind is list:
            _list(found, item, wanted[0], shape, (*path, name))
        else:
            found.append(Deviation((*path, name), item, shape, None if wanted is _NO_SUCH_KEY else wanted))


def _list(found: list[Deviation], value: list[Value], wanted: Shape, known: Mapping[str, Shape], path: Path) -> None:
    if wanted is None:
        return
    for index, item in enumerate(value):
        if type(wanted) is dict and type(item) in _OBJECTS:
            _object(found, item, wanted, (*path, index))
        elif type(wanted) is not str or (wanted, type(item)) not in _PLAIN:
            found.append(Deviation((*path, index), item, known, wanted))
