"""Requests of the query protocols: everything is text there, and moto takes it for what its shape says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from botocore import session as botocore_session
from botocore.exceptions import UnknownServiceError
from botocore.utils import parse_timestamp

from .refusal import Refusal

__all__ = ["check"]

_WHOLE = re.compile(r"[+-]?[0-9]+")
_FLAGS = ("true", "false")


def check(service: str, action: str, given: Mapping[str, Sequence[str]]) -> None:
    """Refuse an action that the service does not have, and for EC2 a value that is no number, truth value or time.

    Raises:
        Refusal: ``InvalidAction``, ``InvalidParameterValue``.
    """
    model = _model(service)
    if model is None:
        return
    if action not in model.operation_names:
        text = f"The action {action} is not valid for this web service."
        raise Refusal("InvalidAction", text)
    if service == "ec2":
        for name, value in _wrong(action, given):
            raise Refusal("InvalidParameterValue", f"Value ({value}) for parameter {name} is invalid.")


@cache
def _model(service: str) -> Any:
    """Return botocore's model of a service that speaks a query protocol, else None."""
    try:
        model = botocore_session.Session().get_service_model(service)
    except UnknownServiceError:  # moto has services under names of its own
        return None
    return model if model.metadata["protocol"] in ("ec2", "query") else None


def _wrong(action: str, given: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    for name, values in given.items():
        kind = _kind(action, re.sub(r"\.[0-9]+(?=\.|$)", ".#", name))
        for value in map(str, values):
            if kind in ("integer", "long") and not _WHOLE.fullmatch(value):
                yield name, value
            if kind == "boolean" and value.lower() not in _FLAGS:
                yield name, value
            if kind == "timestamp" and not _is_time(value):
                yield name, value


def _is_time(value: str) -> bool:
    try:
        return bool(parse_timestamp(value))
    except (ValueError, OverflowError, RuntimeError):
        return False


@cache
def _kind(action: str, path: str) -> str:
    """Return the type of EC2's parameter ``path``, ``#`` for any index; empty for one that EC2 does not have."""
    shape = _model("ec2").operation_model(action).input_shape
    for part in path.split("."):
        if shape is not None and shape.type_name == "list" and part == "#":
            shape = shape.member
        elif shape is not None and shape.type_name == "structure":
            shape = next((one for name, one in shape.members.items() if _written(name, one) == part), None)
        else:
            return ""
    return str(shape.type_name) if shape is not None else ""


def _written(name: str, shape: Any) -> str:
    """Return how EC2 writes a member: the name in its query, else its own with a capital letter."""
    own = str(shape.serialization.get("queryName") or shape.serialization.get("name", name))
    return own[:1].upper() + own[1:]
