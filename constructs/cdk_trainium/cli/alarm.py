"""Bounds what offers no deadline of its own, such as the helpers that an AWS configuration calls for credentials."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["TooLateError", "ends_within"]


class TooLateError(BaseException):
    """Time is up; no ``except Exception`` of what was interrupted may hold it."""


@contextmanager
def ends_within(seconds: float) -> Iterator[None]:
    """Raise `TooLateError` in the body after ``seconds``, whatever it waits for.

    A signal does it, not a thread: what is interrupted sets right what it changed, such as the echo of a terminal on
    which it asks for a code. Off the main thread, where Python hears no signals, and on
    Windows, which has no such clock, nothing is bounded.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: object) -> None:
        raise TooLateError

    before = signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))  # 0 would be never
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
