"""A group larger than the reservation that it targets."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....wording import counted
from ...model import Launch
from ...model.targets import written_targets
from ...model.values import as_int, is_hidden, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the group's size with ``InstanceCount`` of a reservation that is written in the templates."""
    group = launch.group
    if group is None:
        return
    for target, reservation in written_targets(launch):
        count, nodes = as_int(reservation.get("InstanceCount")), group.nodes
        hidden = next((item for item in (reservation.get("InstanceCount"), *group.sizes[1:]) if is_hidden(item)), None)
        if count is not None and nodes is not None and nodes > count:
            text = f"the group may have {counted(nodes, 'node')}, its reservation {shown(target)} holds {count}"
            desired = as_int(group.sizes[1]) or 0
            level = Level.ERROR if desired > count else Level.WARNING
            yield Hit(text, group.sizes_path, level=level, resource=group.resource)
        elif hidden is not None:
            what = f"whether the group fits its reservation {shown(target)}"
            yield cannot_tell(what, hidden, group.sizes_path, group.resource)


RULE = Rule(
    id="TRN307",
    title="A group fits the reservation that it targets",
    level=Level.ERROR,
    why="Nodes beyond the reservation never come: Auto Scaling waits, and the stack with it.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="raise InstanceCount of the reservation or lower MaxSize",
)
