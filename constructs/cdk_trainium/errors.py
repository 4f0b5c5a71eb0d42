"""The error tree: every mistake of a user has a stable code and a way out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from .wording import nearest

__all__ = [
    "CatalogError",
    "InputError",
    "Problem",
    "PropsError",
    "SeveralInputsError",
    "TemplateError",
    "TrainiumError",
    "every",
    "unreadable",
]

Item = TypeVar("Item")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what, where, what was got, what is allowed, and a way out."""

    code: str
    """Stable code, such as ``TRN101``; the same truth has the same code in specs, review and preflight."""
    message: str
    """The fact in one sentence, without a full stop and without the prop's name."""
    prop: str = ""
    """Path of the prop or property, such as ``groups[0].count``. Default: - the whole object."""
    got: str = ""
    """The value as given, shortened. Default: - nothing to show."""
    allowed: str = ""
    """What is allowed instead. Default: - said by the message."""
    hint: str = ""
    """What to do. Default: - nothing beyond the message."""
    line: int = 0
    """Line in the file, from 1. Default: - unknown."""
    column: int = 0
    """Column in the file, from 1. Default: - unknown."""

    def __str__(self) -> str:
        """Return the problem as the user reads it: code, prop, fact, got, allowed, hint."""
        text = f"{self.code} {self.prop}: {self.message}" if self.prop else f"{self.code} {self.message}"
        if self.got:
            text += f"; got {self.got}"
        if self.allowed:
            text += f"; allowed: {self.allowed}"
        return f"{text}\n    hint: {self.hint}" if self.hint else text


def unreadable(code: str, what: str, path: str | Path, error: OSError | UnicodeDecodeError) -> Problem:
    """Return the problem of a file that cannot be read, in the same words for every kind of file.

    Args:
        code: the code of this kind of file.
        what: what the file is, such as ``the policy``.
        path: the file as the user named it.
        error: what reading it raised.
    """
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Problem(code, f"cannot read {what}: there is no such file", hint=_hint(Path(path)))
    reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else (error.strerror or str(error)).lower()
    return Problem(code, f"cannot read {what}: {reason}")


def _hint(path: Path) -> str:
    if str(path) == "-":
        return "standard input is /dev/stdin"
    if path.is_symlink():
        return f"it is a link to {os.readlink(path)}, which is not there"
    try:
        names = [item.name for item in path.parent.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return f"there is no folder {path.parent} either"
    except OSError:
        return "check the path"
    return nearest(path.name, names) or "check the path"


class TrainiumError(Exception):
    """Base of all errors that this package raises on purpose."""


class InputError(TrainiumError, ValueError):
    """Input that cannot be used; ``problems`` holds every one found, not the first."""

    def __init__(self, where: str, problems: Sequence[Problem]) -> None:
        """Name the place and every problem in it.

        Args:
            where: file or construct path.
            problems: all that is wrong there, not the first.
        """
        self.where = where
        self.problems = tuple(problems)
        super().__init__("\n  ".join([f"{where}:", *(_located(item) for item in self.problems)]))

    def __reduce__(self) -> tuple[type[InputError], tuple[str, tuple[Problem, ...]]]:
        """Return what makes it anew in another process."""
        return type(self), (self.where, self.problems)

    @property
    def codes(self) -> list[str]:
        """The code of each problem, in order."""
        return [problem.code for problem in self.problems]


class SeveralInputsError(InputError):
    """Several inputs that cannot be used, each with every problem found."""

    def __init__(self, errors: Sequence[InputError]) -> None:
        """Hold ``errors``, of one input each."""
        self.errors = tuple(errors)
        super().__init__(", ".join(one.where for one in errors), [item for one in errors for item in one.problems])

    def __str__(self) -> str:
        """Return what each of them says, one below the other."""
        return "\n".join(map(str, self.errors))

    def __reduce__(self) -> tuple[type[SeveralInputsError], tuple[tuple[InputError, ...]]]:  # type: ignore[override]
        """Return what makes it anew in another process."""
        return type(self), (self.errors,)


def every(read: Callable[[Item], Made], items: Iterable[Item]) -> list[Made]:
    """Return ``read`` of each item; the mistakes of all of them are told, not those of the first.

    Raises:
        InputError: the only one, or `SeveralInputsError` of several.
    """
    made, errors = list[Made](), list[InputError]()
    for item in items:
        try:
            made.append(read(item))
        except InputError as error:
            errors.append(error)
    if errors:
        raise errors[0] if len(errors) == 1 else SeveralInputsError(errors)
    return made


class PropsError(InputError):
    """Props of a construct that cannot make a working cluster."""


class CatalogError(InputError):
    """A catalog overlay that cannot be read."""


class TemplateError(InputError):
    """A file that is no CloudFormation template."""


def _located(problem: Problem) -> str:
    return f"{problem.line}:{problem.column}: {problem}" if problem.line else str(problem)
