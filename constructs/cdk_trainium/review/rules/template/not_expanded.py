"""Resources that a transform makes at deployment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....template import LOOP, Template
from ....template.macros import INCLUDE, beside_sections, completes, macros_of, rewrites
from ....template.values import MACRO
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Report loops that could not be written out, macros that may add nodes, and entries that are no resources."""
    for name, entry in template.section("Resources").items():
        if str(name).startswith("Fn::") and not str(name).startswith(LOOP):
            yield unknown(f"{name} makes resources at deployment: they are not judged")
        elif not str(name).startswith(LOOP):
            yield from _entry(str(name), entry, template.rewritten)
    if top := beside_sections(template):
        does = "rewrites them" if rewrites(template.text.data) else "inserts others"
        yield unknown(f"{top} beside the sections {does} at deployment: what it adds is not judged")
    for name in macros_of(template):
        yield unknown(f"the macro {name} rewrites the template at deployment: what it makes is not judged")
    for path, reason in template.loops.left.items():
        yield unknown(f"the loop {'.'.join(map(str, path))} is not written out and not judged: {reason}", path)
    for path, name in template.loops.chosen.items():
        text = (
            f"the loop {'.'.join(map(str, path))} is judged with one value of the parameter {name}, which allows others"
        )
        yield unknown(text, path, "review each of the values as the default")


def _entry(name: str, entry: Any, rewritten: str) -> Iterator[Hit]:
    """Report an entry that a macro completes or rewrites, and one without type, which is no resource."""
    if completes(entry):
        yield unknown(f"{MACRO} completes {name} at deployment: it is not judged")
    elif not isinstance(entry, dict) or not isinstance(entry.get("Type"), str):
        text = f"{name} is no resource: it has no Type"
        yield unknown(f"{text}, and {rewritten} may add one at deployment") if rewritten else Hit(text)
    elif MACRO in entry:
        does = f"{MACRO} may rewrite" if rewrites(entry) else f"{INCLUDE} adds to"
        yield unknown(f"{does} {name} at deployment: what it adds is not judged")


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
