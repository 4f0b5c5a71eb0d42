"""A resource type that CloudFormation does not know."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from ....findings import Level
from ....template import Template
from ...model.names import macros_of
from ...model.schema import resource_types
from ...options import Context
from ...rule import Hit, Rule

_NEAR = 0.9
_ELSEWHERE = ("AWS::Serverless::", "AWS::CDK::")
"""Prefixes that a transform, or CDK itself, takes out again."""


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Compare AWS's types with those of its schemas; others, custom resources and modules have owners of their own."""
    known = resource_types()
    for kind, resources in template.by_type.items():
        if kind.lower().startswith("aws::") and kind not in known.names and not kind.startswith(_ELSEWHERE):
            yield from (_hit(kind, resource.id, template) for resource in resources if not kind.endswith("::MODULE"))


def _hit(kind: str, name: str, template: Template) -> Hit:
    known, resource = resource_types(), template.resources[name]
    folded = {item.lower(): item for item in known.names}
    close = get_close_matches(kind.lower(), folded, n=1, cutoff=_NEAR)
    if close and not macros_of(template):
        text, hint = f"there is no resource type {kind}; {folded[close[0]]} is meant?", f"write {folded[close[0]]}"
        return Hit(text, ("Type",), hint, resource=resource)
    text = f"CloudFormation had no resource type {kind} on {known.date}: it is not judged"
    hint = "correct it, or acknowledge the finding when AWS has added it since"
    return Hit(text, ("Type",), hint, Level.WARNING, resource)


RULE = Rule(
    id="TRN923",
    title="Resource types are ones that CloudFormation knows",
    level=Level.ERROR,
    why="CloudFormation refuses the template; until then no rule sees the resource, nor what is wrong with it.",
    source="CloudFormation resource schemas, dated in the data file",
    on="template",
    check=check,
)
