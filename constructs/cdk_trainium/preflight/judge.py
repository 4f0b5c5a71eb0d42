"""The verdict on one quota, with all its numbers: have, used, need, missing, and the exact increase to ask for."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ..demand.quantity import quantity
from ..wording import counted
from .check import Examination, fail, ok, unknown
from .quota import Increase, QuotaValue, pending_increase

__all__ = ["Need", "judge"]


@dataclass(frozen=True, slots=True)
class Need:
    """What the plan adds, in the unit of the quota."""

    amount: float
    unit: str
    used: float | None = 0
    """In use now, without what the plan counts already; None is unknown."""
    used_trouble: str = ""
    """Why ``used`` is unknown."""
    undetermined: tuple[str, ...] = ()
    note: str = ""


def judge(value: QuotaValue, need: Need, *, per_node: int = 0) -> Examination:
    """Compare ``value`` with what is used and needed; a fail names the exact increase and any open request."""
    missing = need.amount + (need.used or 0) - value.value
    numbers: dict[str, Any] = {
        "service": value.service,
        "code": value.code,
        "name": value.name,
        "have": value.value,
        "used": need.used,
        "need": need.amount,
        "missing": max(0.0, missing),
        "unit": need.unit,
        "applied": value.applied,
    }
    text = _text(value, need)
    if missing > 0:
        pending, is_open = (yield from pending_increase(value)) if value.adjustable else ("", False)
        fits = f"; room for {_nodes(value.value - (need.used or 0), per_node)}" if per_node else ""
        wanted = need.amount + (need.used or 0)
        increase = Increase(value.service, value.code, wanted)
        numbers["pending"] = pending.removeprefix("; ")
        if value.adjustable:
            numbers["increase"] = asdict(increase)
        hint = _hint(value, is_open, f"an increase to {quantity(wanted)} {need.unit}: {increase.command}")
        lack = "missing" if need.amount else "over it already"
        return fail(f"{text}: {quantity(missing)} {need.unit} {lack}{fits}{pending}", hint, **numbers)
    if need.used is None:
        return unknown(f"{text}: what is in use is unknown: {need.used_trouble}", **numbers)
    if need.undetermined:
        return unknown(f"{text}, without {', '.join(need.undetermined)}, which could not be determined", **numbers)
    return ok(text, **numbers)


def _hint(value: QuotaValue, is_open: bool, increase: str) -> str:
    """Say what to do: `trnctl quota request` refuses a quota that is not adjustable, and a second open request."""
    if not value.adjustable:
        return "it is not adjustable: plan less of it, use another region or way to buy, or open a support case"
    return "wait for the open request; a second one is refused meanwhile" if is_open else f"request {increase}"


def _nodes(free: float, per_node: int) -> str:
    return counted(max(0, int(free // per_node)), "more node")


def _text(value: QuotaValue, need: Need) -> str:
    origin = "" if value.applied else " (AWS's default; no value is applied)"
    used = quantity(need.used)
    needs = f"needs {quantity(need.amount)}" if need.amount else "adds nothing to it"
    free = "" if need.used is None else f", {quantity(max(0.0, value.value - need.used))} free"
    return (
        f"quota {value.code} ({value.name}) of {value.service} is {quantity(value.value)} {need.unit}{origin}, "
        f"{used} in use{free}, the plan {needs}{need.note}"
    )
