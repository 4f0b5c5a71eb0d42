"""What of the on-demand quota is in use when open reservations count whole."""

from __future__ import annotations

from collections.abc import Mapping

from .plan import Plan
from .question import Answer, Row, UnansweredError
from .usage import instance_rows, own, reserved_vcpus
from .vcpu import used_or_why

__all__ = ["used_with_reserved"]


def used_with_reserved(plan: Plan, running: Answer, code: str, opened: Mapping[str, Row]) -> tuple[float | None, str]:
    """Return the vCPUs in use against ``code`` with the ``opened`` reservations, or None and why they are unknown."""
    try:
        made = _made_by_plan(plan, running, opened)
        others = [row for key, row in opened.items() if key not in made]
        reserved = reserved_vcpus(others, code, plan.catalog, plan.demand.account)
    except UnansweredError as error:
        return None, str(error)
    if reserved is None:
        return None, "the vCPUs of a reserved type are unknown"
    used, why = used_or_why(plan, running, "on-demand", code, opened)
    return (None, why) if used is None else (used + reserved, "")


def _made_by_plan(plan: Plan, running: Answer, opened: Mapping[str, Row]) -> set[str]:
    """Return the reservations of the plan's own stacks: the plan counts them already.

    Their tags tell, or that the plan's own nodes run in them while the plan names no reservation of that id.
    """
    mine = {row.text("CapacityReservationId", "") for row in instance_rows(running) if own(row, plan.demand.stacks)}
    named = {one for group in plan.demand.groups for one in group.capacity.ids}
    return {key for key, row in opened.items() if own(row, plan.demand.stacks) or key in mine - named}
