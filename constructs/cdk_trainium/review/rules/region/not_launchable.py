"""A type that EC2 cannot be asked for."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report types that the catalog holds as designs only."""
    for info in launch.infos:
        if not info.launchable:
            text = f"{info.name} cannot be launched: AWS has published no EC2 name for it"
            yield Hit(text, launch.node.at("InstanceType"))


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
