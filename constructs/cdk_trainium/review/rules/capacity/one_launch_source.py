"""An Auto Scaling group that launches from several things, or from none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Group
from ...model.values import macro_in
from ...options import Context
from ...rule import Hit, Rule

_SOURCES = ("LaunchTemplate", "MixedInstancesPolicy", "LaunchConfigurationName", "InstanceId")


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Count what an Auto Scaling group says that it launches from."""
    data = group.branch.properties
    if group.kind != "asg" or group.branch.unread is not None:
        return
    said = [name for name in _SOURCES if data.get(name) is not None]
    if len(said) > 1:
        text = f"{group.resource.id} has {' and '.join(said)}; allowed: one of them"
        yield Hit(text, ("Properties", said[1]), f"keep {said[0]} or {said[1]}")
    elif not said and macro_in(data) is None:
        text = f"{group.resource.id} says nothing to launch from; allowed: one of {', '.join(_SOURCES)}"
        yield Hit(text, ("Properties",), "add LaunchTemplate")


RULE = Rule(
    id="TRN374",
    title="An Auto Scaling group launches from one thing",
    level=Level.ERROR,
    why="Auto Scaling refuses a group with two, or without any, and the stack rolls back.",
    source="EC2 Auto Scaling API, CreateAutoScalingGroup; CloudFormation resource schemas of cfn-lint 1.58.0",
    on="group",
    check=check,
)
