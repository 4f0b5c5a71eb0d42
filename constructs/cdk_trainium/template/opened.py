"""What a macro inside or around a value may rewrite of it."""

from __future__ import annotations

from typing import Any

from .macros import rewrites
from .unknown import Answer
from .values import MACRO, HiddenMap, Value

__all__ = ["opened"]


def opened(value: Value, shape: Any, macro: str = "") -> Value:
    """Return ``value`` as far as it is written: members that a macro may add are such as nobody sees.

    Args:
        value: a resolved property.
        shape: what is wanted there, see `Template.shapes`: an object with a macro where none is wanted is its answer.
        macro: what may rewrite all of it. Default: - nothing does, but for macros inside.
    """
    if isinstance(value, list):
        return [opened(item, shape[0] if type(shape) is list else None, macro) for item in value]
    if not isinstance(value, dict):
        return value
    macro = macro or (MACRO if rewrites(value) else "")
    if (macro or MACRO in value) and shape is not None and type(shape) is not dict:
        return Answer(f"{macro or MACRO} tells it at deployment")
    made = {name: opened(item, _member(shape, name), macro) for name, item in value.items()}
    return HiddenMap(f"{macro} may add it at deployment", made) if macro else made


def _member(shape: Any, name: str) -> Any:
    return shape.get(name, shape.get("*")) if type(shape) is dict else None
