"""The quotas of managed node groups per cluster and of nodes per node group hold the plan's."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination
from ..judge import Need, judge
from ..plan import Plan
from ..quota import QUOTA_ACTIONS, get_quota, quota_value

CODE = "L-6D54EA21"


def subjects(plan: Plan) -> Sequence[str]:
    """Return the plan where it makes node groups."""
    return ("",) if plan.demand.counts.eks_node_groups else ()


def examine(plan: Plan, _subject: str) -> Examination:
    """Judge the node groups as those of one cluster, which starts without any."""
    (quota,) = yield (get_quota("eks", CODE),)
    value = yield from quota_value("eks", CODE, quota)
    clusters = max(1, plan.demand.counts.eks_clusters)
    need = -(-plan.demand.counts.eks_node_groups // clusters)
    return (yield from judge(value, Need(need, "node groups per cluster", note=f" over {clusters} clusters")))


CHECK = Check(
    id="quota-eks-node-groups",
    title="The quota of managed node groups per cluster holds the plan's",
    why="Creation fails half-way through the deployment once node groups run out.",
    passes="The plan's node groups, spread evenly over its clusters, are within the quota.",
    fails="They are not.",
    command="aws service-quotas get-service-quota --service-code eks --quota-code L-6D54EA21",
    source="https://docs.aws.amazon.com/eks/latest/userguide/service-quotas.html",
    inputs=("counts.eks_node_groups", "counts.eks_clusters"),
    actions=QUOTA_ACTIONS,
    subjects=subjects,
    examine=examine,
)
