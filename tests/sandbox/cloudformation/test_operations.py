"""Operations in threads, and the history that clients watch."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from cdk_trainium.sandbox.cloudformation.engine import run
from cdk_trainium.sandbox.cloudformation.engine.events import record_stack
from cdk_trainium.sandbox.cloudformation.model import Stack, Target

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def stack() -> Stack:
    return Stack("arn:one", "one", Target("", {}, {}, {}, {}))


@pytest.fixture
def threads() -> Iterator[None]:
    run.use_threads(on=True)
    yield
    run.use_threads(on=False)


def finish() -> None:
    for thread in threading.enumerate():
        if thread.name.startswith("deploy-"):
            thread.join(10)


@pytest.mark.usefixtures("threads")
def test_a_failure_of_the_engine_itself_ends_the_operation(stack: Stack) -> None:
    def work() -> None:
        raise RuntimeError("bug")

    run.start(stack, "UPDATE_IN_PROGRESS", work)
    finish()
    assert stack.status == "UPDATE_FAILED"
    assert "RuntimeError: bug" in stack.reason


@pytest.mark.usefixtures("threads")
def test_operations_follow_one_another(stack: Stack) -> None:
    running, most = 0, 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        threading.Event().wait(0.01)
        with lock:
            running -= 1

    for _ in range(5):
        run.start(stack, "UPDATE_IN_PROGRESS", work)
    finish()
    assert (most, running) == (1, 0)


def test_no_two_events_have_the_same_millisecond(stack: Stack) -> None:
    for _ in range(20):
        record_stack(stack, "UPDATE_IN_PROGRESS")
    times = [int(event.time.timestamp() * 1000) for event in stack.events]
    assert times == sorted(set(times))
