"""Work on several cores gives what one core gives, whatever becomes of the processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cdk_trainium import parallel
from cdk_trainium.parallel import cores, in_order

ITEMS = list(range(50))
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux only")


def with_process(item: int) -> tuple[int, int]:
    return item * 2, os.getpid()


def killing(parent: int) -> Callable[[int], int]:
    def work(item: int) -> int:
        if item == 30 and os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    return work


def test_results_come_in_order_from_other_processes() -> None:
    made = list(in_order(with_process, ITEMS, 2))
    assert [value for value, _ in made] == [item * 2 for item in ITEMS]
    assert os.getpid() not in {process for _, process in made}


@pytest.mark.parametrize("items", [ITEMS, [1], []], ids=len)
def test_one_process_is_this_one(items: list[int]) -> None:
    made = list(in_order(with_process, items, 1 if len(items) > 1 else 4))
    assert made == [(item * 2, os.getpid()) for item in items]


def test_what_a_killed_process_leaves_is_done_here() -> None:
    assert list(in_order(killing(os.getpid()), ITEMS, 2)) == ITEMS


WAITING = """
import os, signal, time
from cdk_trainium.parallel import in_order

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has it ignored

def work(item):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(30)

list(in_order(work, [1, 2, 3], 2))
"""


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_processes_end_with_the_one_that_started_them(ending: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(ending)
        assert parent.wait(10) == -ending
        assert not parent.stdout.read()  # it ends when the last of them is ending
    for _ in range(100):
        if not any(map(_runs, workers)):
            break
        time.sleep(0.05)
    else:
        pytest.fail("a process outlives the one that started it")


def _runs(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")  # where nobody reaps orphans they stay as zombies


def test_an_error_of_the_work_is_raised_here() -> None:
    def work(item: int) -> int:
        if item == 3:
            raise LookupError(item)
        return item

    with pytest.raises(LookupError):
        list(in_order(work, ITEMS, 2))


def test_systems_where_a_fork_is_not_safe_use_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() == len(os.sched_getaffinity(0))
    monkeypatch.setattr(parallel.sys, "platform", "darwin")
    assert cores() == 1
