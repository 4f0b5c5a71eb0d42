"""Tags that AWS refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ....constraints.tags import check_tag_count, check_tag_key
from ....findings import Level
from ....template import Resource, Template
from ...model.values import as_list, as_map
from ...options import Context
from ...rule import Hit, Path, Rule, from_problem


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Look at the keys in ``Tags``, and at what a launch template gives to its nodes.

    Keys stand in a template as they are: nothing is resolved for them, which would ask every resource for its branches.
    """
    for resource in template.resources.values():
        for tags, path in _lists(resource):
            yield from _of(resource, tags, path)


def _lists(resource: Resource) -> Iterator[tuple[Any, Path]]:
    properties = as_map(resource.data.get("Properties"))
    if "Tags" in properties:
        yield properties["Tags"], ("Properties", "Tags")
    if "LaunchTemplateData" in properties:
        for at, entry in enumerate(as_list(as_map(properties["LaunchTemplateData"]).get("TagSpecifications"))):
            path = ("Properties", "LaunchTemplateData", "TagSpecifications", at, "Tags")
            yield as_map(entry).get("Tags"), path


def _of(resource: Resource, tags: Any, path: Path) -> Iterator[Hit]:
    if isinstance(tags, dict):  # some services take a map
        keys: list[tuple[Any, Path]] = [(key, (*path, key)) for key in tags if not key.startswith("Fn::")]
    else:
        keys = [(as_map(tag).get("Key"), (*path, at, "Key")) for at, tag in enumerate(as_list(tags))]
    problems = {at: check_tag_key(key) for key, at in keys if isinstance(key, str)}
    found = [(problem, at) for at, problem in problems.items() if problem is not None]
    many = check_tag_count(problems.keys() - {at for _, at in found})
    for problem, at in [*found, *([(many, path)] if many else [])]:
        yield replace(from_problem(problem, at), resource=resource)


RULE = Rule(
    id="TRN709",
    title="Tags are ones that AWS takes",
    level=Level.ERROR,
    why="AWS refuses the resource: it keeps keys that begin with aws: to itself and takes 50 tags at most.",
    source="EC2 User Guide, tag restrictions",
    on="template",
    check=check,
    fix="rename the tag, or leave some out",
)
