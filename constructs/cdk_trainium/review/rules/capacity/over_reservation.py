"""Groups larger than the reservations that they target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ....findings import Level
from ....template import Unknown, Value
from ....wording import counted
from ...model import Launch, World
from ...model.asked import Asked, askers
from ...model.sharing import ELSEWHERE, Target, reservations_of
from ...model.targets import RESERVATION, hidden_by
from ...model.values import as_int, member, shown
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Compare the group's size, then that of all groups of its reservations, with what the templates reserve."""
    group = launch.group
    if group is None or not launch.targets:
        return
    targets = reservations_of(launch)
    held = _held(context.world, targets)
    if not held.names or ELSEWHERE in targets:
        yield Skip(ELSEWHERE if ELSEWHERE in targets else held.hidden.reason)
        return
    for groups in askers(launch):
        hit = _judged(groups.several, groups.asked, held)
        if hit is not None:
            yield hit._replace(path=group.sizes_path, resource=group.resource)
            return


class _Held(NamedTuple):
    """What reservations hold together for a group."""

    names: str
    """Those of the templates, in words. Default: - none is."""
    least: int
    """Nodes, as far as they are known to be for it."""
    most: int | None
    """Nodes, those among them that may be for it. Default: - there may be more."""
    hidden: Unknown
    """What hides more than ``least``. Default: - an Unknown without reason."""


def _held(world: World, targets: Mapping[Any, Target]) -> _Held:
    names, least, doubtful, hidden, doubt = [], 0, 0, Unknown(""), Unknown("")
    for target, doubts in targets.values():
        data = world.properties(target, RESERVATION)
        count = Unknown(_why(world, target)) if data is None else member(data, "InstanceCount")
        nodes = as_int(count)
        names += [] if data is None else [shown(target)]
        if nodes is None:
            hidden = count if isinstance(count, Unknown) else Unknown(f"InstanceCount is {shown(count)}")
        elif doubts:
            doubtful, doubt = doubtful + nodes, doubts[0].hidden or doubt
        else:
            least += nodes
    return _Held(_told(names), least, None if hidden.reason else least + doubtful, hidden if hidden.reason else doubt)


def _told(names: list[str]) -> str:
    return f"reservation{'s' if len(names) > 1 else ''} {' and '.join(names)}" if names else ""


def _why(world: World, target: Value) -> str:
    return hidden_by(world, target) or f"what {shown(target)} holds is not written here"


def _judged(several: str, asked: Asked, held: _Held) -> Hit | None:
    """Return what is wrong with what one group, or ``several`` of these names, asks of the reservations."""
    who, names = several or "the group", held.names
    if held.most is not None and asked.most > held.most:
        level = Level.ERROR if asked.wanted > held.most else Level.WARNING
        together = " together" if several else ""
        room = counted(held.most, "node")
        text = f"{who} may have {counted(asked.most, 'node')}{together}, more than the {room} of {names}"
        return Hit(text, level=level)
    hidden = held.hidden if asked.most > held.least else asked.hidden
    if isinstance(hidden, Unknown):
        return cannot_tell(f"whether {who} fits {names}", hidden)
    return None


RULE = Rule(
    id="TRN307",
    title="Groups fit the reservations that they target",
    level=Level.ERROR,
    why="Nodes beyond the reservation never come: Auto Scaling waits, and the stack with it.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="raise InstanceCount of the reservation, or lower what its groups ask for",
)
