"""Only the account of the plan is judged: what another one answers says nothing about it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from .checks.reservation_owner import WHO
from .question import Answer, Question, Trouble, UnansweredError

__all__ = ["of_account"]

_Ask = Callable[[Question], Answer]


def of_account(account: str, ask: _Ask) -> _Ask:
    """Return ``ask`` whose answers are those of ``account``; of another one it has none.

    Where nobody tells whose the credentials are, all answers stand, and the check ``identity`` is unknown.

    Args:
        account: the account of the plan; empty is any.
        ask: answers a question, on any thread; asked once whose the credentials are.
    """
    if not account:
        return ask
    lock, told = Lock(), list[Answer]()

    def who() -> Answer:
        with lock:
            if not told:
                told.append(ask(WHO))
            return told[0]

    def answer(asked: Question) -> Answer:
        if asked == WHO:
            return who()
        found, other = ask(asked), _account(who())
        return found if other in ("", account) else Answer(asked, None, _elsewhere(asked, other, account))

    return answer


def _account(answer: Answer) -> str:
    try:
        return answer.row.text("Account")
    except UnansweredError:
        return ""


def _elsewhere(asked: Question, other: str, account: str) -> UnansweredError:
    text = f"the credentials belong to account {other}, the plan is for {account}"
    return UnansweredError(asked.name, Trouble.ELSEWHERE, message=text)
