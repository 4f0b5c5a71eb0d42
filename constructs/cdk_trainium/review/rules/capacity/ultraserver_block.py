"""A group of UltraServer nodes that is larger than the one UltraServer of its block."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ....wording import counted
from ...model import Launch
from ...model.asked import Askers, askers
from ...model.targets import may_be_several
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Compare the size of the groups that target one block by its id with the nodes of one UltraServer."""
    group, several = launch.group, may_be_several(launch)
    if group is None or group.kind == "instance" or not launch.block or launch.targeted is not True:
        return
    for server in context.catalog.ultraservers.values():
        if not any(info.name == server.instance_type for info in launch.infos):
            continue
        hit = next(filter(None, (_judged(groups, server.nodes) for groups in askers(launch))), None)
        if hit is not None and several:  # each block among them has an UltraServer of its own
            yield Skip(several)
        elif hit is not None:
            yield hit._replace(path=group.sizes_path, resource=group.resource)


def _judged(groups: Askers, nodes: int) -> Hit | None:
    asked, hidden = groups.asked, groups.asked.hidden
    if asked.most > nodes:
        who = f", {groups.several} share it" if groups.several else ""
        text = f"one block holds one UltraServer of {counted(nodes, 'node')}{who}; got {counted(asked.most, 'node')}"
        return Hit(text)
    if not isinstance(hidden, Unknown):
        return None
    return cannot_tell(f"whether {groups.several or 'the group'} fits the UltraServer of its block", hidden)


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
