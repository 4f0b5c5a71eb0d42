"""Tags that AWS refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....constraints.tags import check_tag_count, check_tag_key, check_tag_lengths
from ....errors import Problem
from ....findings import Level
from ....template import Unknown, Value, known_text
from ...model.written_tags import Tag, tag_lists, tags_in
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell, from_problem
from ...subjects import Branched

_HOLE = re.compile(r"\$\{[^${}]*\}")

_PSEUDO = re.compile(r"\$\{AWS::(?:AccountId|Region|StackName)\}(?!:)")


def check(item: Branched, _context: Context) -> Iterator[Hit]:
    """Look at every tag of a resource, and of what it makes: nodes, volumes, requests."""
    for tags, path in tag_lists(item.branch.properties):
        if isinstance(tags, Unknown):
            yield cannot_tell("whether AWS takes the tags", tags, path)
        else:
            yield from _of(tags, path)


def _of(tags: Value, path: Path) -> Iterator[Hit]:
    found = list(tags_in(tags, path))
    problems = {tag.path: check_tag_key(known_text(tag.key)) or _too_long(tag) for tag in found}
    yield from (from_problem(problem, at) for at, problem in problems.items() if problem is not None)
    for tag in found:
        if isinstance(tag.key, Unknown) and problems[tag.path] is None and not _begins(tag.key):
            yield cannot_tell("whether AWS takes the tag", tag.key, tag.path)
    yield from _twice(found)
    many = check_tag_count([at for at, problem in problems.items() if problem is None])
    if many is not None:
        yield from_problem(many, path)


def _too_long(tag: Tag) -> Problem | None:
    key, value = (_HOLE.sub("", known_text(item)) for item in (tag.key, "" if tag.value is None else tag.value))
    return check_tag_lengths(key or known_text(tag.key), value)


def _begins(key: Unknown) -> bool:
    """Return whether the beginning of ``key`` is known, which tells that it is none of AWS's own."""
    return bool(key.text) and (not key.text.startswith("${") or _PSEUDO.match(key.text) is not None)


def _twice(tags: Sequence[Tag]) -> Iterator[Hit]:
    seen: dict[str, Tag] = {}
    for tag in tags:
        if isinstance(tag.key, str) and seen.setdefault(tag.key, tag) is not tag:
            yield Hit(f"the tag {tag.key} is there twice", tag.path, "remove one of them")


RULE = Rule(
    id="TRN709",
    title="Tags are ones that AWS takes",
    level=Level.ERROR,
    why="AWS refuses the resource: it keeps keys that begin with aws: to itself, and takes 50 tags, each key once.",
    source="EC2 User Guide, tag restrictions",
    on="tagged",
    check=check,
    fix="rename the tag, or leave some out",
)
