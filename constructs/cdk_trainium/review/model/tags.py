"""Tags that nodes get at launch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...template import Unknown, Value
from .launch import Launch
from .values import as_list, as_map, as_true
from .written_tags import tags_in

__all__ = ["tags_of"]


def tags_of(launch: Launch) -> set[str] | None:
    """Return the keys of the tags that nodes of ``launch`` get; None when a list of tags, or a key, is not known.

    What an instance or the group says comes to what the launch template says: both count.
    """
    lists = list(_lists(launch))
    keys = [tag.key for item in lists for tag in tags_in(_propagated(item), ())]
    hidden = any(isinstance(item, Unknown) for tags in lists for item in as_list(tags))
    return None if hidden or any(isinstance(key, Unknown) for key in keys) else {str(key) for key in keys}


def _propagated(tags: Value) -> Value:
    """Return ``tags`` without those that an Auto Scaling group keeps to itself."""
    if isinstance(tags, dict):
        return tags
    return [tag for tag in as_list(tags) if as_true(as_map(tag).get("PropagateAtLaunch", True))]


def _lists(launch: Launch) -> Iterator[Value]:
    yield from _specified(launch.node.data)
    if launch.node.root == ("Properties",):
        yield launch.node.data.get("Tags")
    if launch.group is None:
        return
    data = launch.group.branch.properties
    if launch.group.kind in {"asg", "hyperpod", "instance"}:
        yield data.get("Tags")
    elif launch.group.kind == "batch":  # Source: AWS Batch API, ComputeResource
        yield as_map(data.get("ComputeResources")).get("Tags")
    elif launch.group.kind == "fleet" and data.get("Type") == "instant":  # Source: EC2 API, CreateFleet
        yield from _specified(data)


def _specified(data: Mapping[str, Value]) -> Iterator[Value]:
    """Yield what ``TagSpecifications`` of ``data`` give to instances."""
    for item in as_list(data.get("TagSpecifications")):
        if isinstance(item, Unknown) or as_map(item).get("ResourceType") == "instance":
            yield item if isinstance(item, Unknown) else as_map(item).get("Tags")
