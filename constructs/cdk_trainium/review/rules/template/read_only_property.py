"""A property that CloudFormation fills in."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model.schema import schema
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Described


def check(item: Described, _context: Context) -> Iterator[Hit]:
    """Compare the properties of the resource with those that its schema marks as read-only."""
    for name in schema().read_only.get(item.resource.type, ()):
        if name in item.branch.properties:
            text = f"{name} of {item.resource.type} is read-only: CloudFormation fills it in"
            yield Hit(text, ("Properties", name), f"remove it; Fn::GetAtt or Ref reads {name}")


RULE = Rule(
    id="TRN926",
    title="No property is written that CloudFormation fills in",
    level=Level.ERROR,
    why="CloudFormation refuses the stack; a name or id that the template meant to choose is not chosen.",
    source="CloudFormation resource schemas, dated in the data file; cfn-lint E3040",
    on="described",
    check=check,
)
