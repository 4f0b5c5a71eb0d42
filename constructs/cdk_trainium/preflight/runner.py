"""``run``: a demand in, a report out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..catalog import Catalog
from ..catalog import default as default_catalog
from ..constraints.partitions import check_partition
from ..demand.model import Demand
from ..errors import InputError, Problem
from ..findings import Report, Result
from ..wording import nearest
from .check import Check, all_checks
from .checks.plan_determined import left_open
from .clients import Clients
from .engine import WORKERS, Examined, Run, worst
from .own_account import of_account
from .plan import Plan
from .pool import Deadline
from .question import Answer, Question, Trouble, UnansweredError
from .telling import findings

if TYPE_CHECKING:
    from .clients import Session

__all__ = ["NOT_CAPACITY", "examine", "run", "select"]

_DETERMINED = "plan-determined"
"""Runs whatever other checks are named, where the plan leaves something open."""

NOT_CAPACITY = "capacity was not tested: no call of AWS's tells beforehand whether nodes can be had on demand"
_OFFLINE = "offline: judged by the catalog of this release alone, the account was not asked"


def _utc_now() -> datetime:
    return datetime.now(UTC)


def run(
    demand: Demand,
    *,
    session: Session | None,
    clock: Callable[[], datetime] = _utc_now,
    checks: Collection[str] | None = None,
    skip: Collection[str] = (),
    dry_run_launch: bool = False,
    catalog: Catalog | None = None,
    progress: Callable[[str], None] = lambda _name: None,
    deadline: Deadline | None = None,
) -> Report:
    """Ask the account of ``session`` whether it can hold ``demand``.

    Args:
        demand: what is asked; its ``region`` is the region of every question.
        session: whose credentials ask. None asks nothing: what needs the account is then unknown.
        clock: the time to judge reservations by, with a time zone. Default: - now.
        checks: ids of the checks to run; what the plan leaves open, which they cannot judge, is told beside them
            (``plan-determined``), unless it is in ``skip``. Default: - all that are not opt-in.
        skip: ids of checks to leave out.
        dry_run_launch: also ask ``RunInstances`` with ``DryRun``. Default: - no.
        catalog: facts to judge by. Default: - those of this release.
        progress: told the name of each question as it is asked, on this thread.
        deadline: the end of the run; what is not answered by then is unknown. Default: - 300 seconds from now.

    Returns:
        One report; a question without an answer makes its checks unknown, never a pass.

    Raises:
        InputError: the demand has no region, one of another partition, or a check id does not exist.
    """
    plan = Plan(demand, catalog or default_catalog(), clock())
    chosen = _with_what_is_open(plan, select(checks, skip, dry_run_launch=dry_run_launch), skip)
    examined, engine = examine(plan, chosen, session, progress, deadline)
    notes = [*([] if session is not None else [_OFFLINE]), *([NOT_CAPACITY] if _bought_freely(plan) else [])]
    return _report(plan, examined, engine, notes)


def _bought_freely(plan: Plan) -> bool:
    """Whether nodes are bought when they are launched: a block or a reservation holds them already."""
    groups = plan.demand.groups
    return not groups or any(group.capacity.kind in ("on-demand", "spot") for group in groups)


def examine(
    plan: Plan,
    checks: Sequence[Check],
    session: Session | None,
    progress: Callable[[str], None],
    deadline: Deadline | None = None,
) -> tuple[list[Examined], Run]:
    """Run ``checks`` and return how each ended, and the run with its questions; raises as `run` does."""
    if not plan.region:
        hint = "say --region or set AWS_REGION; there is no default, Trn2 is in few regions"
        raise InputError("preflight", [Problem("TRN060", "region required", "region", hint=hint)])
    foreign = check_partition(plan.region)
    if foreign is not None:
        raise InputError("preflight", [foreign])
    answer = Clients(session, plan.region, WORKERS).ask if session is not None else _not_asked
    engine = Run(plan, checks, of_account(plan.demand.account, answer), progress, deadline)
    return engine.execute(), engine


def _not_asked(asked: Question) -> Answer:
    return Answer(asked, None, UnansweredError(asked.name, Trouble.OFFLINE, message="offline"))


def select(checks: Collection[str] | None, skip: Collection[str], *, dry_run_launch: bool) -> list[Check]:
    """Return the checks named, or all but the opt-in ones; raises `InputError` for no such id, or none left."""
    known = {check.id: check for check in all_checks()}
    wrong = [name for name in [*(checks or ()), *skip] if name not in known]
    if wrong:
        allowed = ", ".join(known)
        problems = [Problem("TRN061", "no such check", "checks", name, allowed, nearest(name, known)) for name in wrong]
        raise InputError("preflight", problems)
    wanted = set(checks) if checks is not None else {c.id for c in known.values() if not c.opt_in or dry_run_launch}
    left = [check for check in known.values() if check.id in wanted and check.id not in skip]
    if not left:
        problem = Problem("TRN061", "no check is left to run, and nothing judged is no pass", "checks")
        raise InputError("preflight", [problem])
    return left


def _with_what_is_open(plan: Plan, chosen: list[Check], skip: Collection[str]) -> list[Check]:
    """Return the checks ``chosen``, and the one that tells what of the plan none of them saw, where there is such."""
    if _DETERMINED in skip or not left_open(plan.demand):
        return chosen
    telling = [check for check in all_checks() if check.id == _DETERMINED and check not in chosen]
    return sorted([*chosen, *telling], key=lambda check: check.id)


def _report(plan: Plan, examined: Iterable[Examined], engine: Run, notes: Sequence[str]) -> Report:
    done = list(examined)
    told, why = findings(plan, done, engine.silent)
    return Report(
        findings=told,
        results=tuple(Result(one.check.id, worst(one.outcomes), one.subject, _reason(one)) for one in done),
        reviewed=tuple(template.path for template in plan.demand.templates),
        notes=(*notes, *why),
    )


def _reason(one: Examined) -> str:
    status = worst(one.outcomes)
    return next((outcome.message for outcome in one.outcomes if outcome.status is status), "")
