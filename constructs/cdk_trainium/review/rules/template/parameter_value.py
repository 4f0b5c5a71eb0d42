"""A parameter whose own default, or whose parent's value, it does not allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ....template import Template
from ....template.parameter_values import refused
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Judge each literal that a parameter gets without anybody choosing: of its parent stack, else its default."""
    section = template.section("Parameters")
    for name, entry in section.items() if isinstance(section, dict) else ():
        if isinstance(entry, dict):
            yield from _judged(template, str(name), entry)


def _judged(template: Template, name: str, entry: Mapping[str, Any]) -> Iterator[Hit]:
    handed = template.parameters.handed_over(name)
    for value in handed if handed is not None else [entry["Default"]] if "Default" in entry else []:
        what = f"the value {_shown(value)} that the parent hands over" if handed else f"the default {_shown(value)}"
        path = ("Parameters", name, *(() if handed else ("Default",)))
        for fault in refused(entry, value):
            text = f"{what} of the parameter {name} {fault.text}"
            yield unknown(text, path, "check it by hand") if fault.unsure else Hit(text, path)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


RULE = Rule(
    id="TRN920",
    title="Parameters allow the values that they get",
    level=Level.ERROR,
    why="CloudFormation refuses the stack, unless somebody gives another value.",
    source="CloudFormation User Guide, Parameters: AllowedValues, AllowedPattern, MinLength, MinValue",
    on="template",
    check=check,
    fix="correct the value, or what the parameter allows",
)
