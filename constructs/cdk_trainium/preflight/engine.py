"""Runs the checks: each question once, side by side; whatever has no answer ends as unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace

from ..findings import Status
from .check import Check, Examination, Outcome, skip, unknown
from .plan import Plan
from .pool import Deadline, Pool
from .question import Answer, Question, Trouble, UnansweredError

__all__ = ["Examined", "Run", "no_answer"]

WORKERS = 32
"""Questions under way at once: as many as a plan asks in one step, so that none waits for another's answer."""
SLOW_WORKERS = 10
"""Service Quotas takes 10 calls in one burst, then 5 a second."""


_OF_THE_SERVICE = {
    Trouble.UNREACHABLE,
    Trouble.UNAUTHENTICATED,
    Trouble.TIMED_OUT,
    Trouble.CUT_OFF,
    Trouble.NONSENSE,
    Trouble.BROKEN,
    Trouble.ELSEWHERE,
}
"""What one cause can do to every call of a service, such as a wrong endpoint; a denied call has a cause of its own."""


@dataclass
class Examined:
    """One check on one subject: what it asked and how it ended."""

    check: Check
    subject: str
    outcomes: tuple[Outcome, ...] = ()
    asked: list[Question] = field(default_factory=list)
    chain: int = 0
    """Questions that had to wait for one another."""


@dataclass
class _Task:
    examined: Examined
    steps: Examination
    waiting: tuple[Question, ...] = ()


class _Pools:
    """The threads of one run; Service Quotas has its own few, whose waiting for its low rate holds up no other."""

    def __init__(self) -> None:
        self._slow, self._usual = Pool(SLOW_WORKERS, "preflight-quotas"), Pool(WORKERS, "preflight")

    def of(self, asked: Question) -> Pool:
        return self._slow if asked.service == "service-quotas" else self._usual

    def __enter__(self) -> _Pools:
        return self

    def __exit__(self, *_: object) -> None:
        for pool in (self._slow, self._usual):
            pool.close()


