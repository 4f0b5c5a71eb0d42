"""The quota of nodes per managed node group holds each of the plan's."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, unknown
from ..judge import Need, judge
from ..plan import Plan
from ..quota import QUOTA_ACTIONS, get_quota, quota_value

CODE = "L-BD136A63"


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that are managed node groups."""
    return [group.name for group in plan.demand.groups if group.eks_node_group]


def examine(plan: Plan, subject: str) -> Examination:
    """Judge one node group at its maximum size; what an update adds for a while is not counted by EKS."""
    (quota,) = yield (get_quota("eks", CODE),)
    count = plan.groups[subject].count
    if count is None:
        return unknown("the maximum size of the node group is not determined")
    value = yield from quota_value("eks", CODE, quota)
    return (yield from judge(value, Need(count, "nodes per managed node group")))


CHECK = Check(
    id="quota-eks-nodes",
    title="The quota of nodes per managed node group holds each of the plan's",
    why="A node group that is scaled beyond it is refused.",
    passes="The maximum size of the node group is within the quota.",
    fails="It is not.",
    command=f"aws service-quotas get-service-quota --service-code eks --quota-code {CODE}",
    source="https://docs.aws.amazon.com/eks/latest/userguide/service-quotas.html",
    inputs=("groups[].eks_node_group", "groups[].count"),
    actions=QUOTA_ACTIONS,
    subjects=subjects,
    examine=examine,
)
