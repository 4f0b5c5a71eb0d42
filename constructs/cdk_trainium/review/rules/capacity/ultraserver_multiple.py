"""UltraServer nodes that fill no whole UltraServer."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.market import ULTRASERVER_MULTIPLE, check_ultraserver_multiple
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the group's size with the nodes of the UltraServer that its type makes."""
    group = launch.group
    if group is None or group.kind == "instance":
        return
    for server in context.catalog.ultraservers.values():
        if any(info.name == server.instance_type for info in launch.infos) and server.nodes > 1:
            nodes, hidden, path = group.nodes, group.hidden_size, group.sizes_path
            problem = None if nodes is None or hidden else check_ultraserver_multiple(nodes, server.nodes)
            if hidden is not None:
                yield cannot_tell("whether the group has whole UltraServers", hidden, path, group.resource)
            if problem is not None:
                hit = from_problem(problem, path)
                yield Hit(hit.message, hit.path, hit.hint, resource=group.resource)


RULE = Rule(
    id=ULTRASERVER_MULTIPLE,
    title="A group of UltraServer nodes has whole UltraServers",
    level=Level.WARNING,
    why="EC2 allows part use, but NeuronLink joins the nodes of one UltraServer: a part of one is paid for and idle.",
    source="AWS Neuron, Trn2 UltraServers",
    on="launch",
    check=check,
    fix="size the group in multiples of the UltraServer's nodes",
)
