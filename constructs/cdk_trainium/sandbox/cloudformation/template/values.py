"""Values that are not there: left out on purpose, or not known before the deployment."""

from __future__ import annotations

import json
from typing import Any, Final

__all__ = ["NO_VALUE", "UNKNOWN", "canonical", "differ", "has_unknown", "text"]


class _Marker:
    """A value that stands for itself."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


NO_VALUE: Final = _Marker("AWS::NoValue")
"""``AWS::NoValue``: the property or list item is left out."""
UNKNOWN: Final = _Marker("{{changeSet:KNOWN_AFTER_APPLY}}")
"""A value that exists only after the deployment, met while a change set is made."""


def text(value: Any) -> str:
    """Return a scalar the way CloudFormation writes it into a string."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(text(item) for item in value)
    return str(value)


def canonical(value: Any) -> Any:
    """Return ``value`` in a form in which 8 equals ``"8"`` and true equals ``"true"``."""
    if isinstance(value, dict):
        return {key: canonical(item) for key, item in value.items()}
    if isinstance(value, list):
        return [canonical(item) for item in value]
    return value if value is UNKNOWN or value is None else text(value)


def differ(left: Any, right: Any) -> bool:
    """Say whether two property values differ; an unknown value differs from everything."""
    left, right = canonical(left), canonical(right)
    if has_unknown(left) or has_unknown(right):
        return True
    return json.dumps(left, sort_keys=True) != json.dumps(right, sort_keys=True)


def has_unknown(value: Any) -> bool:
    """Say whether an unknown value is anywhere inside."""
    if isinstance(value, dict):
        return any(has_unknown(item) for item in value.values())
    if isinstance(value, list):
        return any(has_unknown(item) for item in value)
    return value is UNKNOWN
