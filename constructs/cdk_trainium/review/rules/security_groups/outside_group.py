"""An EFA that is in none of the groups of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ..interfaces.shared_fault import on_interfaces
from .self_traffic import GUIDE


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Find the group that most EFAs are in and report the EFAs outside it."""
    efas = [item for item in node.efas if item.groups]
    count = Counter(key for item in efas for key in item.groups)
    if not count:
        return
    most, members = count.most_common(1)[0]
    if members == len(efas):
        return
    outside = [item for item in efas if most not in item.groups]
    others = [group for item in outside for group in item.groups.values()]
    hidden = next((group for group in (most, *others) if isinstance(group, Unknown)), None)
    if hidden is None:
        yield on_interfaces(Hit("an EFA is outside the security group of the others"), outside, "Groups")
    else:
        told = cannot_tell("whether an EFA is in the security group of the others", hidden)
        yield on_interfaces(told, outside, "Groups")


RULE = Rule(
    id="TRN203",
    title="All EFAs of a node are in one security group",
    level=Level.ERROR,
    why="Traffic between EFAs of different groups is dropped; one interface outside breaks the whole collective.",
    source=GUIDE,
    on="node",
    check=check,
    fix="give every EFA the same group",
)
