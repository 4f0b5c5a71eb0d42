"""What a stack hands over to its nested stack, and what that takes."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Resource, Template
from ....template.names import PARAMETER_ONLY
from ....wording import nearest
from ...model.names import may_define
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Compare the names in ``Parameters`` of the nested stack with those of its template, told at the former."""
    if template.parent is None or not template.parameters.closed:
        return
    parent, stack = template.parent
    resource = parent.resources[stack]
    taken = as_map(template.section("Parameters"))
    given = {name for branch in template.made_by for name in as_map(branch.properties.get("Parameters"))}
    for name in sorted(given - set(taken)):
        yield _told(template, resource, name, "has no parameter", nearest(name, taken))
    for name, entry in taken.items():
        if name not in given and "Default" not in as_map(entry):
            hint = f"hand {name} over, or give it a default"
            yield _told(template, resource, name, "gets no value for its parameter", hint)


def _told(template: Template, resource: Resource, name: str, what: str, hint: str) -> Hit:
    path, maybe = ("Properties", "Parameters", name), may_define(template, PARAMETER_ONLY)
    text = f"the template of the nested stack {resource.id} {what} {name}"
    if maybe:
        return unknown(f"{text}: {maybe}", path, "review the processed template", resource)
    return Hit(text, path, hint, resource=resource)


RULE = Rule(
    id="TRN922",
    title="A nested stack gets the parameters that it takes",
    level=Level.ERROR,
    why="CloudFormation refuses a parameter that the nested template lacks, and one without value and default.",
    source="CloudFormation User Guide, AWS::CloudFormation::Stack",
    on="template",
    check=check,
)
