"""Resources that a transform makes at deployment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....template import LOOP, Template
from ...model.names import macros_of
from ...options import Context
from ...rule import Hit, Rule, unknown

_TRANSFORM = "Fn::Transform"


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Report loops that could not be written out, macros that may add nodes, and entries that are no resources."""
    for name, entry in template.section("Resources").items():
        if str(name).startswith("Fn::") and not str(name).startswith(LOOP):
            yield unknown(f"{name} makes resources at deployment: they are not judged")
        elif not str(name).startswith(LOOP):
            yield from _entry(str(name), entry)
    if _TRANSFORM in template.text.data:
        yield unknown(f"{_TRANSFORM} beside the sections rewrites them at deployment: what it adds is not judged")
    for name in macros_of(template):
        yield unknown(f"the macro {name} rewrites the template at deployment: what it makes is not judged")
    for path, reason in template.loops.left.items():
        yield unknown(f"the loop {'.'.join(map(str, path))} is not written out and not judged: {reason}", path)
    for path, name in template.loops.chosen.items():
        text = (
            f"the loop {'.'.join(map(str, path))} is judged with one value of the parameter {name}, which allows others"
        )
        yield unknown(text, path, "review each of the values as the default")


def _entry(name: str, entry: Any) -> Iterator[Hit]:
    """Report an entry without type: a resource that a transform completes, or none."""
    if isinstance(entry, dict) and isinstance(entry.get("Type"), str):
        return
    if isinstance(entry, dict) and _TRANSFORM in entry:
        yield unknown(f"{_TRANSFORM} completes {name} at deployment: it is not judged")
    else:
        yield Hit(f"{name} is no resource: it has no Type")


RULE = Rule(
    id="TRN915",
    title="Every resource is written out",
    level=Level.ERROR,
    why="A review judges what it sees; a loop or a broken entry hides resources from it.",
    source="CloudFormation User Guide, Resources and AWS::LanguageExtensions",
    on="template",
    check=check,
    fix="give the entry a Type; review the processed template (GetTemplate, stage Processed)",
)
