"""UltraServer nodes that fill no whole UltraServer."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.market import ULTRASERVER_MULTIPLE, check_ultraserver_multiple
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, from_problem


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the group's size with the nodes of the UltraServer that its type makes."""
    group = launch.group
    if group is None or group.nodes is None or group.kind == "instance":
        return
    for server in context.catalog.ultraservers.values():
        if any(info.name == server.instance_type for info in launch.infos) and server.nodes > 1:
            problem = check_ultraserver_multiple(group.nodes, server.nodes)
            if problem is not None:
                hit = from_problem(problem, ("Properties", "MaxSize"))
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
