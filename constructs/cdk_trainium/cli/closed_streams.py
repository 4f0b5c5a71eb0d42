"""Streams that the shell has closed, as ``>&-`` does: no file takes their place, no output is lost in silence."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import NoReturn

__all__ = ["hold_closed_streams"]


class _ClosedStdout(io.TextIOBase):
    """What Python leaves out where stdout is closed: it would drop all that is printed, and end with 0."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """Return True: whether anything is to be written shows only when it is."""
        return True

    def write(self, _text: str) -> NoReturn:
        """Raise `OSError`, as the system does."""
        raise OSError(errno.EBADF, "stdout is closed: what is to be told cannot be written")


def hold_closed_streams() -> None:
    """Keep the numbers of closed streams taken, and let whoever prints to a closed stdout learn of it.

    Else the next file that is opened, a report or a log, is stdout or stderr to everybody. A folder holds the number:
    nothing can be written to it, not even by way of ``/dev/stdout``. What would be told on a closed stderr is dropped;
    the exit code must do.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open("/", os.O_RDONLY)  # takes the lowest number, which is this one
    if sys.stdout is None:
        sys.stdout = _ClosedStdout()
    if sys.stderr is None:  # click would tell mistakes of usage on stdout
        sys.stderr = io.StringIO()
