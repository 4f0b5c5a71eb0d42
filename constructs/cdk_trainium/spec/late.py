"""Values that CloudFormation supplies later (CDK tokens), told apart without importing aws_cdk."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar, cast

from pydantic import ValidationInfo, ValidatorFunctionWrapHandler, WrapValidator

from .problem import bad

__all__ = ["Late", "Literally", "is_late"]

T = TypeVar("T")

_STRING_MARKERS = ("${Token[", "#{Token[")
_NUMBER_PREFIX = b"\xfb\xff"
"""CDK encodes a number that is known later as a double that begins with these two bytes."""


def is_late(value: object) -> bool:
    """Say whether ``value`` is an encoded CDK token (or holds one), so that no check can read it yet."""
    if isinstance(value, str):
        return any(marker in value for marker in _STRING_MARKERS)
    if isinstance(value, float):
        return struct.pack(">d", value).startswith(_NUMBER_PREFIX)
    if isinstance(value, (list, tuple)):
        return any(is_late(item) for item in cast("Sequence[object]", value))
    return False


def _pass_late(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    return value if isinstance(value, str) and is_late(value) else check(value)


def _refuse_late(value: Any, check: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
    if is_late(value):
        name = (info.field_name or "value").replace("_", " ")
        raise bad(
            "TRN004",
            f"the {name} must be known at synthesis: the template's shape depends on it, and a token computes nonsense",
            allowed="a literal",
            hint="give the value itself, for example from the cluster file or CDK context",
        )
    return check(value)


Late = Annotated[T, WrapValidator(_pass_late)]
"""``Late[str]``: a string that is checked now, or the token of one that is let through, but no number or list."""

Literally = Annotated[T, WrapValidator(_refuse_late)]
"""``Literally[int]``: an int that is checked now; a token is refused."""
