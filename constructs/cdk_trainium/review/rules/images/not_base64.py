"""User data that EC2 cannot decode."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.user_data import USER_DATA_NOT_BASE64, check_base64
from ....findings import Level
from ....template import Encoded, Mixed
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule, from_problem, unknown

_OF_FOUR = 4
"""Base64 comes in fours."""


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Judge literals, texts with known parts, and what is encoded once more."""
    value, where = node.user_data, node.at("UserData")
    if _is_twice(node):  # not every node takes it off again
        yield Hit("user data is base64 of base64", where, "encode it once", Level.WARNING)
    if isinstance(value, str):
        problem = check_base64(value)
        if problem is not None:
            yield from_problem(problem, where)
        if problem is None and len("".join(value.split())) % _OF_FOUR:
            yield Hit("user data is base64 that was cut, or lost its last =", where, level=Level.WARNING)
    elif isinstance(value, Mixed):
        known = "".join(part for part in value.parts if isinstance(part, str))
        problem = check_base64(known)
        yield from_problem(problem, where) if problem else unknown("whether user data is base64 cannot be told", where)


def _is_twice(node: Node) -> bool:
    """Return whether what EC2 decodes is base64 again."""
    value, sent = node.user_data, node.sent
    again = isinstance(value, Encoded) and isinstance(value.value, Encoded)
    bare = isinstance(value, str) and check_base64(value) is not None
    return again or (sent is not None and not bare and sent.read.layers[:1] == ("base64",))


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
