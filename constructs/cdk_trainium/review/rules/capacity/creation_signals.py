"""A group that waits for signals of nodes which it does not start."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches.values import counted
from ....template import Unknown
from ...model import Group
from ...model.values import as_int, as_map
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_WHERE = ("CreationPolicy", "ResourceSignal")


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Compare the signals waited for, 1 where none are said, with the nodes that creation starts."""
    signal = group.branch.creation_policy.get("ResourceSignal") if group.kind == "asg" else None
    if signal is None:
        return
    written = signal if isinstance(signal, Unknown) else as_map(signal).get("Count", 1)
    desired = group.sizes[1]
    count = counted(written, 1)
    if count == 0 or written == desired:
        return
    if isinstance(desired, Unknown):
        yield cannot_tell("whether creation starts nodes to wait for", desired, _WHERE)
    elif as_int(desired) == 0 and isinstance(count, Unknown):
        yield cannot_tell("whether creation waits for signals", count, _WHERE)
    elif as_int(desired) == 0:
        yield Hit(f"creation waits for {count} signals, and the group starts with no node", _WHERE)
    elif isinstance(count, int) and count > (as_int(desired) or count):
        text = f"creation waits for {count} signals, and the group starts with {desired} nodes: each sends one"
        yield Hit(text, _WHERE, "wait for one signal of each node", Level.WARNING)


RULE = Rule(
    id="TRN370",
    title="A group waits for signals of nodes that it starts",
    level=Level.ERROR,
    why="A group that waits for its block starts with no node: nobody signals, and the stack rolls back.",
    source="CloudFormation, CreationPolicy attribute",
    on="group",
    check=check,
    fix="remove CreationPolicy",
)
