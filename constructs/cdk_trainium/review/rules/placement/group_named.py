"""A placement group that is named in a way that EC2 does not take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....constraints.identifiers import resource_pattern
from ....constraints.placeholders import placeholders
from ....findings import Level
from ....template import Reference, Value
from ....wording import as_written
from ...model import Launch
from ...model.placement import PLACEMENT_GROUP
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Path, Rule

_ID = re.compile(resource_pattern("pg"))
_NAME_OF = ("", "GroupName")
"""Attributes that are the name; the empty one is that of ``Ref``."""


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Judge the placement of the node, and the name that an Auto Scaling group gives it."""
    placement, path = as_map(launch.node.data.get("Placement")), launch.node.at("Placement")
    if placement.get("GroupName") is not None and placement.get("GroupId") is not None:
        yield Hit("GroupId beside GroupName: one of them names the placement group", path, "remove GroupId")
    yield from _id(placement, path, context)
    yield from _name(placement.get("GroupName"), (*path, "GroupName"), context)
    if launch.group is not None and launch.group.placement_path:
        for hit in _name(launch.group.placement_group, launch.group.placement_path, context):
            yield Hit(hit.message, hit.path, hit.hint, hit.level, launch.group.resource)


def _id(placement: Mapping[str, Any], path: Path, context: Context) -> Iterator[Hit]:
    value, where = placement.get("GroupId"), (*path, "GroupId")
    named = _group(value, context)
    if named is not None and named.attribute in _NAME_OF:
        yield Hit(f"GroupId is the name of {named.logical_id}, and its id is asked for", where, "write it as GroupName")
    elif isinstance(value, str) and not _ID.fullmatch(value) and not any(placeholders(value)):
        yield Hit(f"GroupId is no id; got {as_written(value)}; allowed: pg-…", where, "write it as GroupName")


def _name(value: Value, path: Path, context: Context) -> Iterator[Hit]:
    named = _group(value, context)
    if named is not None and named.attribute == "GroupId":
        yield Hit(f"the id of {named.logical_id} stands where its name is asked for", path, "write Ref of the group")
    elif isinstance(value, str) and _ID.fullmatch(value):
        yield Hit(
            f"the name of the placement group has the form of an id; got {as_written(value)}", path, level=Level.WARNING
        )


def _group(value: Value, context: Context) -> Reference | None:
    """Return ``value`` when it refers to a placement group."""
    found = context.world.find(value)
    return value if isinstance(value, Reference) and found is not None and found.type == PLACEMENT_GROUP else None


RULE = Rule(
    id="TRN410",
    title="A placement group is named by name or by id",
    level=Level.ERROR,
    why="EC2 refuses the launch: it takes one of the two, and finds no group under the other.",
    source="EC2 API, Placement; EC2 Auto Scaling API, CreateAutoScalingGroup: PlacementGroup",
    on="launch",
    check=check,
    fix="write GroupName with Ref of the placement group",
)
