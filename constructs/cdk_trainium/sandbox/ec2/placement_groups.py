"""CreatePlacementGroup, DescribePlacementGroups, DeletePlacementGroup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult, EmptyResult
from moto.ec2.utils import random_id

from ..filters import matching
from ..rules import (
    placement_group_exists,
    placement_group_limit,
    placement_group_name,
    placement_group_strategy,
    placement_group_unused,
)
from .placement_group import PlacementGroup
from .request import region_state, tags_for

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["HANDLERS", "find"]

_FILTERS = {
    "group-name": lambda group: group.name,
    "group-arn": lambda group: group.arn,
    "group-id": lambda group: group.id,
    "strategy": lambda group: group.strategy,
    "state": lambda _: "available",
    "spread-level": lambda group: group.spread_level,
    "partition-count": lambda group: group.partition_count,
}


def create(request: Any) -> ActionResult:
    """Make a group; without a strategy it is ``cluster``, as in EC2."""
    state = region_state(request)
    name = request._get_param("GroupName") or random_id("pg-sandbox")
    strategy = request._get_param("Strategy") or "cluster"
    partitions = request._get_param("PartitionCount")
    placement_group_name.check(name, state)
    placement_group_limit.check(state)
    placement_group_strategy.check(strategy, partitions)
    request.error_on_dryrun()
    group = PlacementGroup(
        state,
        name,
        random_id("pg"),
        strategy,
        partition_count=int(partitions) if partitions else (2 if strategy == "partition" else None),
        spread_level=request._get_param("SpreadLevel") or ("rack" if strategy == "spread" else None),
        parent_id=request._get_param("ParentGroupId"),
    )
    state.placement_groups[name] = group
    state.ec2.create_tags([group.id], tags_for(request, "placement-group"))
    return ActionResult({"PlacementGroup": group.answer()})


def describe(request: Any) -> ActionResult:
    """Show groups by name, id or filter; an unknown name or id is an error."""
    state = region_state(request)
    request.error_on_dryrun()
    names, ids = request._get_param("GroupNames", []), request._get_param("GroupIds", [])
    groups = [find(state, key) for key in (*names, *ids)] or list(state.placement_groups.values())
    found = matching(request, groups, _FILTERS, PlacementGroup.tags)
    return ActionResult({"PlacementGroups": [group.answer() for group in found]})


def delete(request: Any) -> ActionResult:
    """Delete an empty group."""
    state = region_state(request)
    group = find(state, request._get_param("GroupName"))
    placement_group_unused.check(group)
    request.error_on_dryrun()
    state.placement_groups.pop(group.name)
    state.ec2.tags.pop(group.id, None)
    return EmptyResult()


def find(state: RegionState, key: str) -> PlacementGroup:
    """Return the group with this name or id, or refuse."""
    for group in state.placement_groups.values():
        if key in (group.name, group.id, group.arn):
            return group
    raise placement_group_exists.refusal(key)


HANDLERS = {"CreatePlacementGroup": create, "DescribePlacementGroups": describe, "DeletePlacementGroup": delete}
