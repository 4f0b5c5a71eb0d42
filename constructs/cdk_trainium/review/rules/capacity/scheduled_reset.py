"""Scheduled actions that every stack update undoes."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Value
from ...model import Group
from ...model.schedule import scheduled
from ...model.values import as_map, as_true, is_hidden
from ...options import Context
from ...rule import Hit, Rule

_NAME = "IgnoreUnmodifiedGroupSizeProperties"


def check(group: Group, context: Context) -> Iterator[Hit]:
    """Ask for ``UpdatePolicy.AutoScalingScheduledAction`` on every group with scheduled actions."""
    if group.kind != "asg" or not scheduled(context.world, group):
        return
    value: Value = as_map(group.branch.update_policy.get("AutoScalingScheduledAction")).get(_NAME)
    if not as_true(value) and not is_hidden(value):
        text = f"the group has scheduled actions, but UpdatePolicy.AutoScalingScheduledAction.{_NAME} is not true"
        yield Hit(text, ("UpdatePolicy",))


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
