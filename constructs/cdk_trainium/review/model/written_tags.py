"""Where a resource holds tags, and whether they are worth a look in each of its branches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...constraints.tags import MOST_TAGS, check_tag_key
from ...template import Resource, Value
from ..rule import Path
from .values import as_list, as_map

__all__ = ["needs_a_look", "tag_lists"]

_SPECIFICATIONS = "TagSpecifications"
_NOT_AWS = ("Custom::", "AWS::CloudFormation::CustomResource")
"""Types whose ``Tags`` are input of somebody's own code."""
_MODULE = "::MODULE"


def tag_lists(properties: Mapping[str, Value]) -> Iterator[tuple[Value, Path]]:
    """Yield the tags of a resource, and what a launch template gives to its nodes, each with its path."""
    if "Tags" in properties:
        yield properties["Tags"], ("Properties", "Tags")
    for above in ((), ("LaunchTemplateData",)):
        data = as_map(properties.get(above[0])) if above else properties
        for at, entry in enumerate(as_list(data.get(_SPECIFICATIONS))):
            yield as_map(entry).get("Tags"), ("Properties", *above, _SPECIFICATIONS, at, "Tags")


def needs_a_look(resource: Resource) -> bool:
    """Return whether tags of ``resource`` might be refused: as written they are long, odd, or known later."""
    if resource.type.startswith(_NOT_AWS) or resource.type.endswith(_MODULE):
        return False
    return any(_odd(tags) for tags, _ in tag_lists(as_map(resource.data.get("Properties"))))


def _odd(tags: Any) -> bool:
    keys = list(tags) if isinstance(tags, dict) else [as_map(tag).get("Key") for tag in as_list(tags)]
    function = isinstance(tags, dict) and any(str(key).startswith(("Fn::", "Ref")) for key in keys)
    return (
        function
        or len(keys) > MOST_TAGS
        or not all(isinstance(key, str) and check_tag_key(key) is None for key in keys)
    )
