"""Which reservations the launches of a whole review target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...template import Branch, Mixed, Reference, Resource, Unknown, Value
from .values import as_list, as_map, macro_in, same_resource, shown

if TYPE_CHECKING:
    from .launch import Launch
    from .world import World

__all__ = [
    "RESERVATION",
    "RESOURCE_GROUP",
    "Targets",
    "Written",
    "behind",
    "each_target",
    "hidden_by",
    "may_be_several",
    "targets_of",
    "unwritten_targets",
    "written_choices",
    "written_targets",
]

Written: TypeAlias = tuple[Reference, Mapping[str, Any]]
"""A reservation of a template, with its properties in the case at hand."""
RESERVATION = "AWS::EC2::CapacityReservation"
RESOURCE_GROUP = "AWS::ResourceGroups::Group"


class Targets(NamedTuple):
    """Reservations, and what hides others."""

    ids: frozenset[str]
    """Those that are literals."""
    written: frozenset[tuple[str, str]]
    """Those of the templates, as `Reference.target`."""
    hidden: str
    """Why there may be more. Default: - there are none."""


def targets_of(world: World, launches: Iterable[Launch]) -> Targets:
    """Return what all of ``launches`` target."""
    values = [one for launch in launches for target in launch.targets for one in behind(world, target)]
    hidden = [reason for target in values if (reason := hidden_by(world, target))]
    ids = frozenset(item for item in values if isinstance(item, str))
    written = frozenset(item.target for item in values if isinstance(item, Reference))
    return Targets(ids, written, hidden[0] if hidden else "")


def behind(world: World, target: Value, *, here: bool = False) -> Sequence[Value]:
    """Return the reservations that ``target`` stands for: itself, or what a resource group of the templates lists.

    A group of whose list anything is no reservation of the templates stands for itself. ``here``: its list in the case
    at hand; otherwise, which asks for no case, that of all its branches.
    """
    resource = world.find(target)
    if resource is None or resource.type != RESOURCE_GROUP:
        return [target]
    return world.cases.once(("behind", target, here), lambda: _behind(world, target, resource, here))


def _behind(world: World, target: Value, group: Resource, here: bool) -> Sequence[Value]:
    branches = [world.branch(group)] if here else group.branches
    lists = [_listed(world, branch) for branch in branches if branch is not None]
    return [one for found in lists for one in found] if lists and all(lists) else [target]


def _listed(world: World, group: Branch) -> list[Reference]:
    """Return the reservations that ``group`` lists, by ARN or id; nothing where it lists, or may list, others."""
    items = [] if macro_in(group.properties) else as_list(group.properties.get("Resources"))
    ends = [item.parts[-1] if isinstance(item, Mixed) and item.parts else item for item in items]
    found = [item._replace(attribute="") for item in ends if isinstance(item, Reference)]
    kinds = [None if resource is None else resource.type for resource in map(world.find, found)]
    return found if kinds == [RESERVATION] * len(ends) else []


def written_choices(launch: Launch) -> Iterator[tuple[Value, Sequence[Written]]]:
    """Yield each target of ``launch`` with the reservations of the templates that it stands for, where it does.

    Of several, which a resource group lists, EC2 takes any that matches and has room. Source: EC2 User Guide, Capacity
    Reservation groups.
    """
    for target in launch.targets:
        if found := _written(launch, target):
            yield target, found


def _written(launch: Launch, target: Value) -> Sequence[Written]:
    found = behind(launch.world, target, here=True)
    read = ((one, launch.world.properties(one, RESERVATION)) for one in found)
    return [(one, data) for one, data in read if data is not None]


def written_targets(launch: Launch) -> Iterator[Written]:
    """Yield the reservations of the templates that ``launch`` targets, each with its properties in the case at hand."""
    yield from (one for _, found in written_choices(launch) for one in found)


def unwritten_targets(launch: Launch) -> Iterator[str]:
    """Yield, for each target of ``launch`` that no reservation of a template is behind, why nothing is known of it."""
    for target in launch.targets:
        if not _written(launch, target):
            yield hidden_by(launch.world, target) or f"reservation {shown(target)} is not written here"


def each_target(launches: Iterable[Launch]) -> dict[Any, Value]:
    """Return what ``launches`` target, each reservation once, by what `same_resource` says of it."""
    return {same_resource(target): target for launch in launches for target in launch.targets}


def may_be_several(launch: Launch) -> str:
    """Return why the reservation that ``launch`` targets may be several; empty for one id and for no target."""
    target = as_map(launch.reservation.get("CapacityReservationTarget"))
    if len(each_target([launch])) > 1:
        return f"it targets {', '.join(map(shown, launch.targets))}"
    hidden = target.get("CapacityReservationIds")
    if isinstance(hidden, Unknown):
        return hidden.reason
    arns = [item for name, item in target.items() if name.startswith("CapacityReservationResourceGroupArn")]
    return _of_group(launch.world, launch.targets[0]) if arns and launch.targets else ""


def hidden_by(world: World, target: Value) -> str:
    """Return what hides the reservation behind ``target``; empty for an id, and for a reservation of the templates."""
    if isinstance(target, Unknown):
        return target.reason
    if isinstance(target, str):
        return _of_group(world, target) if target.startswith("arn:") else ""
    resource = world.find(target)
    return "" if resource is not None and resource.type == RESERVATION else _of_group(world, target)


def _of_group(world: World, group: Value) -> str:
    """Return why it is not known which reservation of a resource group is meant."""
    if world.find(group) is None:
        return f"the reservations of group {shown(group)} are not written here"
    return f"EC2 chooses among the reservations that group {shown(group)} lists"
