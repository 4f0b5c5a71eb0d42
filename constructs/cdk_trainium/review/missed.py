"""What a review was given and did not judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..errors import TemplateError
from ..findings import Finding, Level, NotReviewed
from ..findings import Subject as Place
from ..template import Loaded, Template

__all__ = ["NOT_REVIEWED", "as_findings", "missed"]

NOT_REVIEWED = "TRN991"
_EMPTY = "a stack without resources is not deployed: remove it, or acknowledge TRN991 in it with a reason"
_OTHER = "give the templates themselves, or a folder that holds them and nothing else"


def missed(loaded: Loaded) -> list[NotReviewed]:
    """Return every file, and every template of a resource, that nobody judged."""
    return [*map(_unreadable, loaded.errors), *loaded.not_reviewed, *loaded.others]


def as_findings(items: Iterable[NotReviewed], loaded: Loaded) -> list[Finding]:
    """Return what a strict review says of ``items`` of ``loaded``: whether they would pass is unknown."""
    empty = {template.path for template in loaded.empty}
    by_path = {template.path: template for template in loaded.templates}
    return [
        Finding(
            NOT_REVIEWED,
            Level.UNKNOWN,
            f"not reviewed: {item.why}",
            _EMPTY if item.path in empty else _OTHER,
            "",
            _place(item, by_path),
        )
        for item in items
    ]


def _place(item: NotReviewed, templates: Mapping[str, Template]) -> Place:
    template = templates.get(item.path)
    resource = template.resources.get(item.logical_id) if template else None
    if template is None or resource is None:
        return Place("", item.path, item.logical_id)
    line, column = resource.position()
    return Place(template.construct_path, item.path, item.logical_id, resource.construct_path, "", line, column)


def _unreadable(error: TemplateError) -> NotReviewed:
    problem = error.problems[0]
    where = f" (line {problem.line})" if problem.line else ""
    return NotReviewed(error.where, f"{problem.message}{where}")
