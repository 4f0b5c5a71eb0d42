"""Paths that a user gives: none is empty, and no report is written over what it was made from."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from ..errors import InputError, Problem

__all__ = ["GIVEN_FILE", "GIVEN_PATH", "write_report"]


class _Given(click.Path):
    """A path; an empty one is a shell variable that nobody set, and no way to leave an option out."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if value == "":
            self.fail("the path is empty; is a variable unset? leave the option out where none is meant", param, ctx)
        return super().convert(value, param, ctx)


GIVEN_PATH = _Given(path_type=Path)
GIVEN_FILE = _Given(path_type=Path, dir_okay=False)


def write_report(output: Path, text: str, inputs: Iterable[Path | str | None], code: str) -> None:
    """Write the report ``text`` to ``output``.

    Raises:
        InputError: ``output`` cannot be written, or is one of ``inputs``; ``code`` says so.
    """
    if any(_same(output, Path(item)) for item in inputs if item is not None):
        hint = "name another file: the report would replace what it was made from"
        raise InputError(str(output), [Problem(code, "is an input of this run", "--output", str(output), hint=hint)])
    try:
        output.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(str(output), [Problem(code, f"cannot write the report: {why}")]) from None


def _same(output: Path, given: Path) -> bool:
    """Return whether ``output`` is ``given``, or a file that stands in the cloud assembly ``given``."""
    try:
        if not output.exists() or not given.exists():
            return False
        assembly = (given / "manifest.json").is_file()
        return output.samefile(given) or (assembly and given.resolve() in output.resolve().parents)
    except (OSError, ValueError):
        return False
