"""Decides what pays for each node of a launch: a reservation, a block, spot, or on-demand capacity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..rules import on_demand_capacity, reservation_fit, vcpu_limit
from .reservations import find

if TYPE_CHECKING:
    from .launch import Launch
    from .reservation import CapacityReservation

__all__ = ["Place", "place"]


@dataclass(frozen=True, slots=True)
class Place:
    """One node's capacity."""

    lifecycle: str | None
    """``spot``, ``capacity-block``; None is on demand, reserved or not."""
    reservation_id: str | None


def place(launch: Launch) -> list[Place]:
    """Return the capacity of each node, between ``min_count`` and ``count`` of them; raises EC2's refusal."""
    if launch.market == "spot":
        return _spot(launch)
    if launch.market == "capacity-block":
        return _reserved(launch, _named(launch), "capacity-block")
    return _on_demand(launch)


def _spot(launch: Launch) -> list[Place]:
    state, zone = launch.state, launch.zone
    vcpu_limit.check_spot(state, launch.instance_type, launch.min_count)
    on_demand_capacity.check(state, launch.instance_type, zone, launch.min_count)
    count = on_demand_capacity.free(state, launch.instance_type, zone, launch.count)
    return [Place("spot", None)] * max(launch.min_count, count)


def _reserved(launch: Launch, reservations: list[CapacityReservation], lifecycle: str | None) -> list[Place]:
    """Fill the named reservations; all of the least number must fit.

    Of several, such as consecutive blocks in a resource group, those are filled that have capacity now; one that has
    not started or is over has none.
    """
    reservations = [item for item in reservations if reservation_fit.in_time(launch, item)] or reservations
    places: list[Place] = []
    for reservation in reservations:
        if reservation_fit.matches(launch, reservation):
            take = min(reservation.free, launch.count - len(places))
            places += [Place(lifecycle, reservation.id)] * take
    if len(places) < launch.min_count:
        for reservation in reservations:
            reservation_fit.check(launch, reservation, launch.min_count)
        raise reservation_fit.exceeded()
    for reservation in reservations:
        reservation_fit.check_time(launch, reservation)
    return places


def _on_demand(launch: Launch) -> list[Place]:
    reservations = _candidates(launch)
    if launch.strict:
        return _reserved(launch, reservations, None)
    places: list[Place] = []
    for reservation in reservations:
        take = min(reservation.free, launch.count - len(places))
        places += [Place(None, reservation.id)] * take
    missing, least = launch.count - len(places), max(0, launch.min_count - len(places))
    return places + [Place(None, None)] * _bought(launch, missing, least)


def _candidates(launch: Launch) -> list[CapacityReservation]:
    """Reservations the launch may use: the named ones, else every open one that fits."""
    everything = list(launch.state.reservations.values())
    if launch.targets or launch.target_group:
        named = _named(launch)
        return named if launch.strict else [item for item in named if reservation_fit.matches(launch, item)]
    if launch.preference == "none":
        return []
    return [
        item
        for item in everything
        if item.match == "open" and not item.block_id and reservation_fit.matches(launch, item)
    ]


def _named(launch: Launch) -> list[CapacityReservation]:
    """Reservations that the launch names, by id or through a resource group.

    Of that, a launch into no placement group fills those in none first (EC2 User Guide, using-cpg-odcr-crg).
    """
    pool = [find(launch.state, item) for item in launch.pool]
    if not launch.group_name:
        pool.sort(key=lambda item: item.placement_group_arn is not None)
    return [*(find(launch.state, item) for item in launch.targets), *pool]


def _bought(launch: Launch, wanted: int, least: int) -> int:
    """Return how many of ``wanted`` nodes on-demand capacity and quota give; at least ``least`` or a refusal."""
    state, name, zone = launch.state, launch.instance_type, launch.zone
    if wanted <= 0:
        return 0
    vcpu_limit.check_on_demand(state, name, least)
    if least:
        on_demand_capacity.check(state, name, zone, least)
    return min(on_demand_capacity.free(state, name, zone, wanted), vcpu_limit.fits_on_demand(state, name, wanted))
