"""Resources that a transform makes at deployment."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import LOOP, Template
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Report loops that could not be written out, with the reason, and entries that are no resources."""
    for name, entry in template.section("Resources").items():
        if str(name).startswith("Fn::") and not str(name).startswith(LOOP):
            yield unknown(f"{name} makes resources at deployment: they are not judged")
        elif not str(name).startswith(LOOP) and (not isinstance(entry, dict) or not isinstance(entry.get("Type"), str)):
            yield Hit(f"{name} is no resource: it has no Type")
    for path, reason in template.loops.left.items():
        yield unknown(f"the loop {'.'.join(map(str, path))} is not written out and not judged: {reason}", path)


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
