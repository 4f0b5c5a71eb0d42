"""The intrinsic functions whose arguments are evaluated before they are called."""

from __future__ import annotations

import base64
import ipaddress
import json
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..errors import ValidationError
from .values import text

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FUNCTIONS"]


def _join(argument: Any) -> str:
    delimiter, items = argument
    return str(delimiter).join(text(item) for item in (items if isinstance(items, list) else [items]))


def _select(argument: Any) -> Any:
    index, items = int(argument[0]), argument[1]
    if not isinstance(items, list) or not 0 <= index < len(items):
        raise ValidationError(f"Template error: Fn::Select cannot select nonexistent value at index {index}")
    return items[index]


def _split(argument: Any) -> list[str]:
    delimiter, source = argument
    return text(source).split(str(delimiter))


def _base64(argument: Any) -> str:
    return base64.b64encode(text(argument).encode()).decode()


_MOST_BLOCKS = 256
"""Source: CloudFormation Template Reference, Fn::Cidr."""


def _cidr(argument: Any) -> list[str]:
    block, count, *rest = argument
    if not 1 <= int(count) <= _MOST_BLOCKS:
        raise ValidationError(f"Template error: Fn::Cidr makes 1 to {_MOST_BLOCKS} blocks, not {count}")
    network = ipaddress.ip_network(text(block), strict=False)
    bits = int(rest[0]) if rest else 8
    found = [str(item) for item in islice(network.subnets(new_prefix=network.max_prefixlen - bits), int(count))]
    if len(found) < int(count):
        raise ValidationError(f"Template error: Fn::Cidr: {block} does not hold {count} blocks of {bits} bits")
    return found


def _to_json(argument: Any) -> str:
    return json.dumps(argument)


def _length(argument: Any) -> int:
    return len(argument)


def _equals(argument: Any) -> bool:
    left, right = argument
    return text(left) == text(right) if not isinstance(left, dict) else left == right


def _not(argument: Any) -> bool:
    return not argument[0]


def _contains(argument: Any) -> bool:
    items, wanted = argument
    return text(wanted) in [text(item) for item in items]


def _each_equals(argument: Any) -> bool:
    items, wanted = argument
    return all(text(item) == text(wanted) for item in items)


def _each_in(argument: Any) -> bool:
    items, allowed = argument
    return {text(item) for item in items} <= {text(item) for item in allowed}


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "Fn::Join": _join,
    "Fn::Select": _select,
    "Fn::Split": _split,
    "Fn::Base64": _base64,
    "Fn::Cidr": _cidr,
    "Fn::ToJsonString": _to_json,
    "Fn::Length": _length,
    "Fn::Equals": _equals,
    "Fn::Not": _not,
    "Fn::And": all,
    "Fn::Or": any,
    "Fn::Contains": _contains,
    "Fn::EachMemberEquals": _each_equals,
    "Fn::EachMemberIn": _each_in,
}
"""Function -> what it computes; ``Fn::Contains`` and the ``EachMember`` ones are for ``Rules`` only."""
