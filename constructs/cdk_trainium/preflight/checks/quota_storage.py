"""The quotas of volume storage hold what exists and what the plan adds."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.measure import storage_gib
from ..check import Check, Examination
from ..judge import Need, judge
from ..plan import Plan
from ..question import Question, UnansweredError, question
from ..quota import QUOTA_ACTIONS, get_quota, quota_value
from ..usage import own

CODES = {"gp3": "L-7A658B76", "gp2": "L-D18FCD1D", "io2": "L-09BD8365"}


def subjects(plan: Plan) -> Sequence[str]:
    """Return the volume types that the plan uses."""
    return [kind for kind in CODES if any(storage_gib(plan.demand, kind))]


def _volumes(kind: str) -> Question:
    return question(
        "ec2", "DescribeVolumes", "Volumes", Filters=[{"Name": "volume-type", "Values": [kind]}], MaxResults=500
    )


def examine(plan: Plan, kind: str) -> Examination:
    """Judge one volume type, in TiB."""
    quota, volumes = yield get_quota("ebs", CODES[kind]), _volumes(kind)
    value = yield from quota_value("ebs", CODES[kind], quota)
    gib, unknown_groups = storage_gib(plan.demand, kind)
    try:
        used, why = sum(row.number("Size") for row in volumes if not own(row, plan.demand.stacks)) / 1024, ""
    except UnansweredError as error:
        used, why = None, str(error)
    need = Need(gib / 1024, "TiB", used, why, unknown_groups)
    return (yield from judge(value, need))


CHECK = Check(
    id="quota-storage",
    title="The quotas of volume storage hold what exists and what the plan adds",
    why="Neuron images want 512 GiB of root volume: 100 nodes meet the default of 50 TiB of gp3.",
    passes="Quota >= storage of existing volumes of the type + that of the plan.",
    fails="Less; the finding names the exact increase to request.",
    command="aws service-quotas get-service-quota --service-code ebs --quota-code L-7A658B76",
    source="https://docs.aws.amazon.com/ebs/latest/userguide/ebs-resource-quotas.html",
    inputs=("groups[].block_devices", "volumes"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeVolumes"),
    subjects=subjects,
    examine=examine,
)
