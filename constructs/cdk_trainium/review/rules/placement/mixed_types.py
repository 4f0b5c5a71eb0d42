"""Different instance types in one placement group."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...options import Context
from ...rule import Hit, Rule


def check(template: Template, context: Context) -> Iterator[Hit]:
    """Compare the types of all groups that share a placement group."""
    for resource, launches in context.world.placed.get(template.key, ()):
        types = sorted({item for launch in launches for item in launch.types if isinstance(item, str)})
        if len(types) > 1:
            text = f"{len(types)} instance types share this placement group: {', '.join(types)}"
            yield Hit(text, resource=resource)


RULE = Rule(
    id="TRN406",
    title="One instance type per cluster placement group",
    level=Level.WARNING,
    why="AWS advises one type per cluster group: every further one lowers the chance that EC2 finds room for all.",
    source="EC2 User Guide, placement groups",
    on="template",
    check=check,
    fix="give each type its own placement group",
)
