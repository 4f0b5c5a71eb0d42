"""A quota of EBS against the volumes that exist and those that the plan adds."""

from __future__ import annotations

from collections.abc import Iterable

from .check import Examination
from .judge import Need, judge
from .plan import Plan
from .question import Answer, Question, Row, UnansweredError, question
from .questions import instances
from .quota import get_quota, quota_value
from .usage import instance_rows, own, stack_of

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
    extra: tuple[Question, ...] = (instances(),) if plan.demand.stacks else ()
    quota, volumes, *nodes = yield (get_quota("ebs", code), _volumes(kind), *extra)
    value = yield from quota_value("ebs", code, quota)
    try:
        used, why = sum(row.number(member) for row in _not_own(plan, volumes, nodes)) / per_unit, ""
    except UnansweredError as error:
        used, why = None, str(error)
    amount, undetermined = added
    return (yield from judge(value, Need(amount / per_unit, unit, used, why, undetermined)))


def _not_own(plan: Plan, volumes: Iterable[Row], nodes: Iterable[Answer]) -> list[Row]:
    """Return the volumes that are no part of the plan; those of its nodes have no tags of its stacks."""
    stacks = plan.demand.stacks
    running = {row.text("InstanceId") for answer in nodes for row in instance_rows(answer) if own(row, stacks)}
    return [row for row in volumes if not own(row, stacks) and (stack_of(row) or not running & _holders(row))]


def _holders(volume: Row) -> set[str]:
    return {one.text("InstanceId", "") for one in volume.rows("Attachments")}
