"""Which groups need a Capacity Block that nobody has bought yet, and what the account's blocks hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..demand.model import Group
from .plan import Plan
from .question import Question, Row, Trouble, UnansweredError, question

__all__ = ["block_offers", "block_vcpus", "to_buy"]


def to_buy(plan: Plan) -> list[Group]:
    """Return the groups that need a block and name none: a purchased block has used its quota already."""
    return [g for g in plan.demand.groups if g.instance_type and g.capacity.kind == "block" and not g.capacity.named]


def block_vcpus(plan: Plan, rows: Iterable[Row], code: str, states: Sequence[str]) -> float:
    """Return the vCPUs of the blocks in one of ``states`` that count against the quota ``code``."""
    total = 0
    for row in rows:
        is_block = row.text("ReservationType", "default") == "capacity-block" and row.text("State") in states
        if is_block and plan.catalog.block_quotas(row.text("InstanceType"))[0] == code:
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
