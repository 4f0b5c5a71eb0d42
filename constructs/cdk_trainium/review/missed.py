"""What a review was given and did not judge."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import TemplateError
from ..findings import Finding, Level, NotReviewed
from ..findings import Subject as Place
from ..template import Loaded

__all__ = ["NOT_REVIEWED", "as_findings", "missed"]

NOT_REVIEWED = "TRN991"


def missed(loaded: Loaded) -> list[NotReviewed]:
    """Return every file, and every template of a resource, that nobody judged."""
    return [*map(_unreadable, loaded.errors), *loaded.not_reviewed, *loaded.others]


def as_findings(items: Iterable[NotReviewed]) -> list[Finding]:
    """Return what a strict review says of them: whether they would pass is unknown."""
    hint = "give the templates themselves, or a folder that holds them and nothing else"
    return [
        Finding(
            NOT_REVIEWED, Level.UNKNOWN, f"not reviewed: {item.why}", hint, "", Place("", item.path, item.logical_id)
        )
        for item in items
    ]


def _unreadable(error: TemplateError) -> NotReviewed:
    problem = error.problems[0]
    where = f" (line {problem.line})" if problem.line else ""
    return NotReviewed(error.where, f"{problem.message}{where}")
