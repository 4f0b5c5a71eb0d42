"""The quotas of provisioned IOPS hold what exists and what the plan adds."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.volumes import IOPS_QUOTAS, provisioned_iops, volume_types
from ..check import Check, Examination
from ..plan import Plan
from ..quota import QUOTA_ACTIONS
from ..volumes import judge_volumes


def subjects(plan: Plan) -> Sequence[str]:
    """Return the volume types of the plan whose IOPS have a quota."""
    return [kind for kind in volume_types(plan.demand) if kind in IOPS_QUOTAS]


def examine(plan: Plan, kind: str) -> Examination:
    """Judge one volume type, in IOPS."""
    added = provisioned_iops(plan.demand, kind)
    return (yield from judge_volumes(plan, kind, code=IOPS_QUOTAS[kind], member="Iops", added=added, unit="IOPS"))


CHECK = Check(
    id="quota-provisioned-iops",
    title="The quotas of provisioned IOPS hold what exists and what the plan adds",
    why="Volumes of io1 and io2 are given their IOPS, which have a quota beside that of their storage: a few volumes "
    "of many IOPS meet it first.",
    passes="Quota >= IOPS of existing volumes of the type, without the plan's own, + those of the plan.",
    fails="Less; the finding names the exact increase to request.",
    command="aws service-quotas get-service-quota --service-code ebs --quota-code L-8D977E7E",
    source="https://docs.aws.amazon.com/ebs/latest/userguide/ebs-resource-quotas.html",
    inputs=("groups[].block_devices", "volumes"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeVolumes", "ec2:DescribeInstances"),
    subjects=subjects,
    examine=examine,
)
