"""What offers no deadline gets one, and leaves nothing behind."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import suppress

import pytest

from cdk_trainium.cli.alarm import TooLateError, ends_within


@pytest.mark.parametrize("seconds", [0, 0.05])
def test_what_takes_longer_is_interrupted_whatever_it_catches(seconds: float) -> None:
    with pytest.raises(TooLateError), ends_within(seconds), suppress(Exception):
        time.sleep(30)


def test_nothing_is_left_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with ends_within(60):
        pass
    assert (signal.getitimer(signal.ITIMER_REAL)[0], signal.getsignal(signal.SIGALRM)) == (0.0, before)


def test_off_the_main_thread_the_body_runs_as_it_is() -> None:
    done: list[bool] = []

    def body() -> None:
        with ends_within(0):
            time.sleep(0.01)
            done.append(True)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    assert done == [True]
