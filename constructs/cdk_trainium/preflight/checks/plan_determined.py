"""Everything that the plan asks for is known before it is deployed; what is not is judged by no other check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...demand.model import Demand
from ...findings import Status
from ..check import Check, Examination, Outcome, info, unknown
from ..plan import Plan

_HINT = "give the parameter a default, name the value in the template, or judge the templates that hold it as well"


def subjects(plan: Plan) -> Sequence[str]:
    """Return the plan where something of it is open."""
    return ("",) if any(_open(plan.demand)) else ()


def examine(plan: Plan, _subject: str) -> Examination:
    """Tell all that is open; asks nothing."""
    yield from ()
    return list(_open(plan.demand))


def left_open(demand: Demand) -> bool:
    """Whether ``demand`` leaves something open that its other checks cannot judge."""
    return any(outcome.status is Status.UNKNOWN for outcome in (*_not_determined(demand), *_groups(demand)))


def _open(demand: Demand) -> Iterator[Outcome]:
    yield from _not_determined(demand)
    yield from _groups(demand)
    if demand.asks_nothing:
        yield from unknown("the plan asks for nothing", "name at least one group, or resources to create")


def _not_determined(demand: Demand) -> Iterator[Outcome]:
    for item in demand.not_determined:
        text = f"{item.where}: {item.what}: {item.why or 'not determined'}"
        yield from info(text) if item.judged else unknown(text, _HINT)


def _groups(demand: Demand) -> Iterator[Outcome]:
    """Yield what groups leave open: without a type no check judges them, whatever count they have."""
    described = {subnet.name for subnet in demand.new_subnets}
    for group in demand.groups:
        if not group.instance_type and group.count != 0:
            yield from unknown(f"{group.name}: its instance type is not determined, so nothing of it was judged", _HINT)
        for name in group.new_subnets:
            if name not in described:
                yield from unknown(f"{group.name}: the new subnet {name} is not described", "add it to new_subnets")


CHECK = Check(
    id="plan-determined",
    title="Everything that the plan asks for is determined",
    why="What only a parameter, another stack or a nested template elsewhere decides cannot be judged: to leave it out "
    "would pass a plan that may fail. It runs beside the checks that --checks names as well, where something is open.",
    passes="Nothing is open. What the defaults of the parameters leave out, and what is counted at most, is told.",
    fails="Never: what is open is unknown.",
    command="trnctl demand PATH",
    source="https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/parameters-section-structure.html",
    inputs=("not_determined", "groups[].instance_type", "groups[].new_subnets"),
    actions=(),
    subjects=subjects,
    examine=examine,
)
