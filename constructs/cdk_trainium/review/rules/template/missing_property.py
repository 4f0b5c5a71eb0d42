"""A property that CloudFormation asks for and nobody wrote."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ....findings import Level
from ....template import Resource
from ...model.places import Steps, found_at
from ...model.schema import schema
from ...model.values import as_map, macro_in
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell
from ...subjects import Described

_BATCH, _EC2 = "AWS::Batch::ComputeEnvironment", ("EC2", "SPOT")


def check(item: Described, _context: Context) -> Iterator[Hit]:
    """Look for what AWS's schemas require of each object; a condition that takes it away leaves it missing."""
    properties = item.branch.properties
    if item.branch.unread is not None:
        return
    for steps, names in _places(item.resource.type):
        if not steps or steps[0] in properties:
            for value, path in found_at(properties, ("Properties",), steps):
                yield from _missing(value, (*names, *_of_batch(item.resource.type, steps, value)), path, item.resource)


def _of_batch(kind: str, steps: Steps, value: Any) -> tuple[str, ...]:
    """Return what Batch asks for on EC2 only, which no schema can say. Source: AWS Batch API, ComputeResource."""
    on_ec2 = kind == _BATCH and steps == ("ComputeResources",) and as_map(value).get("Type") in _EC2
    return ("InstanceRole", "Subnets") if on_ec2 else ()


@cache
def _places(kind: str) -> tuple[tuple[Steps, tuple[str, ...]], ...]:
    """Return the objects of a resource of ``kind`` that have to have something."""
    written = schema().required.get(kind, {})
    return tuple((tuple(filter(None, place.split("/"))), tuple(names)) for place, names in written.items())


def _missing(value: Any, names: tuple[str, ...], path: Path, owner: Resource) -> Iterator[Hit]:
    lacking = [name for name in names if name not in value] if isinstance(value, dict) else []
    if not lacking or any(str(name).startswith("Fn::") for name in value):
        return  # what is no object, and what a macro adds beside it, TRN917 tells
    where = next((str(step) for step in reversed(path[1:]) if isinstance(step, str)), owner.id)
    for name in lacking:
        if macro := macro_in(value):
            yield cannot_tell(f"{name} of {where}", macro, path)
        else:
            yield Hit(f"{where} has no {name}", path, f"set {name}")


RULE = Rule(
    id="TRN928",
    title="Resources have the properties that CloudFormation asks for",
    level=Level.ERROR,
    why="CloudFormation refuses the resource, and the stack rolls back.",
    source="CloudFormation resource schemas, dated in the data file",
    on="described",
    check=check,
    fix="set the property",
)
