"""A group of UltraServer nodes that is larger than the one UltraServer of its block."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ....wording import counted
from ...model import Launch
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the size of a group that targets one block by its id with the nodes of one UltraServer."""
    group = launch.group
    if group is None or group.kind == "instance" or not launch.block or not _one_id(launch):
        return
    for server in context.catalog.ultraservers.values():
        if any(info.name == server.instance_type for info in launch.infos):
            hidden, nodes = group.hidden_size, group.nodes or 0
            if isinstance(hidden, Unknown):
                yield cannot_tell(
                    "whether the group fits the UltraServer of its block", hidden, group.sizes_path, group.resource
                )
            elif nodes > server.nodes:
                text = (
                    f"one block holds one UltraServer of {counted(server.nodes, 'node')}; got {counted(nodes, 'node')}"
                )
                yield Hit(text, group.sizes_path, resource=group.resource)


def _one_id(launch: Launch) -> bool:
    """Return whether ``launch`` targets one reservation, whichever it is: a resource group may hold several."""
    target = as_map(launch.reservation.get("CapacityReservationTarget"))
    listed = target.get("CapacityReservationIds")
    return "CapacityReservationId" in target or (isinstance(listed, list) and len(listed) == 1)


RULE = Rule(
    id="TRN357",
    title="A group of UltraServer nodes on one block is one UltraServer",
    level=Level.WARNING,
    why="An UltraServer is a Capacity Block of its own: the nodes beyond it never come.",
    source="EC2 User Guide, Capacity Blocks: each UltraServer is one block",
    on="launch",
    check=check,
    fix="one block and one group per UltraServer, or a resource group of the blocks",
)
