"""A quota of EBS against the volumes that exist and those that the plan adds."""

from __future__ import annotations

from .check import Examination
from .judge import Need, judge
from .plan import Plan
from .question import Question, UnansweredError, question
from .quota import get_quota, quota_value
from .usage import own

__all__ = ["judge_volumes"]


def _volumes(kind: str) -> Question:
    return question(
        "ec2", "DescribeVolumes", "Volumes", Filters=[{"Name": "volume-type", "Values": [kind]}], MaxResults=500
    )


def judge_volumes(
    plan: Plan, kind: str, *, code: str, member: str, added: tuple[int, tuple[str, ...]], unit: str, per_unit: int = 1
) -> Examination:
    """Judge the volumes of one type by the quota ``code``.

    Args:
        plan: its own volumes that exist already are part of it.
        kind: the volume type.
        code: the quota, of EBS.
        member: what the quota sums up, a member of ``DescribeVolumes``.
        added: what the plan adds, in that member's unit, and who adds what nobody knows.
        unit: that of the quota.
        per_unit: how many of the member's unit are one of the quota's.
    """
    quota, volumes = yield get_quota("ebs", code), _volumes(kind)
    value = yield from quota_value("ebs", code, quota)
    try:
        used, why = sum(row.number(member) for row in volumes if not own(row, plan.demand.stacks)) / per_unit, ""
    except UnansweredError as error:
        used, why = None, str(error)
    amount, undetermined = added
    return (yield from judge(value, Need(amount / per_unit, unit, used, why, undetermined)))
