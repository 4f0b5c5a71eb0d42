"""Paths that a user gives: none is empty, and no report is written over what it was made from."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from ..errors import InputError, Problem
from ..plain_file import is_handed, was_read
from ..plain_write import write_whole

__all__ = ["GIVEN_FILE", "GIVEN_FOLDER", "GIVEN_PATH", "write_report"]


_SINKS = ("/dev/null", "/dev/tty")
"""Devices that a report may go to."""


class _Given(click.Path):
    """A path; an empty one is a shell variable that nobody set, and no way to leave an option out."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if value == "":
            self.fail("the path is empty; is a variable unset? leave the option out where none is meant", param, ctx)
        return super().convert(value, param, ctx)


GIVEN_PATH = _Given(path_type=Path)
GIVEN_FILE = _Given(path_type=Path, dir_okay=False)
GIVEN_FOLDER = _Given(path_type=Path, file_okay=False)


def write_report(output: Path, text: str, inputs: Iterable[Path | str | None], code: str) -> None:
    """Write the report ``text`` to ``output``.

    An earlier report may be written over; nothing else that this run has read, and no file of a cloud assembly.

    Raises:
        InputError: ``output`` cannot be written, is one of ``inputs`` or such a file, or a pipe or device that nobody
            has opened for this process: nobody may ever read it. ``code`` says so.
    """
    named = any(_same(output, Path(item)) for item in inputs if item is not None)
    if named or (_holds_something(output) and not _is_report(output)):
        hint = "name another file: the report would replace what it was made from"
        raise InputError(str(output), [Problem(code, "is an input of this run", "--output", str(output), hint=hint)])
    if not _takes_a_report(output):
        hint = "name a file, or /dev/stdout and a pipe behind it"
        problem = Problem(code, "is a device, pipe or socket", "--output", str(output), "a file", hint)
        raise InputError(str(output), [problem])
    try:
        write_whole(output, text)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(str(output), [Problem(code, f"cannot write the report: {why}")]) from None


def _takes_a_report(output: Path) -> bool:
    try:
        return str(output) in _SINKS or is_handed(output) or not output.exists() or output.is_file()
    except (OSError, ValueError):  # what is wrong with the path, writing tells
        return True


def _same(output: Path, given: Path) -> bool:
    try:
        return output.exists() and given.exists() and output.samefile(given)
    except (OSError, ValueError):
        return False


def _holds_something(output: Path) -> bool:
    """Return whether ``output`` was read, or stands in a cloud assembly."""
    try:
        from ..template.assembly import is_assembly

        return output.exists() and (was_read(output) or is_assembly(output.resolve().parent))
    except (OSError, ValueError):
        return False


def _is_report(path: Path) -> bool:
    """Return whether ``path`` is a JSON or SARIF report, which a folder that is reviewed may hold from the last run."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and (
        {"schema_version", "findings"} <= data.keys() or {"$schema", "runs"} <= data.keys()
    )
