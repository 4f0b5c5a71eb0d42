"""How a run ends that could not say everything, or was not let."""

from __future__ import annotations

import errno
import os
import sys
from typing import TextIO

import click

__all__ = ["INTERRUPTED", "SELF_EVIDENT", "UNREAD", "drop_unwritable", "is_interrupt", "tell"]

INTERRUPTED = 130
"""Exit code after Ctrl-C: that of a program which SIGINT ends, as a shell shows it."""
UNREAD = 141
"""Exit code when the reader of the output is gone: that of a program which SIGPIPE ends, as a shell shows it."""
SELF_EVIDENT = (errno.ENOSPC, errno.EDQUOT, errno.EBADF)
"""Numbers of errors that say all there is to know: no traceback would add to them."""


def tell(line: str) -> None:
    """Write ``line`` to stderr, if anything can be written there; else the exit code must do."""
    try:
        click.echo(line, err=True)
    except BrokenPipeError:
        raise
    except OSError:
        return


def drop_unwritable() -> None:
    """Send what stdout and stderr cannot hold nowhere: Python would try again, complain, and end with 120."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not _is_flushed(stream):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _is_flushed(stream: TextIO) -> bool:
    try:
        stream.flush()
    except OSError:
        return False
    return True


def is_interrupt(error: BaseException) -> bool:
    """Return whether ``error`` is Ctrl-C, also as a prompt of click's tells it."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__context__, KeyboardInterrupt)
