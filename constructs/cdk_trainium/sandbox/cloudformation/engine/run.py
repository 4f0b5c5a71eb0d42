"""Start operations: at once in a test, in a thread of the server, so that clients can watch the events."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from .events import record_stack

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..model import Stack

__all__ = ["start", "use_threads"]

_LOG = logging.getLogger(__name__)
_ONE_AT_A_TIME = threading.RLock()
_threads = False


def use_threads(*, on: bool) -> None:
    """Run later operations in threads, as the server does. Default: - in the caller's thread, done when it returns."""
    global _threads  # noqa: PLW0603
    _threads = on


def start(stack: Stack, status: str, work: Callable[[], None], token: str | None = None) -> None:
    """Set the stack to ``status`` and do the work; operations of all stacks follow one another."""
    stack.token = token
    record_stack(stack, status, "User Initiated")
    if _threads:
        threading.Thread(target=_guarded, args=(stack, work), daemon=True, name=f"deploy-{stack.name}").start()
    else:
        work()


def _guarded(stack: Stack, work: Callable[[], None]) -> None:
    with _ONE_AT_A_TIME:
        try:
            work()
        except Exception as error:
            _LOG.exception("operation on stack %s", stack.name)
            verb = "ROLLBACK" if stack.status.startswith("ROLLBACK") else stack.status.split("_IN_PROGRESS")[0]
            record_stack(stack, f"{verb}_FAILED", f"Internal failure of the sandbox: {type(error).__name__}: {error}")
