"""Check the values given for a template's parameters and resolve those kept in SSM."""

from __future__ import annotations

import contextlib
import math
import re
from typing import TYPE_CHECKING, Any

from ....allowed_pattern import matches
from ..errors import ValidationError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["resolve_parameters", "values_given"]

_NUMBER = re.compile(r"\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*", re.ASCII)
_JAVAS_OWN = re.compile(r"\\[a-zA-Z]|\(\?")
"""Python refuses some of these, such as classes by name, where Java does not."""
_SSM_VALUE = re.compile(r"AWS::SSM::Parameter::Value<(.+)>")


def values_given(
    template: Mapping[str, Any], requested: list[dict[str, Any]], previous: Mapping[str, str]
) -> dict[str, str]:
    """Return the value of each parameter as the caller gave it: given, previous or default.

    Raises:
        ValidationError: a value is missing, or given for a parameter that is not there.
    """
    declared: dict[str, dict[str, Any]] = template.get("Parameters", {})
    asked = {item["ParameterKey"]: item for item in requested}
    extra = [name for name in asked if name not in declared]
    if extra:
        raise ValidationError(f"Parameters: [{', '.join(extra)}] do not exist in the template")
    given: dict[str, str] = {}
    missing: list[str] = []
    for name, entry in declared.items():
        found = _one(name, entry, asked.get(name, {}), previous)
        if found is None:
            missing.append(name)
        else:
            given[name] = found
    if missing:
        raise ValidationError(f"Parameters: [{', '.join(missing)}] must have values")
    return given


def _one(name: str, entry: dict[str, Any], asked: dict[str, Any], previous: Mapping[str, str]) -> str | None:
    if asked.get("UsePreviousValue") in (True, "true"):
        return previous.get(name)
    if asked.get("ParameterValue") is not None:
        return str(asked["ParameterValue"])
    default = entry.get("Default")
    if isinstance(default, list):
        return ",".join(map(str, default))
    return None if default is None else str(default).lower() if isinstance(default, bool) else str(default)


def resolve_parameters(
    template: Mapping[str, Any], given: Mapping[str, str], read_ssm: Callable[[str], str | None]
) -> dict[str, Any]:
    """Return the value of each parameter as the template sees it: lists split, SSM parameters read.

    Raises:
        ValidationError: a value breaks a constraint, or an SSM parameter is not there.
    """
    resolved: dict[str, Any] = {}
    absent: list[str] = []
    for name, entry in template.get("Parameters", {}).items():
        kind = str(entry.get("Type", "String"))
        _check(name, entry, given[name])
        stored = _SSM_VALUE.fullmatch(kind)
        value = read_ssm(given[name]) if stored else given[name]
        if value is None:
            absent.append(given[name])
            continue
        resolved[name] = _typed(name, stored.group(1) if stored else kind, value)
    if absent:
        raise ValidationError(f"Unable to fetch parameters [{','.join(absent)}] from parameter store for this account.")
    return resolved


def _typed(name: str, kind: str, value: str) -> Any:
    if kind == "CommaDelimitedList" or kind.startswith("List<"):
        return [item.strip() for item in value.split(",")] if value else []
    if kind == "Number":
        _number(value, f"Parameter '{name}' must be a number.")
    return value


def _check(name: str, entry: dict[str, Any], value: str) -> None:
    told = entry.get("ConstraintDescription")
    for problem in _broken(name, entry, value):
        detail = f"failed to satisfy constraint: {told}" if told else problem
        raise ValidationError(f"Parameter '{name}' {detail}")


def _broken(name: str, entry: dict[str, Any], value: str) -> list[str]:
    problems = []
    allowed = entry.get("AllowedValues")
    items = value.split(",") if entry.get("Type") == "CommaDelimitedList" else [value]
    if allowed and not {item.strip() for item in items} <= {_plain(item) for item in allowed}:
        problems.append(f"must be one of AllowedValues, got {value!r}")
    pattern = entry.get("AllowedPattern")
    if pattern and not _matches(name, str(pattern), value):
        problems.append(f"must match pattern {pattern}")
    if len(value) < _bound(name, entry, "MinLength", -math.inf):
        problems.append(f"must contain at least {entry['MinLength']} characters")
    if len(value) > _bound(name, entry, "MaxLength", math.inf):
        problems.append(f"must contain at most {entry['MaxLength']} characters")
    return problems + _outside(name, entry, value)


def _outside(name: str, entry: dict[str, Any], value: str) -> list[str]:
    if entry.get("Type") != "Number":
        return []
    problems, number = [], _number(value, f"Parameter '{name}' must be a number.")
    if number < _bound(name, entry, "MinValue", -math.inf):
        problems.append(f"must be a number not less than {entry['MinValue']}")
    if number > _bound(name, entry, "MaxValue", math.inf):
        problems.append(f"must be a number not greater than {entry['MaxValue']}")
    return problems


def _matches(name: str, pattern: str, value: str) -> bool:
    """Return whether ``value`` may be right; a pattern that only Java reads for sure lets each pass."""
    found = matches(pattern, value)
    if found is None and _is_broken(pattern):
        raise ValidationError(f"Template format error: AllowedPattern of parameter '{name}' is no pattern.")
    return found is not False


def _is_broken(pattern: str) -> bool:
    """Return whether Java refuses ``pattern`` for sure."""
    with contextlib.suppress(OverflowError, RecursionError):  # too much for Python only
        try:
            re.compile(pattern)
        except re.error:
            return not _JAVAS_OWN.search(pattern)
    return False


def _bound(name: str, entry: dict[str, Any], constraint: str, otherwise: float) -> float:
    found = entry.get(constraint)
    wrong = f"Template format error: {constraint} of parameter '{name}' must be a number."
    return otherwise if found is None else _number(found, wrong)


def _number(value: Any, otherwise: str) -> float:
    """Return the number that ``value`` is or spells; NaN and the like are none, and refused with ``otherwise``."""
    if isinstance(value, bool) or not _NUMBER.fullmatch(str(value)):
        raise ValidationError(otherwise)
    return float(str(value))


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
