"""Tags that nodes get at launch."""

from __future__ import annotations

from collections.abc import Iterator

from ...template import Unknown, Value
from .launch import Launch
from .values import as_list, as_map, as_true

__all__ = ["tags_of"]


def tags_of(launch: Launch) -> set[str] | None:
    """Return the keys of the tags that nodes of ``launch`` get; None when a list of tags is not known."""
    lists = list(_lists(launch))
    if any(isinstance(item, Unknown) for item in lists):
        return None
    tags = [as_map(tag) for item in lists for tag in as_list(item)]
    return {str(tag["Key"]) for tag in tags if "Key" in tag and as_true(tag.get("PropagateAtLaunch", True))}


def _lists(launch: Launch) -> Iterator[Value]:
    for item in as_list(launch.node.data.get("TagSpecifications")):
        if isinstance(item, Unknown) or as_map(item).get("ResourceType") == "instance":
            yield item if isinstance(item, Unknown) else as_map(item).get("Tags")
    if launch.node.root == ("Properties",):
        yield launch.node.data.get("Tags")
    if launch.group is not None and launch.group.kind in {"asg", "hyperpod"}:
        yield launch.group.branch.properties.get("Tags")
