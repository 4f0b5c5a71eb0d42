"""Tags that nodes get at launch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...template import Unknown, Value
from .launch import Launch
from .values import as_list, as_map, as_true, macro_in, member, rewritten
from .written_tags import tags_in

__all__ = ["Tags", "tags_of"]


class Tags(NamedTuple):
    """Tags that nodes get."""

    keys: frozenset[str]
    """Those that are known."""
    hidden: bool
    """Whether there may be others."""
    written: tuple[Value, ...] = ()
    """All keys that are written, those that are not known too."""


def tags_of(launch: Launch) -> Tags:
    """Return the tags that nodes of ``launch`` get.

    What an instance or the group says comes to what the launch template says: both count.
    """
    lists = list(_lists(launch))
    keys = [tag.key for item in lists for tag in tags_in(_propagated(item), ())]
    spread = [as_map(tag).get("PropagateAtLaunch") for tags in lists if isinstance(tags, list) for tag in tags]
    unnamed = (macro_in(tag) for tags in lists if isinstance(tags, list) for tag in tags if "Key" not in as_map(tag))
    hidden = any(isinstance(item, Unknown) for tags in lists for item in (*as_list(tags), *keys, *spread)) or any(
        unnamed
    )
    known = frozenset(str(key) for key in keys if not isinstance(key, Unknown))
    return Tags(known, hidden or _may_grow(launch), tuple(keys))


def _may_grow(launch: Launch) -> bool:
    """Return whether a macro may add to the lists of tags."""
    of_group = {} if launch.group is None else launch.group.branch.properties
    return rewritten(launch.node.data) is not None or rewritten(of_group) is not None


def _propagated(tags: Value) -> Value:
    """Return ``tags`` without those that an Auto Scaling group keeps to itself."""
    if isinstance(tags, dict):
        return tags
    return [tag for tag in as_list(tags) if as_true(as_map(tag).get("PropagateAtLaunch", True))]


def _lists(launch: Launch) -> Iterator[Value]:
    yield from _specified(launch.node.data)
    if launch.node.root == ("Properties",):
        yield member(launch.node.data, "Tags")
    if launch.group is None:
        return
    data = launch.group.branch.properties
    if launch.group.kind in {"asg", "hyperpod", "instance"}:
        yield member(data, "Tags")
    elif launch.group.kind == "batch":  # Source: AWS Batch API, ComputeResource
        yield member(as_map(member(data, "ComputeResources")), "Tags")
    elif launch.group.kind == "fleet" and data.get("Type") == "instant":  # Source: EC2 API, CreateFleet
        yield from _specified(data)


def _specified(data: Mapping[str, Value]) -> Iterator[Value]:
    """Yield what ``TagSpecifications`` of ``data`` give to instances."""
    for item in as_list(member(data, "TagSpecifications")):
        kind = member(as_map(item), "ResourceType")
        if isinstance(kind, Unknown) or kind == "instance":
            yield kind if isinstance(kind, Unknown) else member(as_map(item), "Tags")
