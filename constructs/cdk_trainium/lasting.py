"""What is loaded to stay until the process ends, and garbage collections pass over."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["lasting"]


@contextmanager
def lasting() -> Iterator[None]:
    """Keep the collector from walking what the body loads: neither while it grows nor later; forks share it untouched.

    Source: Python's manual, `gc.freeze`: disable, freeze before a fork, enable afterwards.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()
