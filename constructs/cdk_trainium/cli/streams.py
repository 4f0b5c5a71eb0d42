"""Standard streams that are closed or cannot hold a character: nothing is lost in silence, nothing breaks off."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import NoReturn

import click

__all__ = ["hold_closed_streams", "print_report", "spell_what_does_not_fit"]


class _ClosedStdout(io.TextIOBase):
    """What Python leaves out where stdout is closed: it would drop all that is printed, and end with 0."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """Return True: whether anything is to be written shows only when it is."""
        return True

    def write(self, _text: object) -> NoReturn:
        """Raise `OSError`, as the system does."""
        raise OSError(errno.EBADF, "stdout is closed: what is to be told cannot be written")


def hold_closed_streams() -> None:
    """Keep the numbers of closed streams taken, and let whoever prints to a closed stdout learn of it.

    Else the next file that is opened, a report or a log, is stdout or stderr to everybody. A socket that leads nowhere
    holds the number: nothing can be read from it or written to it, not even by way of ``/dev/stdout``. What would be
    told on a closed stderr is dropped; the exit code must do.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            import socket  # costs every run a few milliseconds, and hardly any has a closed stream

            socket.socket(socket.AF_UNIX).detach()  # takes the lowest number, which is this one
    if sys.stdout is None:
        sys.stdout = _ClosedStdout()
    if sys.stderr is None:  # click would tell mistakes of usage on stdout
        sys.stderr = io.StringIO()


def spell_what_does_not_fit() -> None:
    r"""Print what the user's encoding lacks as ``\u2026``, where Python would break off in the middle of a line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def print_report(text: str, format: str) -> None:
    """Print the report ``text``; but for people it is UTF-8, as its syntax says, whatever the user's encoding is."""
    click.echo(text if format == "text" else text.encode("utf-8"), nl=False)
