"""Scheduled actions that every stack update undoes."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown, Value
from ...model import Group
from ...model.schedule import maybe_scheduled, scheduled
from ...model.values import as_map, as_true, member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_NAME = "IgnoreUnmodifiedGroupSizeProperties"


def check(group: Group, context: Context) -> Iterator[Hit]:
    """Ask for ``UpdatePolicy.AutoScalingScheduledAction`` on every group with scheduled actions."""
    value: Value = member(as_map(member(group.branch.update_policy, "AutoScalingScheduledAction")), _NAME)
    if group.kind != "asg" or as_true(value):
        return
    maybe = None if scheduled(context.world, group) else maybe_scheduled(context.world, group)
    if maybe is not None:
        yield cannot_tell("whether the group has scheduled actions, which an update undoes,", maybe, ("UpdatePolicy",))
    elif scheduled(context.world, group) and isinstance(value, Unknown):
        yield cannot_tell(f"whether {_NAME} is true", value, ("UpdatePolicy",))
    elif scheduled(context.world, group):
        text = f"the group has scheduled actions, but UpdatePolicy.AutoScalingScheduledAction.{_NAME} is not true"
        yield Hit(text, ("UpdatePolicy",), level=_level(group, context))


def _level(group: Group, context: Context) -> Level | None:
    """Return that of the rule where capacity is paid for, used or not."""
    paid = any(launch.block or launch.targeted is True for launch in context.world.launches_of(group))
    return None if paid else Level.WARNING


RULE = Rule(
    id="TRN309",
    title="A stack update leaves the sizes of scheduled groups alone",
    level=Level.ERROR,
    why="Otherwise any stack update sets the sizes back to the template's: a running, paid block is scaled to 0.",
    source="CloudFormation, AWS::AutoScaling::ScheduledAction and UpdatePolicy",
    on="group",
    check=check,
    fix=f"set UpdatePolicy: {{AutoScalingScheduledAction: {{{_NAME}: true}}}}",
)
