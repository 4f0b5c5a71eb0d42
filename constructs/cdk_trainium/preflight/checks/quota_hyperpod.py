"""The SageMaker quotas of HyperPod clusters hold the plan's instances; codes of new types are found by name."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ...wording import counted
from ..check import Check, Examination, ask, unknown
from ..judge import Need, judge
from ..plan import Plan
from ..question import Answer, Question, UnansweredError, question
from ..quota import QUOTA_ACTIONS, QuotaValue, get_quota, quota_value, read_quota

CLUSTERS = question("sagemaker", "ListClusters", "ClusterSummaries")
BY_NAME = question("service-quotas", "ListServiceQuotas", "Quotas", ServiceCode="sagemaker", MaxResults=100)


def subjects(plan: Plan) -> Sequence[str]:
    """Return the instance types, with their prefix."""
    return sorted({part.instance_type for part in plan.demand.hyperpod})


def examine(plan: Plan, instance_type: str) -> Examination:
    """Judge one type."""
    name = f"{instance_type} for cluster usage"
    value = yield from _value(plan, name)
    if value is None:
        return unknown(f"Service Quotas lists no quota named {name!r}")
    clusters = yield from ask(CLUSTERS)
    try:
        # Which types existing clusters hold would take a call for each of them.
        exist = f"{counted(len(clusters.rows), 'cluster')} exist, and no list tells the types that they hold"
        used, why = (0.0, "") if not clusters.rows else (None, exist)
    except UnansweredError as error:
        used, why = None, str(error)
    count = sum(part.count for part in plan.demand.hyperpod if part.instance_type == instance_type)
    return (yield from judge(value, Need(count, "instances", used, why)))


def _value(plan: Plan, name: str) -> Generator[tuple[Question, ...], tuple[Answer, ...], QuotaValue | None]:
    known = next((one for one in plan.catalog.quotas if one.service == "sagemaker" and one.name == name), None)
    if known is not None and known.code:
        answer = yield from ask(get_quota("sagemaker", known.code))
        return (yield from quota_value("sagemaker", known.code, answer))
    listed = yield from ask(BY_NAME)
    row = next((one for one in listed if one.text("QuotaName") == name), None)
    return read_quota(row, "sagemaker", applied=True) if row else None


CHECK = Check(
    id="quota-hyperpod",
    title="The SageMaker quotas of HyperPod clusters hold the plan's instances",
    why="HyperPod has a quota per instance type, 0 by default, apart from EC2's.",
    passes="The quota of the type holds the plan's instances, and no other cluster exists.",
    fails="It is smaller; unknown when other clusters exist or no quota of that name is listed.",
    command="aws service-quotas list-service-quotas --service-code sagemaker",
    source="https://docs.aws.amazon.com/general/latest/gr/sagemaker.html",
    inputs=("hyperpod",),
    actions=(*QUOTA_ACTIONS, "servicequotas:ListServiceQuotas", "sagemaker:ListClusters"),
    subjects=subjects,
    examine=examine,
)
