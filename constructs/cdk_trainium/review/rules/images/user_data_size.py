"""User data beyond what EC2 takes."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.user_data import USER_DATA_BYTES, USER_DATA_TOO_LARGE, check_user_data_size
from ....findings import Level
from ....template import Encoded, Mixed, TooLong, Unknown, Value
from ...model import Node
from ...model.user_data import UserData
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem, unknown


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Measure what is known; with unknown parts that is a lower bound."""
    data, value, where = node.sent, _inmost(node.user_data), node.at("UserData")
    problem = None if data is None else check_user_data_size(_measured(node, data), not data.known)
    if problem is not None:
        yield from_problem(problem, where)
    elif isinstance(value, TooLong):
        yield Hit(f"user data is larger than the {USER_DATA_BYTES} bytes that EC2 takes: {value.reason}", where)
    elif isinstance(value, Unknown) and not isinstance(value, Mixed):
        yield cannot_tell("what the user data boots, and its size,", value, where)
    elif data is not None and len(data.sent) > USER_DATA_BYTES:
        text = f"at least {len(data.sure)} of {USER_DATA_BYTES} bytes are known, and parts of it are not"
        yield unknown(f"whether EC2 takes user data of this size cannot be told: {text}", where)


def _inmost(value: Value) -> Value:
    while isinstance(value, Encoded):
        value = value.value
    return value


def _measured(node: Node, data: UserData) -> str | bytes:
    """Return what is sent; as text where halves of surrogate pairs in it are a mistake of their own."""
    value = node.user_data
    return value.value if isinstance(value, Encoded) and isinstance(value.value, str) else data.sure


RULE = Rule(
    id=USER_DATA_TOO_LARGE,
    title="User data fits into 16 KiB",
    level=Level.ERROR,
    why="EC2 refuses larger user data; CDK writes it without a word and the deployment fails.",
    source="EC2 User Guide, user data",
    on="node",
    check=check,
    fix="keep a short script that fetches the rest from S3 or SSM",
)
