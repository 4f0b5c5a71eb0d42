"""What a stack hands over to its nested stack, and what that takes."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Resource, Template
from ....template.names import PARAMETER_ONLY
from ....template.nested import STACK, given_parameters
from ....wording import nearest
from ...model.names import may_define
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Path, Rule, unknown


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Compare the names that a nested stack, or a stack set, is given with those of its template."""
    if template.parent is None:
        return
    parent, stack = template.parent
    resource = parent.resources[stack]
    taken = as_map(template.section("Parameters"))
    given = {name for branch in template.made_by for name in given_parameters(branch.properties.get("Parameters"))}
    for name in sorted(given - set(taken)):
        if not name.startswith("Fn::"):
            yield _told(template, resource, name, "has no parameter", nearest(name, taken))
    for name, entry in taken.items() if template.parameters.closed else ():
        if name not in given and "Default" not in as_map(entry):
            hint = f"hand {name} over, or give it a default"
            yield _told(template, resource, name, "gets no value for its parameter", hint)


def _told(template: Template, resource: Resource, name: str, what: str, hint: str) -> Hit:
    listed = resource.type != STACK  # a stack set lists its parameters
    path: Path = ("Properties", "Parameters") if listed else ("Properties", "Parameters", name)
    text, maybe = f"the template of {resource.id} {what} {name}", may_define(template, PARAMETER_ONLY)
    if maybe:
        return unknown(f"{text}: {maybe}", path, "review the processed template", resource)
    return Hit(text, path, hint, resource=resource)


RULE = Rule(
    id="TRN922",
    title="A nested stack, or a stack set, gets the parameters that its template takes",
    level=Level.ERROR,
    why="CloudFormation refuses a parameter that the nested template lacks, and one without value and default.",
    source="CloudFormation User Guide, AWS::CloudFormation::Stack and AWS::CloudFormation::StackSet",
    on="template",
    check=check,
)
