"""Scale-in protection on a Capacity Block group."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import as_true
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .market import BLOCKS

_NAME = "NewInstancesProtectedFromScaleIn"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report protected nodes on a block."""
    group = launch.group
    protected = group.branch.properties.get(_NAME) if group is not None and launch.block else None
    if group is not None and isinstance(protected, Unknown):
        yield cannot_tell(f"whether {_NAME} is true on a block", protected, ("Properties", _NAME), group.resource)
    elif group is not None and as_true(protected):
        text = f"{_NAME} is true on a capacity block group: the action before the end cannot take the nodes"
        yield Hit(text, ("Properties", _NAME), resource=group.resource)


RULE = Rule(
    id="TRN340",
    title="Nodes of a Capacity Block are not protected from scale-in",
    level=Level.ERROR,
    why="Protected nodes outlast the scale-in before the end, are taken by EC2 without drain, and the group retries.",
    source=BLOCKS,
    on="launch",
    check=check,
    fix=f"remove {_NAME}",
)
