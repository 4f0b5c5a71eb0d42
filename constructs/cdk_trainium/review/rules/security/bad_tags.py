"""Tags that AWS refuses."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.tags import check_tag_count, check_tag_key
from ....findings import Level
from ....template import Value
from ...model.values import as_list, as_map
from ...options import Context
from ...rule import Hit, Path, Rule, from_problem
from ...subjects import Branched


def check(item: Branched, _context: Context) -> Iterator[Hit]:
    """Look at the keys in ``Tags``, and at what a launch template gives to its nodes."""
    properties = item.branch.properties
    if "Tags" in properties:
        yield from _of(properties["Tags"], ("Properties", "Tags"))
    if "LaunchTemplateData" in properties:
        for at, entry in enumerate(as_list(as_map(properties["LaunchTemplateData"]).get("TagSpecifications"))):
            path = ("Properties", "LaunchTemplateData", "TagSpecifications", at, "Tags")
            yield from _of(as_map(entry).get("Tags"), path)


def _of(tags: Value, path: Path) -> Iterator[Hit]:
    if isinstance(tags, dict):  # some services take a map
        keys: list[tuple[Value, Path]] = [(key, (*path, key)) for key in tags]
    else:
        keys = [(as_map(tag).get("Key"), (*path, at, "Key")) for at, tag in enumerate(as_list(tags))]
    problems = {at: check_tag_key(key) for key, at in keys if isinstance(key, str)}
    yield from (from_problem(problem, at) for at, problem in problems.items() if problem is not None)
    problem = check_tag_count([at for at, wrong in problems.items() if wrong is None])
    if problem is not None:
        yield from_problem(problem, path)


RULE = Rule(
    id="TRN709",
    title="Tags are ones that AWS takes",
    level=Level.ERROR,
    why="AWS refuses the resource: it keeps keys that begin with aws: to itself and takes 50 tags at most.",
    source="EC2 User Guide, tag restrictions",
    on="resource",
    check=check,
    fix="rename the tag, or leave some out",
)
