"""How many resources a template has."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ....wording import counted
from ...options import Context
from ...rule import Hit, Rule

_NEAR = 0.9


def check(template: Template, context: Context) -> Iterator[Hit]:
    """Compare with the limit of CloudFormation; near it is a warning."""
    limit = int(context.catalog.limits["resources_per_template"].value)
    count = len(template.resources)
    if count > limit:
        yield Hit(f"the template has {counted(count, 'resource')}; allowed: at most {limit}")
    elif count > limit * _NEAR:
        yield Hit(f"the template has {counted(count, 'resource')}, near the limit of {limit}", level=Level.WARNING)


RULE = Rule(
    id="TRN910",
    title="A template has at most 500 resources",
    level=Level.ERROR,
    why="CloudFormation refuses a larger template; resources that grow with nodes and cards get there.",
    source="CloudFormation User Guide, quotas",
    on="template",
    check=check,
    fix="keep interfaces in launch templates, and split the rest into nested stacks",
)
