"""Instance types that the organization allows."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, Skip, unknown


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Compare each type with the allowed names and patterns."""
    allowed = context.options.policy.instance_types
    if allowed is None:
        yield Skip("no policy says which instance types are allowed")
        return
    if launch.hidden_type is not None:
        yield unknown(f"the instance type is not known: {launch.hidden_type.reason}", launch.node.at("InstanceType"))
    for item in launch.types:
        if isinstance(item, str) and not any(fnmatchcase(item, pattern) for pattern in allowed):
            yield Hit(f"instance type {item}; allowed: {', '.join(allowed) or 'none'}", launch.node.at("InstanceType"))


RULE = Rule(
    id="TRN802",
    title="The instance type is allowed",
    level=Level.ERROR,
    why="Teams share quotas and budgets by type.",
    source="the organization's policy file",
    on="launch",
    check=check,
    fix="use an allowed type",
)
