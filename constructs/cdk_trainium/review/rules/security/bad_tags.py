"""Tags that AWS refuses."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.tags import check_tag_count, check_tag_key
from ....findings import Level
from ....template import Unknown, Value, known_text
from ...model.values import as_list, as_map
from ...model.written_tags import tag_lists
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell, from_problem
from ...subjects import Branched


def check(item: Branched, _context: Context) -> Iterator[Hit]:
    """Look at the keys in ``Tags``, and at what a launch template gives to its nodes."""
    for tags, path in tag_lists(item.branch.properties):
        if isinstance(tags, Unknown):
            yield cannot_tell("whether AWS takes the tags", tags, path)
        else:
            yield from _of(tags, path)


def _of(tags: Value, path: Path) -> Iterator[Hit]:
    keys = {(*path, key): key for key in tags} if isinstance(tags, dict) else _keys(tags, path)
    problems = {at: check_tag_key(known_text(key)) for at, key in keys.items()}
    yield from (from_problem(problem, at) for at, problem in problems.items() if problem is not None)
    for at, key in keys.items():
        if isinstance(key, Unknown) and problems[at] is None and (not key.text or key.text.startswith("${")):
            yield cannot_tell("whether AWS takes the tag", key, at)
    many = check_tag_count([at for at, problem in problems.items() if problem is None])
    if many is not None:
        yield from_problem(many, path)


def _keys(tags: Value, path: Path) -> dict[Path, Value]:
    """Return the key of each entry of a list of tags; some services take a map instead."""
    return {(*path, at, "Key"): as_map(tag).get("Key", "") for at, tag in enumerate(as_list(tags))}


RULE = Rule(
    id="TRN709",
    title="Tags are ones that AWS takes",
    level=Level.ERROR,
    why="AWS refuses the resource: it keeps keys that begin with aws: to itself and takes 50 tags at most.",
    source="EC2 User Guide, tag restrictions",
    on="tagged",
    check=check,
    fix="rename the tag, or leave some out",
)
