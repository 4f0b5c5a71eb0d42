"""Turn template values into the types of an API's model: templates may write 8 as ``"8"`` and true as ``"true"``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from botocore.model import ListShape, MapShape, Shape, StructureShape

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["coerce"]


def coerce(shape: Shape, value: Any) -> Any:
    """Return ``value`` in the types that ``shape`` asks for; what does not fit is left for botocore to refuse."""
    if value is None:
        return None
    if isinstance(shape, StructureShape):
        return _structure(shape, value)
    if isinstance(shape, ListShape):
        items = value if isinstance(value, list) else [value]
        return [coerce(shape.member, item) for item in items]
    if isinstance(shape, MapShape):
        return {str(key): coerce(shape.value, item) for key, item in value.items()}
    convert = _SCALARS.get(shape.type_name)
    return convert(value) if convert else value


def _structure(shape: StructureShape, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {
        key: coerce(shape.members[key], item) if key in shape.members else item
        for key, item in value.items()
        if item is not None
    }


def _integer(value: Any) -> Any:
    try:
        return int(value)
    except (OverflowError, TypeError, ValueError):
        return value


def _float(value: Any) -> Any:
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError):
        return value


def _boolean(value: Any) -> Any:
    return value.lower() == "true" if isinstance(value, str) and value.lower() in {"true", "false"} else value


def _string(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return json.dumps(value)
    return str(value)


_SCALARS: dict[str, Callable[[Any], Any]] = {
    "integer": _integer,
    "long": _integer,
    "float": _float,
    "double": _float,
    "boolean": _boolean,
    "string": _string,
}
