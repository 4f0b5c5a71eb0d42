"""A type that EC2 cannot be asked for."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...model import Launch
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report types that the catalog holds as designs only."""
    for info in launch.infos:
        if not info.launchable:
            text = f"{info.name} cannot be launched: AWS has published no EC2 name for it"
            level = Level.WARNING if _is_design(launch.node.resource.template) else None
            yield Hit(text, launch.node.at("InstanceType"), level=level)


def _is_design(template: Template) -> bool:
    """Return whether the stack is marked as a design: a rule in it makes CloudFormation refuse it."""
    marks = as_map(as_map(template.section("Metadata")).get("cdk-trainium"))
    return bool(marks.get("design_only")) or (template.parent is not None and _is_design(template.parent[0]))


RULE = Rule(
    id="TRN011",
    title="The instance type can be launched",
    level=Level.ERROR,
    why="A design with an announced type synthesizes, but EC2 refuses its launch.",
    source="catalog, instance types",
    on="launch",
    check=check,
    fix="use the name that AWS gave you through a catalog overlay",
)
