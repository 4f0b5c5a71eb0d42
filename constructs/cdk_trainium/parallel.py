"""Runs the same work on many items with every core, where the system can fork; results come in order."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

__all__ = ["WORTH", "cores", "in_order"]

Item = TypeVar("Item")
Made = TypeVar("Made")
WORTH = 1_000_000
"""Characters of templates below which starting processes costs more than it saves; see ``bench/review_speed.py``."""
_CHUNKS = 8
"""Parts of the items that each process takes one after the other, so that none waits long for another."""
_task: tuple[Callable[[Any], Any], Sequence[Any]]


def cores() -> int:
    """Return how many processes may run at once: 1 where forking is not safe (macOS) or not there (Windows)."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def in_order(work: Callable[[Item], Made], items: Sequence[Item], processes: int) -> Iterator[Made]:
    """Yield ``work`` of each item.

    Args:
        work: sees what this process has in memory, and must change nothing that others rely on.
        items: what to work on; only results travel between processes.
        processes: how many; 1 works in this one. Fork only without other threads: see `cores`.
    """
    if min(processes, len(items)) < 2:
        yield from map(work, items)
        return
    done = 0
    for made in _by_processes(work, items, processes):
        done += 1
        yield made
    yield from map(work, items[done:])  # a process was killed: its work is done here


def _by_processes(work: Callable[[Item], Made], items: Sequence[Item], processes: int) -> Iterator[Made]:
    from concurrent.futures.process import BrokenProcessPool

    try:
        with _pool(work, items, processes) as pool:
            yield from pool.map(_one, range(len(items)), chunksize=max(1, len(items) // (processes * _CHUNKS)))
    except BrokenProcessPool:
        return


def _pool(work: Callable[[Any], Any], items: Sequence[Any], processes: int) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(processes, get_context("fork"), _begin, (work, items))


def _begin(work: Callable[[Any], Any], items: Sequence[Any]) -> None:
    global _task  # noqa: PLW0603  # of this forked process: the work itself need not travel
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    _task = (work, items)
    from threading import Thread

    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the parent is gone, which a signal may end without a word; else this process would wait for it."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # another thread is at work, or waits for a pipe that nobody writes to


def _one(at: int) -> Any:
    work, items = _task
    return work(items[at])
