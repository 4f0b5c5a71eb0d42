"""A group for which nothing says the instance type."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at launch template, overrides and group; requirements by attribute count as a type."""
    group = launch.group
    if group is None or launch.types or group.kind == "batch":
        return
    text = f"neither {launch.node.resource.id} nor the group {group.resource.id} says an instance type"
    yield Hit(text, launch.node.root)


RULE = Rule(
    id="TRN913",
    title="A group in use says its instance type",
    level=Level.WARNING,
    why="EC2 refuses the launch, or a service picks a type of its own; a mistyped key leaves a template without type.",
    source="RunInstances; seen with aws-cdk-lib 2.275.0",
    on="launch",
    check=check,
    fix="set InstanceType in the launch template",
)
