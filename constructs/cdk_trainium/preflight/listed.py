"""Limits that Service Quotas does not list: the documented number against what exists and what the plan creates."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..demand.quantity import quantity
from .check import Check, Examination, ask, fail, ok
from .counted import not_own
from .plan import Plan
from .question import Question

__all__ = ["limit_check"]


def limit_check(
    *,
    id: str,
    title: str,
    limit: str,
    unit: str,
    need: Callable[[Plan], int],
    used: Question,
    action: str,
    command: str,
    source: str,
    inputs: Sequence[str],
) -> Check:
    """Return a check of one documented limit of the catalog.

    Args:
        id: id of the check.
        title: the statement that holds when it passes.
        limit: name of the limit in ``Catalog.limits``.
        unit: what is counted.
        need: how many the plan creates.
        used: lists what exists.
        action: IAM action of ``used``.
        command: the aws CLI command that lists them.
        source: where the limit is documented.
        inputs: members of the demand that are read.
    """

    def examine(plan: Plan, _subject: str) -> Examination:
        answer = yield from ask(used)
        exist, wanted, most = not_own(plan, answer), need(plan), plan.catalog.limits[limit].value
        text = f"{quantity(most)} {unit} per region, {quantity(exist)} exist, the plan creates {quantity(wanted)}"
        if exist + wanted > most:
            return fail(text, "delete unused ones, or share them", have=most, used=exist, need=wanted)
        return ok(text)

    return Check(
        id=id,
        title=title,
        why="Creation fails half-way through the deployment beyond the limit, and no quota request raises it.",
        passes="What exists and what the plan creates stay within the documented limit.",
        fails="They do not.",
        command=command,
        source=source,
        inputs=tuple(inputs),
        actions=(action,),
        subjects=lambda plan: ("",) if need(plan) else (),
        examine=examine,
    )
