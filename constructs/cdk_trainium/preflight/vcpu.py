"""Which vCPU quota each group counts against, once its reservation is known."""

from __future__ import annotations

from collections.abc import Mapping

from ..demand.measure import VcpuNeed, vcpu_needs
from ..demand.model import Group
from ..demand.quantity import quantity
from ..wording import counted
from .check import Examination, skip, unknown
from .judge import Need, judge
from .plan import Plan
from .question import Answer, Row, UnansweredError
from .questions import instances, reservations, vcpus_seen
from .quota import get_quota, quota_value
from .reservation_row import is_block
from .usage import instance_rows, own, running_vcpus

__all__ = [
    "bought_as",
    "codes",
    "examine_running",
    "names_reservation",
    "plan_needs",
    "used_or_why",
    "without_quota",
]

_KINDS = {"on-demand": ("on-demand", "reservation"), "spot": ("spot",)}


def names_reservation(group: Group) -> bool:
    """Whether the group launches into a reservation that exists already."""
    return bool(group.capacity.named) and group.capacity.kind in ("reservation", "block")


def bought_as(plan: Plan, group: Group, rows: Mapping[str, Row]) -> str:
    """Return ``on-demand``, ``spot``, ``block`` or ``shared`` (another account's reservation, whose quota counts)."""
    kind = group.capacity.kind
    row = rows.get(group.capacity.ids[0]) if group.capacity.ids else None
    if row is None:
        return "on-demand" if kind == "reservation" else kind
    if is_block(row):
        return "block"
    owner = row.text("OwnerId", "")
    return "shared" if plan.demand.account and owner and owner != plan.demand.account else "on-demand"


def codes(plan: Plan, kinds: tuple[str, ...]) -> list[str]:
    """Return the quota codes of the groups that say they are bought as one of ``kinds``."""
    groups = [group for group in plan.demand.groups if group.instance_type and group.capacity.kind in kinds]
    families = [plan.catalog.instance_quotas(group.instance_type) for group in groups]
    spot = kinds == ("spot",)
    return sorted(
        {code or "" for family in families for code in [family and (family.spot if spot else family.on_demand)]}
    )


def without_quota(plan: Plan, kinds: tuple[str, ...]) -> list[str]:
    """Return the instance types bought as one of ``kinds`` whose quota no source tells."""
    types = {group.instance_type for group in plan.demand.groups if group.capacity.kind in kinds}
    spot = kinds == ("spot",)
    known = {name: plan.catalog.instance_quotas(name) for name in types if name}
    return sorted(
        name for name, family in known.items() if not family or not (family.spot if spot else family.on_demand)
    )


def plan_needs(
    plan: Plan, kind: str, rows: Mapping[str, Row], seen: Mapping[str, int], *, within: bool = True
) -> Mapping[str, VcpuNeed]:
    """Return quota code -> need of the groups bought as ``kind``; ``within`` also those inside an open reservation."""
    groups = [group for group in plan.demand.groups if group.instance_type]
    chosen = [group for group in groups if bought_as(plan, group, rows) == kind]
    return vcpu_needs(
        plan.demand,
        plan.catalog,
        [(group, kind) for group in chosen if within or not names_reservation(group)],
        seen,
    )


def used_or_why(
    plan: Plan, answer: Answer, kind: str, code: str, within: Mapping[str, Row]
) -> tuple[float | None, str]:
    """Return the running vCPUs against ``code``, or None and why they are unknown."""
    try:
        rows = list(instance_rows(answer))
        return running_vcpus(rows, kind, code, plan.catalog, stacks=plan.demand.stacks, within=within), ""
    except UnansweredError as error:
        return None, str(error)


def examine_running(plan: Plan, code: str, kind: str) -> Examination:
    """Judge the quota ``code`` against what runs and what the plan adds, reservations that exist resolved."""
    if not code:
        return unknown(f"no {kind} vCPU quota is known for {', '.join(without_quota(plan, _KINDS[kind]))}")
    named = any(names_reservation(group) for group in plan.demand.groups)
    answers = yield (get_quota("ec2", code), instances(), *((reservations(),) if named else ()))
    rows = {row.text("CapacityReservationId"): row for row in answers[2]} if named else {}
    seen = yield from vcpus_seen(plan)
    need = plan_needs(plan, kind, rows, seen).get(code)
    if need is None:
        return skip("no group counts against it: blocks and shared reservations use other quotas")
    value = yield from quota_value("ec2", code, answers[0])
    ours = {one for group in plan.demand.groups for one in group.capacity.ids}
    used, why = used_or_why(plan, answers[1], kind, code, {key: row for key, row in rows.items() if key in ours})
    note = _nodes(need) + _running(plan, answers[1])
    amount = Need(need.vcpus, "vCPU", used, why, need.undetermined, note)
    return (yield from judge(value, amount, per_node=need.per_node))


def _running(plan: Plan, answer: Answer) -> str:
    """Return what a reader has to know of nodes that run already and that ``used`` leaves out."""
    if answer.error is not None:
        return ""
    count = sum(1 for row in instance_rows(answer) if own(row, plan.demand.stacks))
    return f", its {counted(count, 'node')} that exist already among them" if count else ""


def _nodes(need: VcpuNeed) -> str:
    return (
        f" ({quantity(need.vcpus // need.per_node)} x {quantity(need.per_node)})"
        if need.per_node and need.vcpus % need.per_node == 0
        else ""
    )
