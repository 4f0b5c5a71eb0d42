"""Threads that ask, and the deadline after which nobody waits for an answer any longer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import ParamSpec

from ..demand.quantity import quantity
from .question import Answer, Question, Trouble, UnansweredError

__all__ = ["DEADLINE", "Deadline", "Pool"]

DEADLINE = 300.0
"""Seconds that one run may take; the slowest that is in order, throttled and retried, takes about a minute."""

P = ParamSpec("P")


class Deadline:
    """The end of one run; what is not answered by then is unknown."""

    def __init__(self, seconds: float = DEADLINE) -> None:
        """End ``seconds`` from now."""
        self._seconds, self._end = seconds, time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left, 0 at the end."""
        return max(0.0, self._end - time.monotonic())

    def late(self, asked: Question) -> Answer:
        """Return that ``asked`` was not answered in time."""
        text = f"no answer within {quantity(self._seconds)} s, the deadline of the whole run"
        return Answer(asked, None, UnansweredError(asked.name, Trouble.TIMED_OUT, message=text))

    def answer(self, asked: Question, future: Future[Answer]) -> Answer:
        """Return the answer to ``asked`` that ``future`` brings, or that it came too late."""
        try:
            return future.result(self.left)
        except TimeoutError:
            return self.late(asked)


class Pool:
    """A few threads; unlike those of `concurrent.futures` they never hold up the end of the program.

    A call that hangs would: Python waits for those threads when it ends, also after Ctrl-C.
    """

    def __init__(self, workers: int, name: str) -> None:
        """Use at most ``workers`` threads, called ``name``, each started when it is needed."""
        self._workers, self._name, self._threads, self._open = workers, name, 0, True
        self._idle = threading.Semaphore(0)
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def submit(self, ask: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Future[Answer]:
        """Call ``ask`` on a thread and return what becomes of it."""
        future: Future[Answer] = Future()
        self._work.put(partial(_keep, future, partial(ask, *args, **kwargs)))
        if not self._idle.acquire(blocking=False) and self._threads < self._workers:
            self._threads += 1
            threading.Thread(target=self._serve, name=self._name, daemon=True).start()
        return future

    def close(self) -> None:
        """Begin nothing more; a call that is under way is left to itself."""
        self._open = False
        for _ in range(self._threads):
            self._work.put(None)

    def _serve(self) -> None:
        while (work := self._work.get()) is not None and self._open:
            work()
            self._idle.release()


def _keep(future: Future[Answer], ask: Callable[[], Answer]) -> None:
    try:
        future.set_result(ask())
    except BaseException as error:
        future.set_exception(error)
