"""A targeted reservation that no launch targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ....findings import Level
from ....template import Reference, Resource, Unknown, Value
from ...model import Launch
from ...model.reservation_fit import Misfit, kinds_of, unusable
from ...model.targets import behind, hidden_by
from ...model.values import member, shown
from ...options import Context
from ...rule import Hit, Rule, unknown

_UNTYPED = Unknown("nothing here says the instance type of the launch")
_FITS_NONE = "reserve as the launch is, in its zone, and name the reservation there"


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Judge launches beside the targeted reservations of the templates, and those that the caller names."""
    if not launch.accelerated or launch.market is not None:
        return
    world, path = context.world, launch.node.at("CapacityReservationSpecification")
    targets = [one for target in launch.targets for one in behind(world, target)]
    blind = next(filter(None, (hidden_by(world, one) for one in targets)), "")
    given = context.options.reservations if not blind else ()  # which of these it targets is TRN984's
    named = [item for item in given if item not in world.targeted.ids]
    written = _written(launch, context) if blind or not launch.targets else _Unused()
    if named or any(written):
        hits = _judged(launch, named, written, blind or ("" if named else world.targeted.hidden))
        yield from (hit._replace(path=path) for hit in hits)


class _Unused(NamedTuple):
    """Targeted reservations of the templates that no launch targets, by how they are to one launch of their type."""

    meant: Sequence[str] = ()
    """It can use them."""
    maybe: Mapping[str, Unknown] = MappingProxyType({})
    """It may be able to, and what hides it."""
    others: Mapping[str, Misfit] = MappingProxyType({})
    """It cannot, and why."""


def _judged(launch: Launch, named: list[str], written: _Unused, hidden: str) -> Iterator[Hit]:
    unused = [*named, *written.meant]
    if hidden and (unused or written.others):
        names = ", ".join([*unused, *written.others])
        yield unknown(f"whether any launch targets {names} cannot be told: {hidden}")
        return
    if unused:
        yield _meant(launch, named, unused)
    if written.maybe:
        reason = next(iter(written.maybe.values())).reason
        yield unknown(f"whether {', '.join(written.maybe)} is meant for this launch cannot be told: {reason}")
    if written.others:
        yield _not_meant(written.others)


def _meant(launch: Launch, named: list[str], unused: list[str]) -> Hit:
    text = f"{_stated(launch)}: the targeted reservation {', '.join(unused)} is never used"
    meant = bool(named) or launch.reservation.get("CapacityReservationPreference") != "none"
    level = None if meant else Level.WARNING  # it may be meant for launches that are not at hand
    return Hit(text, level=level, evidence={"reservations": unused})


def _not_meant(others: Mapping[str, Misfit]) -> Hit:
    names, first = ", ".join(others), next(iter(others.values()))
    text = f"the targeted reservation {names} is never used, and not for this launch: {first.text}"
    return Hit(text, hint=_FITS_NONE, level=Level.WARNING, evidence={"reservations": list(others)})


def _stated(launch: Launch) -> str:
    if launch.targets:
        return f"CapacityReservationTarget names {', '.join(map(shown, launch.targets))}"
    preference = launch.reservation.get("CapacityReservationPreference", "open")
    return f"CapacityReservationPreference is {shown(preference)} and there is no CapacityReservationTarget"


def _written(launch: Launch, context: Context) -> _Unused:
    """Return the targeted reservations of the launch's types that no launch targets."""
    kinds = [_UNTYPED if kind is None else kind for kind in kinds_of(launch)]
    branches = [(item, context.world.branch(item)) for item in context.world.untargeted]
    data = [(item, branch.properties) for item, branch in branches if branch is not None]
    told = {item.id: _why_not(launch, item, values, kinds) for item, values in data if _is_targeted(values, kinds)}
    return _Unused(
        [name for name, why in told.items() if why is None],
        {name: why for name, why in told.items() if isinstance(why, Unknown)},
        {name: why for name, why in told.items() if isinstance(why, Misfit)},
    )


def _why_not(
    launch: Launch, resource: Resource, data: Mapping[str, Any], kinds: Sequence[Value]
) -> Misfit | Unknown | None:
    """Return why ``launch`` cannot use a reservation, or what hides whether it can; None where it can."""
    found = unusable(launch, (Reference(resource.template.key, resource.id), data), kinds)
    wrong = next((one for one in found if one.hidden is None), None)
    hidden = (member(data, "InstanceMatchCriteria"), *(one.hidden for one in found))
    return wrong or next((value for value in hidden if isinstance(value, Unknown)), None)


def _is_targeted(data: Mapping[str, Any], kinds: Sequence[Value]) -> bool:
    """Return whether a reservation takes those launches of ``kinds`` that target it, as far as that is known."""
    how, kind = member(data, "InstanceMatchCriteria"), member(data, "InstanceType")
    told = all(isinstance(item, str) for item in (kind, *kinds))
    return (isinstance(how, Unknown) or how == "targeted") and (not told or kind in kinds)


RULE = Rule(
    id="TRN343",
    title="Launches name the targeted reservation that is meant for them",
    level=Level.ERROR,
    why="A reservation with InstanceMatchCriteria targeted takes launches that name it only; others run on demand.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="set CapacityReservationTarget with the reservation's id and capacity-reservations-only",
)