class Run:
    """One run over one plan; ``answer`` answers a question and never raises."""

    def __init__(
        self,
        plan: Plan,
        checks: Sequence[Check],
        answer: Callable[[Question], Answer],
        progress: Callable[[str], None],
        deadline: Deadline | None = None,
    ) -> None:
        """Hold what to run; `execute` runs it until ``deadline``, by default `DEADLINE` seconds from now."""
        self._plan, self._checks, self._answer, self._progress = plan, checks, answer, progress
        self._deadline = deadline or Deadline()
        self._futures: dict[Question, Future[Answer]] = {}
        self._wanted: list[Question] = []

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every question asked, in order."""
        return tuple(self._futures)

    @property
    def silent(self) -> Mapping[str, Trouble]:
        """Services that answered no question, each with the one trouble that all of them had."""
        troubles: dict[str, set[Trouble | None]] = {}
        for asked, future in self._futures.items():
            error = future.result().error if future.done() else None
            troubles.setdefault(asked.service, set()).add(error.trouble if error else None)
        alike = {service: found.pop() for service, found in troubles.items() if len(found) == 1}
        return {service: trouble for service, trouble in alike.items() if trouble and trouble in _OF_THE_SERVICE}

    def execute(self) -> list[Examined]:
        """Examine every subject of every check and return how each ended, in the order of the checks."""
        examined: list[Examined] = []
        with _Pools() as pools:
            tasks = list(self._start(examined))
            while tasks:
                tasks = self._advance(tasks, pools)
        return examined

    def _start(self, examined: list[Examined]) -> Iterator[_Task]:
        for check in self._checks:
            try:
                subjects: Sequence[str] = check.subjects(self._plan)
            except Exception as error:
                examined.append(Examined(check, "", tuple(_broken(check, error))))
                continue
            if not subjects:
                examined.append(Examined(check, "", tuple(skip("the plan asks for nothing that it judges"))))
            for subject in subjects:
                one = Examined(check, subject)
                examined.append(one)
                yield _Task(one, check.examine(self._plan, subject))

    def _advance(self, tasks: list[_Task], pools: _Pools) -> list[_Task]:
        ready = [task for task in tasks if all(self._futures[one].done() for one in task.waiting)]
        if not ready:
            self._wait([one for task in tasks for one in task.waiting if not self._futures[one].done()])
            return tasks
        over = {id(task) for task in ready if not self._step(task)}
        self._submit(pools)
        return [task for task in tasks if id(task) not in over]

    def _wait(self, unanswered: Sequence[Question]) -> None:
        """Wait for the next answer; at the deadline there is none to what is still asked."""
        wait([self._futures[one] for one in unanswered], self._deadline.left, FIRST_COMPLETED)
        if not self._deadline.left:
            self._futures |= {one: self._late(one) for one in unanswered if not self._futures[one].done()}

    def _step(self, task: _Task) -> bool:
        """Hand ``task`` its answers; return whether it goes on."""
        answers = tuple(self._futures[one].result() for one in task.waiting)
        try:
            wanted = task.steps.send(answers) if task.waiting else next(task.steps)
        except StopIteration as end:
            ended = end.value or unknown("the check ended without a result")
            task.examined.outcomes = tuple(map(self._told, ended))
            return False
        except UnansweredError as error:
            task.examined.outcomes = tuple(no_answer(error))
            return False
        except Exception as error:
            task.examined.outcomes = tuple(_broken(task.examined.check, error))
            return False
        task.waiting = wanted
        task.examined.asked += wanted
        task.examined.chain += 1
        self._wanted += wanted
        return True

    def _told(self, outcome: Outcome) -> Outcome:
        """Return ``outcome``; what is left to a check that does not run is unknown."""
        teller = outcome.evidence.get("told_by")
        if teller is None or any(check.id == teller for check in self._checks):
            return outcome
        return replace(outcome, status=Status.UNKNOWN, hint=f"run {teller} as well")

    def _submit(self, pools: _Pools) -> None:
        """Ask what the tasks of this step want, each question once and none after the deadline."""
        for one in sorted(self._wanted, key=_turn):
            if one not in self._futures:
                self._progress(one.name)
                in_time = self._deadline.left > 0
                self._futures[one] = pools.of(one).submit(self._answer, one) if in_time else self._late(one)
        self._wanted.clear()

    def _late(self, asked: Question) -> Future[Answer]:
        answered: Future[Answer] = Future()
        answered.set_result(self._deadline.late(asked))
        return answered


def _turn(asked: Question) -> int:
    """Return the turn of ``asked``: the slow rate of Service Quotas runs first, EC2's client is the slowest to make."""
    return {"service-quotas": 0, "ec2": 2}.get(asked.service, 1)


def no_answer(error: UnansweredError, known: str = "") -> list[Outcome]:
    """Return the end of an examination whose question has no answer; ``known`` is what it learned before."""
    text = f"{known}: {error}" if known else str(error)
    return unknown(text, _remedy(error), question=error.what, trouble=str(error.trouble), code=error.code)


def _remedy(error: UnansweredError) -> str:
    if error.trouble is Trouble.DENIED:
        return f"allow {error.what} (trnctl preflight --print-iam-policy lists all actions)"
    return _REMEDIES.get(error.trouble, "")


_REMEDIES = {
    Trouble.MISTAKEN: "report this, it is a defect of cdk-trainium and not of the account",
    Trouble.ELSEWHERE: "use credentials of the plan's account (AWS_PROFILE)",
    Trouble.UNREACHABLE: "look at the network, its proxy, and the endpoint (AWS_ENDPOINT_URL_…, endpoint_url)",
}


def _broken(check: Check, error: Exception) -> Iterable[Outcome]:
    text = f"the check {check.id} broke: {type(error).__name__}: {error}"
    return unknown(text[:300], "report this, it is a defect of the check or of the answer", trouble="broken")


def worst(outcomes: Iterable[Outcome]) -> Status:
    """Return the status that stands for all of ``outcomes``."""
    order = (Status.FAIL, Status.UNKNOWN, Status.WARNING, Status.PASS, Status.SKIPPED)
    seen = {outcome.status for outcome in outcomes}
    return next((status for status in order if status in seen), Status.UNKNOWN)
