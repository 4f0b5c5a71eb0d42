"""A VPC without flow logs."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model.made_later import made_later
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched


def check(vpc: Branched, context: Context) -> Iterator[Hit]:
    """Look for a flow log of the VPC in all templates of the review."""
    if not context.world.is_logged(vpc.resource):
        hidden = made_later(vpc.resource.template)
        yield cannot_tell("whether the VPC has a flow log", hidden) if hidden else Hit("the VPC has no flow log")


RULE = Rule(
    id="TRN706",
    title="A VPC has a flow log",
    level=Level.INFO,
    why="Without one nobody can tell afterwards which traffic was dropped or left.",
    source="AWS Foundational Security Best Practices, EC2.6",
    on="AWS::EC2::VPC",
    check=check,
    fix="add AWS::EC2::FlowLog; EFA traffic does not show in it",
)
