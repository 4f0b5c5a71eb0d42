"""The vCPU quota of on-demand instances holds what runs and what the plan adds."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination
from ..plan import Plan
from ..quota import QUOTA_ACTIONS
from ..vcpu import codes, examine_running


def subjects(plan: Plan) -> Sequence[str]:
    """Return the quota codes of the groups bought on demand or through a reservation."""
    return codes(plan, ("on-demand", "reservation"))


def examine(plan: Plan, code: str) -> Examination:
    """Judge one quota code; a group whose reservation turns out to be a block does not count."""
    return (yield from examine_running(plan, code, "on-demand"))


CHECK = Check(
    id="quota-on-demand",
    title="The on-demand vCPU quota holds what runs and what the plan adds",
    why="New accounts have 0 vCPU for Trn. The quota counts vCPUs, not instances: one trn2.48xlarge needs 192.",
    passes="Applied quota (else AWS's default) >= vCPUs of running on-demand instances + those of the plan.",
    fails="Less; the finding names code, have, used, need, missing and the exact increase to request.",
    command="aws service-quotas get-service-quota --service-code ec2 --quota-code L-2C3B7624",
    source="https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html",
    inputs=("groups[].instance_type", "groups[].count", "groups[].surge", "groups[].capacity"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeInstances", "ec2:DescribeCapacityReservations", "ec2:DescribeInstanceTypes"),
    covers="quota-value",
    subjects=subjects,
    examine=examine,
)
