"""User data that EC2 cannot decode."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.user_data import USER_DATA_NOT_BASE64, check_base64, starts_as_user_data
from ....findings import Level
from ....template import Encoded, Mixed, Value
from ...model import Node
from ...model.images import decoded
from ...options import Context
from ...rule import Hit, Path, Rule, from_problem, unknown

_OF_FOUR = 4
"""Base64 comes in fours."""


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Judge literals, texts with known parts, and what is encoded once more."""
    value, where = node.user_data, node.at("UserData")
    if isinstance(value, Encoded):
        yield from _twice(value.value, where)
    elif isinstance(value, str):
        problem = check_base64(value)
        yield from [from_problem(problem, where)] if problem else _twice(decoded(value), where)
        if problem is None and len("".join(value.split())) % _OF_FOUR:
            yield Hit("user data is base64 that was cut, or lost its last =", where, level=Level.WARNING)
    elif isinstance(value, Mixed):
        known = "".join(part for part in value.parts if isinstance(part, str))
        problem = check_base64(known)
        yield from_problem(problem, where) if problem else unknown("whether user data is base64 cannot be told", where)


def _twice(inner: Value, where: Path) -> Iterator[Hit]:
    """Warn when what is decoded once is base64 again: the node gets letters, no script."""
    again = isinstance(inner, Encoded)
    if again or (isinstance(inner, str) and not check_base64(inner) and starts_as_user_data(decoded(inner))):
        yield Hit("user data is base64 of base64", where, "encode it once", Level.WARNING)


RULE = Rule(
    id=USER_DATA_NOT_BASE64,
    title="User data is base64, once",
    level=Level.ERROR,
    why="EC2 takes base64 only and refuses a plain script; what is encoded twice not every image decodes again.",
    source="EC2 API, RunInstances and RequestLaunchTemplateData: UserData",
    on="node",
    check=check,
    fix="write Fn::Base64 around the script",
)
