"""A pseudo parameter in user data or a name that no Fn::Sub fills in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule

_BEGIN = "${AWS::"
_BYTES = _BEGIN.encode()
_PSEUDO = re.compile(r"\$\{AWS::(?:AccountId|NotificationARNs|NoValue|Partition|Region|StackId|StackName|URLSuffix)\}")
_SHELL = re.compile(rb"#!.*sh\b")
_KEEPS = (b"'", b"<<", b"\\", b"#")
"""What may keep a text from the shell: another program reads it, or nobody, in a comment."""
_HINT = "put Fn::Sub around the text; there ${NAME} is filled in, and ${!NAME} is left to the shell"


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Look at the parts that are written out; where another program may read them, it is a warning."""
    sure = b"" if node.sent is None else node.sent.sure
    found = _PSEUDO.search(sure.decode("utf-8", "replace")) if _BYTES in sure else None
    if found is not None:
        body = sure.partition(b"\n")[2]
        certain = _SHELL.match(sure) is not None and not any(mark in body for mark in _KEEPS)
        level = None if certain else Level.WARNING
        text = f"the user data has {found[0]} when it reaches the shell, which has no such variable"
        yield Hit(text, node.at("UserData"), level=level)
    name = node.placement_group
    if isinstance(name, str) and _BEGIN in name and _PSEUDO.search(name):
        text = f"the name of the placement group is {name}: nothing fills it in"
        yield Hit(text, node.at("Placement"), level=Level.WARNING)


RULE = Rule(
    id="TRN542",
    title="Pseudo parameters in user data and names stand inside Fn::Sub",
    level=Level.ERROR,
    why="CloudFormation leaves the text as it is: bash makes nothing of it, and sh ends with an error.",
    source="CloudFormation Template Reference, Fn::Sub; cfn-lint, rule E1029",
    on="node",
    check=check,
    fix=_HINT,
)
