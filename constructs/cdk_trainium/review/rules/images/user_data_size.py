"""User data beyond what EC2 takes."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.user_data import USER_DATA_TOO_LARGE, check_user_data_size
from ....findings import Level
from ....template import Encoded, Mixed, Unknown
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Measure what is known; with unknown parts that is a lower bound."""
    data, encoded = node.sent, isinstance(node.user_data, Encoded)
    hidden = node.user_data.value if isinstance(node.user_data, Encoded) else node.user_data
    inmost = hidden
    while isinstance(inmost, Encoded):
        inmost = inmost.value
    if isinstance(inmost, Unknown) and not isinstance(inmost, Mixed):
        yield cannot_tell("what the user data boots, and its size,", inmost, node.at("UserData"))
    if data is None:
        return
    problem = check_user_data_size(hidden if encoded and isinstance(hidden, str) else data.sent, not data.known)
    if problem is not None:
        yield from_problem(problem, node.at("UserData"))


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
