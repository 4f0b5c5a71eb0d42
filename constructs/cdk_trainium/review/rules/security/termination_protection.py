"""A paid block in a stack that one command deletes."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...options import Context
from ...rule import Hit, Rule, Skip


def check(template: Template, context: Context) -> Iterator[Hit | Skip]:
    """Look at stacks of an assembly, where the manifest says it."""
    blocks = (launch for launch in context.world.launches_in(template) if launch.block and launch.group is not None)
    if template.environment.protected is None:
        yield Skip("termination protection is not part of a template; review cdk.out to see it")
    elif not template.environment.protected and any(launch.present for launch in blocks):
        yield Hit("the stack has groups on paid capacity blocks and no termination protection")


RULE = Rule(
    id="TRN708",
    title="A stack with paid blocks has termination protection",
    level=Level.INFO,
    why="A block is paid in advance and cannot be cancelled; deleting the stack ends the training, not the bill.",
    source="CloudFormation User Guide, protect a stack from deletion",
    on="template",
    check=check,
    fix="set termination_protection=True on the stack",
)
