"""A launch template that says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches import LAUNCH_TEMPLATE
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Report ``LaunchTemplateData`` without a property."""
    if node.resource.type == LAUNCH_TEMPLATE and not node.data:
        if node.is_partly_hidden or not isinstance(node.branch.properties.get("LaunchTemplateData", {}), dict):
            return
        yield Hit("LaunchTemplateData is empty: none of its properties reached the template", node.root)


RULE = Rule(
    id="TRN912",
    title="A launch template holds data",
    level=Level.ERROR,
    why="CDK drops unknown or wrongly cased keys of dicts in silence: {'InstanceType': …} leaves nothing behind.",
    source="seen with aws-cdk-lib 2.275.0",
    on="node",
    check=check,
    fix="check the keys: in CDK code camel case (instanceType), in templates InstanceType",
)
