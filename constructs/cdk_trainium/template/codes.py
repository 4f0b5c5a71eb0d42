"""Codes of files that cannot be read as templates."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import Problem, TemplateError

__all__ = [
    "DUPLICATE_KEY",
    "MANIFEST",
    "NOT_A_TEMPLATE",
    "SYNTAX",
    "TOO_LARGE",
    "UNREADABLE",
    "WRONG_ENCODING",
    "fault",
]

UNREADABLE = "TRN901"
WRONG_ENCODING = "TRN902"
SYNTAX = "TRN903"
NOT_A_TEMPLATE = "TRN904"
DUPLICATE_KEY = "TRN905"
TOO_LARGE = "TRN906"
MANIFEST = "TRN907"


def fault(path: str, code: str, message: str, *, at: tuple[int, int] = (0, 0), hint: str = "") -> TemplateError:
    """Return the error of one fault in the file ``path``; ``at`` is line and column, from 1."""
    problems: Sequence[Problem] = [Problem(code, message, hint=hint, line=at[0], column=at[1])]
    return TemplateError(path, problems)
