"""A property of another JSON type than CloudFormation takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....template import Encoded, Reference, Unknown, Value
from ...model.deviation import Deviation
from ...model.schema import Shape
from ...options import Context
from ...rule import Hit, Path, Rule, unknown
from ...subjects import Described

_WORDS: dict[type, str] = {dict: "an object", list: "a list", str: "text", bool: "a boolean", type(None): "null"}
_WORDS |= {Reference: "a reference to a resource", Encoded: "text"}
_SCALARS = (str, bool, int, float)


def check(item: Described, _context: Context) -> Iterator[Hit]:
    """Compare the properties that rules read with AWS's schemas: a rule takes what is of another type for missing."""
    if item.branch.unread is not None:
        yield from _scalar_or_hidden(item.branch.unread, {}, ("Properties",))
    for deviation in item.deviations:
        path = deviation.path
        if _is_text_for_more(item, deviation):
            yield Hit(f"{_name(path)} is one text; allowed: {_wanted(deviation.wanted)}", path)
        elif deviation.wanted is not None:
            yield from _scalar_or_hidden(deviation.value, deviation.wanted, path)
        elif str(path[-1]).startswith("Fn::"):
            yield unknown(f"what {path[-1]} adds to {_name(path[:-1])} is not known before deployment", path[:-1])


def _is_text_for_more(item: Described, deviation: Deviation) -> bool:
    """Return whether a function makes one text where a list or an object is wanted."""
    if not isinstance(deviation.wanted, list | dict) or not isinstance(deviation.value, Reference | Unknown):
        return False
    return item.resource.is_one_text(deviation.path, item.branch.when)


def _scalar_or_hidden(value: Value, shape: Shape, path: Path) -> Iterator[Hit]:
    objects = _is_object(shape) or (type(shape) is list and _is_object(shape[0]))
    if isinstance(value, Unknown):
        if objects:
            yield unknown(f"{_name(path)} cannot be read and is not judged: {value.reason}", path)
    elif isinstance(value, Reference) and not objects:
        return  # an attribute may be a list, and any type
    elif not _fits(value, shape):
        yield Hit(f"{_name(path)} is {_shown(value)}; allowed: {_wanted(shape)}", path)


def _is_object(shape: Shape) -> bool:
    """Return whether rules read names of it: those of a map are anybody's."""
    return type(shape) is dict and "*" not in shape


def _fits(value: Value, shape: Shape) -> bool:
    """Return whether CloudFormation takes ``value``: it turns numbers and booleans into text and back."""
    if not isinstance(shape, str) or not isinstance(value, _SCALARS):
        return isinstance(value, Encoded) and shape == "string"
    if shape in ("integer", "number"):
        return not isinstance(value, bool) and _number(value)
    return shape == "string" or str(value).lower() in ("true", "false")


def _number(value: Any) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


def _name(path: Path) -> str:
    named = next(index for index in reversed(range(len(path))) if isinstance(path[index], str))
    return str(path[named]) + (f" item {path[-1]}" if named < len(path) - 1 else "")


def _shown(value: Value) -> str:
    words = _WORDS.get(type(value), "a number")
    return f"{words} ({value:.40})" if isinstance(value, str) else words


def _wanted(shape: Shape) -> str:
    if isinstance(shape, list):
        return f"a list, each {_wanted(shape[0])}" if shape[0] is not None else "a list"
    return "an object" if isinstance(shape, dict) else {"string": "text", "boolean": "a boolean"}.get(shape, "a number")


RULE = Rule(
    id="TRN917",
    title="Properties have the type that CloudFormation takes",
    level=Level.ERROR,
    why="CloudFormation refuses the stack; and what is of another type hides interfaces and options from a review.",
    source="CloudFormation resource schemas, dated in the data file",
    on="described",
    check=check,
    fix="write it as the CloudFormation reference shows it",
)
