"""A group of UltraServers has whole UltraServers, and is bought as blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...catalog import UltraServerInfo
from ...demand.model import Group
from ...wording import counted
from ..check import Check, Examination, Outcome, fail, ok, unknown, warn
from ..plan import Plan


def _server(plan: Plan, group: Group) -> UltraServerInfo | None:
    servers = plan.catalog.ultraservers.values()
    asked = [
        one for one in servers if group.ultraserver_type and one.value("ec2_ultraserver_type") == group.ultraserver_type
    ]
    return next(iter(asked or [one for one in servers if one.instance_type == group.instance_type]), None)


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups whose nodes form UltraServers."""
    return [group.name for group in plan.demand.groups if _server(plan, group)]


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the count of one group; asks nothing."""
    group = plan.groups[subject]
    yield from ()
    return list(_judged(group, _server(plan, group)))


def _judged(group: Group, server: UltraServerInfo | None) -> Iterable[Outcome]:
    if server is None or group.count is None:
        return unknown("the count is not determined")
    if group.ultraserver_type and group.count % server.nodes:
        text = f"no whole UltraServers of {server.nodes}: {counted(group.count, 'node')}"
        return fail(text, f"ask for a multiple of {server.nodes}")
    if group.count % server.nodes:
        have = f"{counted(group.count, 'node')} of {group.instance_type}"
        text = f"{have}, an UltraServer joins {server.nodes}: some have no partner"
        return warn(text, f"ask for a multiple of {server.nodes}, unless single nodes are meant")
    return ok(counted(group.count // server.nodes, "UltraServer"))


CHECK = Check(
    id="ultraserver-multiple",
    title="Whole UltraServers",
    why="NeuronLink joins the nodes of one UltraServer; EC2 itself allows any count.",
    passes="The count is a multiple of the nodes of one UltraServer.",
    fails="It is not and an UltraServer is asked for; warns where only the type belongs to UltraServers.",
    command="aws ec2 describe-instance-topology",
    source="https://awsdocs-neuron.readthedocs-hosted.com/en/latest/about-neuron/arch/neuron-hardware/trn2-arch.html",
    inputs=("groups[].count", "groups[].instance_type", "groups[].ultraserver_type"),
    actions=(),
    subjects=subjects,
    examine=examine,
)
