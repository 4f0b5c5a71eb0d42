"""A resource group of the templates that launches target, and what else stands in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....template import Reference, Unknown, Value
from ...model import World
from ...model.targets import RESERVATION, RESOURCE_GROUP
from ...model.values import as_list, as_map
from ...rule import Hit, cannot_tell

__all__ = ["GROUP_ARN", "of_groups"]

GROUP_ARN = "CapacityReservationResourceGroupArn"
_POOL = "AWS::EC2::CapacityReservationPool"
"""What makes a group one that launches can target. Source: EC2 User Guide, Capacity Reservation groups."""

_ID = ("", "Id")
"""Attributes of a reservation that are its id; the empty one is that of ``Ref``."""


def of_groups(target: Mapping[str, Value], world: World) -> Iterator[Hit]:
    """Yield what is wrong with the references of ``CapacityReservationTarget``; hits without resource are of it."""
    for name in ("CapacityReservationId", GROUP_ARN):
        values = [*as_list(target.get(name)), *as_list(target.get(f"{name}s"))]
        for value in dict.fromkeys(item for item in values if isinstance(item, Reference)):
            yield from _judged(name, value, world)


def _judged(name: str, value: Reference, world: World) -> Iterator[Hit]:
    resource, by_arn = world.find(value), name == GROUP_ARN
    if resource is None or resource.type not in (RESOURCE_GROUP, RESERVATION):
        return
    if by_arn is not (resource.type == RESOURCE_GROUP):
        wanted = "the ARN of a resource group" if by_arn else "the id of a reservation"
        yield Hit(f"{name} takes {wanted}; got {value.logical_id} of type {resource.type}")
    elif not by_arn and value.attribute not in _ID:
        text = f"{name} is the attribute {value.attribute} of {value.logical_id}"
        yield Hit(text, hint=f"write Ref of {value.logical_id}")
    elif by_arn and value.attribute != "Arn":
        yield Hit(f"{name} is the name of {value.logical_id}", hint=f"write Fn::GetAtt {value.logical_id}.Arn")
    elif by_arn:
        yield from _pool(value, world)


def _pool(value: Reference, world: World) -> Iterator[Hit]:
    """Judge the configuration of a group, which makes it a target."""
    data, path = world.properties(value, RESOURCE_GROUP), ("Properties", "Configuration")
    if data is None:
        return
    written = data.get("Configuration")
    kinds = [item if isinstance(item, Unknown) else as_map(item).get("Type") for item in as_list(written)]
    hidden = next((kind for kind in kinds if isinstance(kind, Unknown)), None)
    if _POOL in kinds:
        return
    if hidden is not None:
        yield cannot_tell("whether launches can target the resource group", hidden, path, world.find(value))
        return
    text = f"launches target {value.logical_id}, and its Configuration lacks {_POOL}"
    where = path if written is not None else path[:1]
    yield Hit(text, where, f"add {_POOL} and AWS::ResourceGroups::Generic", resource=world.find(value))
