"""The form of the ids in a request: one that no resource can have is a mistake of the request, as it is of a flag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..constraints.identifiers import BAD_FORM, check_reservation_id, resource_pattern
from ..errors import Problem
from ..wording import as_written
from .model import Demand, Group

__all__ = ["id_problems"]

_PREFIXES = {"subnet_ids": "subnet", "security_group_ids": "sg"}


def id_problems(demand: Demand) -> Iterator[Problem]:
    """Yield what is wrong with the ids of existing resources that ``demand`` names, each at its place."""
    for at, vpc in enumerate(demand.vpc_ids):
        yield from _wrong(f"vpc_ids.{at}", vpc, "vpc")
    for at, snapshot in enumerate(demand.snapshot_ids):
        yield from _wrong(f"snapshot_ids.{at}", snapshot, "snap")
    for at, group in enumerate(demand.groups):
        yield from _of_group(f"groups.{at}", group)


def _of_group(place: str, group: Group) -> Iterator[Problem]:
    for member, prefix in _PREFIXES.items():
        for at, one in enumerate(getattr(group, member)):
            yield from _wrong(f"{place}.{member}.{at}", one, prefix)
    for member, one, prefix in _may_be_empty(group):
        if one:
            yield from _wrong(f"{place}.{member}", one, prefix)
    if group.vpc.startswith("vpc-"):
        yield from _wrong(f"{place}.vpc", group.vpc, "vpc")
    for at, one in enumerate(group.capacity.ids):
        problem = check_reservation_id(one)
        if problem is not None:
            yield replace(problem, prop=f"{place}.capacity.ids.{at}")


def _may_be_empty(group: Group) -> Iterator[tuple[str, str, str]]:
    """Yield member, id and prefix of what ``group`` may leave out."""
    yield "image_id", group.image_id, "ami"
    for at, device in enumerate(group.block_devices):
        yield f"block_devices.{at}.snapshot_id", device.snapshot_id, "snap"
    for at, template in enumerate(group.launch_templates):
        yield f"launch_templates.{at}.id", template.id, "lt"


def _wrong(place: str, text: str, prefix: str) -> Iterator[Problem]:
    if not re.fullmatch(resource_pattern(prefix), text):
        allowed = f"{prefix}-… (8 or 17 hexadecimal digits)"
        yield Problem(BAD_FORM, "is no id of such a resource", place, as_written(text), allowed)
