"""Whether a reservation takes a launch: by its type, tenancy, platform and zone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ...constraints.tenancy import DEFAULT_TENANCY, check_tenancy
from ...template import Reference, Unknown, Value
from .launch import Launch
from .targets import Written
from .tenancy import tenancy_of
from .values import member, shown
from .world import World
from .zones import Place, place_of_subnet, place_of_zone, spread_of_places

__all__ = [
    "Misfit",
    "fitting",
    "kinds_of",
    "least",
    "misfits",
    "misfits_of_any",
    "misplaced",
    "nowhere",
    "places_of",
    "unusable",
]

_LINUX = "Linux/UNIX"
_BY_IMAGE = Unknown("only the image tells its platform")
_NOWHERE = Unknown("it names neither a subnet nor a zone")
_Item = TypeVar("_Item")


class Misfit(NamedTuple):
    """Why a reservation does not take a launch, or may not."""

    text: str
    """What is wrong; where that is hidden, what cannot be told."""
    hidden: Unknown | None = None
    """What hides it. Default: - it is wrong."""


def fitting(items: Sequence[_Item], judge: Callable[[_Item], Sequence[Misfit]]) -> list[tuple[_Item, Sequence[Misfit]]]:
    """Return those of ``items`` that may take a launch, each with what hides whether it does.

    Where none is known to, all that may, or all that there are, without what hides it: that is told of all of them.
    """
    if len(items) == 1:  # nearly always
        return [(items[0], ())]
    judged = [(item, judge(item)) for item in items]
    maybe = [(item, found) for item, found in judged if all(one.hidden is not None for one in found)]
    if any(not found for _, found in maybe):
        return maybe
    return [(item, ()) for item, _ in maybe or judged]


def kinds_of(launch: Launch) -> tuple[Value, ...]:
    """Return the instance types of ``launch``, which needs a reservation for each; None where nothing says one."""
    return launch.types or (None,)


def misfits(launch: Launch, written: Written, kind: Value) -> list[Misfit]:
    """Return why a reservation is not, or may not be, for ``launch`` where it is of type ``kind``; its zone aside."""
    question = ("misfits", launch, written[0].target, repr(kind))
    return launch.world.cases.once(
        question, lambda: [*_type(written, kind), *_tenancy(launch, written), *_platform(written)]
    )


def misplaced(launch: Launch, written: Written, places: Sequence[Place]) -> list[Misfit]:
    """Return why a reservation is not, or may not be, in one of ``places``, where ``launch`` may be in each."""
    question = ("misplaced", written[0].target, launch.group is None, *places)  # groups share subnets, so places
    return launch.world.cases.once(question, lambda: _misplaced(launch, written, places))


def _misplaced(launch: Launch, written: Written, places: Sequence[Place]) -> list[Misfit]:
    reservation, data = written
    world = launch.world
    place = world.cases.once(("place", reservation.target), lambda: _place_of(world, reservation, data))
    if place is None:
        return []
    spreads = [spread_of_places([place, other]) for other in places]
    other = next((spread.zones[1] for spread in spreads if len(spread.zones) > 1), None)
    if other is not None:
        return [Misfit(f"reservation {shown(reservation)} is in {shown(place.zone)}, the launch may be in {other}")]
    hidden = next((Unknown(spread.hidden) for spread in spreads if spread.hidden), None)
    if launch.group is not None and not places:
        hidden = _NOWHERE
    text = f"whether reservation {shown(reservation)} is in the zone of the launch"
    return [Misfit(text, hidden)] if hidden is not None else []


def misfits_of_any(launch: Launch, written: Written, kinds: Sequence[Value]) -> Sequence[Misfit]:
    """Return `misfits` for the one of ``kinds`` that the reservation fits best."""
    return least([misfits(launch, written, kind) for kind in kinds])


def nowhere(launch: Launch, written: Written, places: Sequence[Place]) -> Sequence[Misfit]:
    """Return `misplaced` for the one of ``places`` that the reservation fits best."""
    return least([misplaced(launch, written, [place]) for place in places] or [misplaced(launch, written, [])])


def unusable(launch: Launch, written: Written, kinds: Sequence[Value]) -> list[Misfit]:
    """Return why a reservation takes ``launch`` as none of ``kinds``, or nowhere, or may not."""
    return [*misfits_of_any(launch, written, kinds), *nowhere(launch, written, places_of(launch))]


def _place_of(world: World, reservation: Reference, data: Mapping[str, Any]) -> Place | None:
    """Return the place of a reservation; None where it names none, which its API refuses."""
    resource, zone = world.find(reservation), data.get("AvailabilityZone", member(data, "AvailabilityZoneId"))
    return None if resource is None or zone is None else place_of_zone(world, resource.template, zone)


def places_of(launch: Launch) -> list[Place]:
    """Return the places that ``launch`` may be in; nothing where it names none."""
    return launch.world.cases.once(("places_of", launch), lambda: _places_of(launch))


def _places_of(launch: Launch) -> list[Place]:
    world, group = launch.world, launch.group
    if launch.subnets:
        return [place_of_subnet(world, subnet) for subnet in launch.subnets]
    zones = launch.chosen_zones
    return [] if group is None else [place_of_zone(world, group.resource.template, zone) for zone in zones]


def least(each: Sequence[Sequence[Misfit]]) -> Sequence[Misfit]:
    """Return the first of ``each`` that holds nothing, else that holds nothing known."""
    return min(each, key=lambda found: 0 if not found else 1 if all(one.hidden for one in found) else 2)


def _type(written: Written, wants: Value) -> Iterator[Misfit]:
    reservation, data = written
    name, has = shown(reservation), member(data, "InstanceType")
    if has is None or wants is None:
        return
    hidden = next((value for value in (has, wants) if isinstance(value, Unknown)), None)
    if hidden is not None:
        yield Misfit(f"whether the launch is of the instance type of reservation {name}", hidden)
    elif not _fits(has, wants):
        text = f"reservation {name} is for instance type {shown(has)}, the launch is of instance type {shown(wants)}"
        yield Misfit(f"{text}; allowed: {shown(has)}")


def _fits(has: Value, wants: Value) -> bool:
    family = isinstance(wants, str) and "." not in wants  # Batch takes families
    return has == wants or (family and str(has).startswith(f"{wants}."))


def _tenancy(launch: Launch, written: Written) -> Iterator[Misfit]:
    reservation, data = written
    name, has = shown(reservation), member(data, "Tenancy") or DEFAULT_TENANCY
    wants = launch.world.cases.once(("tenancy_of", launch), lambda: tenancy_of(launch))
    hidden = next((value for value in (has, wants.value) if isinstance(value, Unknown)), None)
    problem = check_tenancy(str(wants.value), wants.text, str(has), name) if hidden is None else None
    if hidden is not None:
        yield Misfit(f"whether the launch is of the tenancy of reservation {name}", hidden)
    elif problem is not None:
        yield Misfit(f"{problem.message}; allowed: {problem.allowed}")


def _platform(written: Written) -> Iterator[Misfit]:
    reservation, data = written
    platform = member(data, "InstancePlatform") or _LINUX
    if isinstance(platform, Unknown):
        yield Misfit(f"whether the image is of the platform of reservation {shown(reservation)}", platform)
    elif platform != _LINUX:
        yield Misfit(f"whether the image is of platform {platform}, as reservation {shown(reservation)} is,", _BY_IMAGE)
