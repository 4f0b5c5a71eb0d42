"""An interface without any property."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....wording import counted
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Report ``{}`` in ``NetworkInterfaces``."""
    empty = [item for item in node.interfaces if not item.data and item.hidden is None]
    if empty:
        text = f"{counted(len(empty), 'empty network interface')}: none of the properties reached the template"
        yield Hit(text, empty[0].path)


RULE = Rule(
    id="TRN119",
    title="No network interface is empty",
    level=Level.ERROR,
    why="CDK drops unknown or wrongly cased keys of dicts in silence, so a typing mistake leaves an empty interface.",
    source="seen with aws-cdk-lib 2.275.0",
    on="node",
    check=check,
    fix="check the keys: in CDK code camel case (deviceIndex), in templates DeviceIndex",
)
