"""A name that the template uses and does not define."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ....wording import nearest
from ...model.names import Undefined, undefined_in
from ...options import Context
from ...rule import Hit, Rule, unknown

_MOST_PLACES = 3


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Compare every condition, reference and map that is used with what there is; told once per name."""
    for item in undefined_in(template):
        yield _hit(template, item)


def _hit(template: Template, item: Undefined) -> Hit:
    shown = ", ".join(item.places[:_MOST_PLACES])
    more = f" and {len(item.places) - _MOST_PLACES} more" if len(item.places) > _MOST_PLACES else ""
    text = f"{item.text}; used at {shown}{more}"
    section, *below = item.first
    resource = template.resources.get(str(below[0])) if section == "Resources" else None
    path = tuple(below[1:]) if resource else item.first
    if item.maybe:
        return unknown(f"{text}: {item.maybe}", path, "review the processed template", resource)
    hint = nearest(item.name, item.candidates) or "define it, or correct the name"
    return Hit(text, path, hint, resource=resource, evidence={"name": item.name, "places": item.places})


RULE = Rule(
    id="TRN918",
    title="Every name that the template uses is defined",
    level=Level.ERROR,
    why="CloudFormation refuses the template; what hangs on the name was judged as if nobody knew it.",
    source="CloudFormation User Guide: Ref, Fn::GetAtt, Fn::Sub, DependsOn, Condition, Fn::FindInMap",
    on="template",
    check=check,
)
