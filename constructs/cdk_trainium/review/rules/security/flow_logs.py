"""A VPC without flow logs."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...options import Context
from ...rule import Hit, Rule


def check(template: Template, context: Context) -> Iterator[Hit]:
    """Look for a flow log of each VPC that the template makes, in all templates of the review."""
    for resource in template.by_type.get("AWS::EC2::VPC", ()):
        if (template.key, resource.id) not in context.world.logged:
            yield Hit("the VPC has no flow log", resource=resource)


RULE = Rule(
    id="TRN706",
    title="A VPC has a flow log",
    level=Level.INFO,
    why="Without one nobody can tell afterwards which traffic was dropped or left.",
    source="AWS Foundational Security Best Practices, EC2.6",
    on="template",
    check=check,
    fix="add AWS::EC2::FlowLog; EFA traffic does not show in it",
)
