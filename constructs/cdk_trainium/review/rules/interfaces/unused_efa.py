"""EFAs that a node has and does not use."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.values import macro_in, rewritten
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .layout import EFA_GUIDE


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the EFAs asked for with the EFAs of the type; a node without any is told less loudly."""
    node = launch.node
    if not (node.described or node.single) or any(item.hidden for item in node.interfaces):
        return
    for info in launch.infos:
        have, limit = len(node.efas), info.efa_count or 0
        if have < limit and limit > 1:
            text = f"{have} of the {limit} EFA interfaces of {info.name} are used"
            level = Level.WARNING if have else Level.INFO
            path = node.at("NetworkInterfaces") if node.described else node.root
            if macro := macro_in(node.data) if not node.interfaces else rewritten(node.data):
                yield cannot_tell(f"whether the EFAs of {info.name} are used", macro, path)
                continue
            yield Hit(text, path, level=level, evidence={"used": have, "available": limit})


RULE = Rule(
    id="TRN111",
    title="A node uses every EFA of its type",
    level=Level.WARNING,
    why="Bandwidth between nodes scales with the EFAs in use; half of them train at half the speed for the same price.",
    source=EFA_GUIDE,
    on="launch",
    check=check,
    fix="add an EFA on each network card",
)
