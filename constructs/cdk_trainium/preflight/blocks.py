"""Which groups need a Capacity Block that nobody has bought yet, and what the account's blocks hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..demand.model import Group
from .check import Examination, Outcome, fail, unknown
from .plan import Plan
from .question import Answer, Question, Row, Trouble, UnansweredError, question
from .quota import get_quota, quota_value
from .reservation_row import in_state, is_block

__all__ = ["block_offers", "block_vcpus", "offers_refused", "to_buy"]


def to_buy(plan: Plan) -> list[Group]:
    """Return the groups that need a block and name none: a purchased block has used its quota already."""
    return [g for g in plan.demand.groups if g.instance_type and g.capacity.kind == "block" and not g.capacity.named]


def block_vcpus(plan: Plan, rows: Iterable[Row], code: str, states: Sequence[str]) -> float:
    """Return the vCPUs of the blocks in one of ``states`` that count against the quota ``code``."""
    total = 0
    for row in rows:
        if is_block(row) and in_state(row, states) and plan.catalog.block_quotas(row.text("InstanceType"))[0] == code:
            info = plan.catalog.find(row.text("InstanceType"))
            if info is None or info.vcpus is None:
                raise UnansweredError(
                    "the catalog", Trouble.NONSENSE, message=f"no vCPUs of {row.text('InstanceType')}"
                )
            total += info.vcpus * int(row.number("TotalInstanceCount"))
    return total


def block_offers(plan: Plan, group: Group) -> Question:
    """Ask which blocks of the size that ``group`` needs are on offer."""
    if group.ultraserver_type:
        named = (one for one in plan.catalog.ultraservers.values() if one.value("ec2_ultraserver_type"))
        nodes = next((one.nodes for one in named if one.value("ec2_ultraserver_type") == group.ultraserver_type), 1)
        count = max(1, (group.count or 1) // nodes)
        size: dict[str, Any] = {"UltraserverType": group.ultraserver_type, "UltraserverCount": count}
    else:
        size = {"InstanceType": group.instance_type, "InstanceCount": min(group.count or 1, 64)}
    return question(
        "ec2",
        "DescribeCapacityBlockOfferings",
        "CapacityBlockOfferings",
        CapacityDurationHours=group.capacity.hours,
        **size,
    )


def offers_refused(plan: Plan, group: Group, answer: Answer) -> Examination:
    """Judge the refusal in ``answer`` to list blocks for ``group``: a block quota of 0 looks like throttling."""
    error = answer.error
    assert error is not None
    if error.code == "UnauthorizedOperation" and "ultraserver" in error.message.lower():
        text = f"this account is not authorized for UltraServer offers ({error.message})"
        return unknown(text, "ask AWS to enable the account for UltraServers: this is not a missing IAM permission")
    code = plan.catalog.block_quotas(group.instance_type)[0]
    if error.code != "CapacityBlockDescribeLimitExceeded" or not code:
        raise error
    (quota,) = yield (get_quota("ec2", code),)
    value = yield from quota_value("ec2", code, quota)
    return _limited(value.value, code, error.message)


def _limited(quota: float, code: str, message: str) -> list[Outcome]:
    if quota == 0:
        return fail(
            f"no offers are shown because the block quota {code} is 0 ({message})", f"request an increase of {code}"
        )
    return unknown(f"offers are not shown for now: {message}", "ask again later")
