"""How the nodes of a group are bought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from ..catalog import Catalog
from ..constraints.blocks import block_problems
from ..errors import Problem
from ..wording import counted
from .base import Spec, checked, judged
from .late import is_late
from .text import Email, Instant, PlacementGroupName, ReservationId

__all__ = [
    "AnyCapacity",
    "Block",
    "BlockCapacity",
    "Capacity",
    "CapacitySpec",
    "OnDemandCapacity",
    "ReservationCapacity",
    "SpotCapacity",
]


class OnDemandCapacity(Spec, defer_build=False):
    """On demand. Offered is not available: about 130 tries for trn2 on 2026-10-03 all failed."""

    kind: Literal["on-demand"] = "on-demand"
    fail_fast: bool = True
    """Ask for a targeted reservation (ODCR) of the group's size first: a lack of capacity fails the
    deployment in seconds and does not hang it. The reservation bills while it is empty.
    Default: - true"""


class SpotCapacity(Spec, defer_build=False):
    """Spot instances; they can be interrupted with two minutes' notice."""

    kind: Literal["spot"] = "spot"


class ReservationCapacity(Spec, defer_build=False):
    """An On-Demand Capacity Reservation (ODCR), targeted; launches never fall back to on demand."""

    kind: Literal["reservation"] = "reservation"
    reservation_id: ReservationId | None = None
    """Existing reservation. Default: - one is created with the stack, for as many nodes as the group has"""
    placement_group: PlacementGroupName | None = None
    """Name of the placement group in which the existing reservation was made (fixed at its creation).
    Default: - an existing reservation is in none; a created one is in the group's placement group"""

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with the reservation as a whole."""
        yield self._group_of_an_existing_reservation()

    def _group_of_an_existing_reservation(self) -> Iterator[Problem]:
        if self.placement_group is not None and self.reservation_id is None:
            text = "belongs to an existing reservation; a created one is made in the group's own placement group"
            hint = "give reservation_id too, or leave placement_group out"
            yield Problem("TRN320", text, "placement_group", repr(self.placement_group), hint=hint)


class Block(Spec, defer_build=False):
    """One purchased Capacity Block."""

    reservation_id: ReservationId
    """The block's reservation (``cr-…``, not ``cb-…``)."""
    start: Instant
    """When the block starts, with time zone."""
    end: Instant
    """When the block ends, with time zone; EC2 reclaims instances 30 minutes earlier (UltraServers: 60)."""

    @property
    def length(self) -> timedelta:
        """Time between start and end; not positive when they are exchanged."""
        return self.end - self.start

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with start and end together."""
        yield self._end_after_start()
        yield block_problems(self.start, self.end)

    def _end_after_start(self) -> Iterator[Problem]:
        if self.length <= timedelta():
            text = f"the block's end is not after its start ({self.start.isoformat()})"
            yield Problem("TRN312", text, "end", self.end.isoformat(), "a time after start")


class BlockCapacity(Spec, defer_build=False):
    """One Capacity Block, or several consecutive ones; EC2 places its nodes together, without placement group."""

    kind: Literal["capacity-block"] = "capacity-block"
    blocks: Annotated[list[Block], Field(min_length=1)]
    """The blocks in the order of their start."""
    phase: Literal["scheduled", "active", "expired"] = "scheduled"
    """Where the group stands: ``scheduled`` (desired 0 and a one-time start action), ``active`` (desired is the
    node count, no start action), ``expired`` (0, no actions). Synthesis reads no clock: say it here.
    Default: - scheduled"""
    drain_minutes: Annotated[int, Field(ge=0, le=24 * 60)] = 15
    """Minutes between the scale-in to 0 and EC2's reclaim. Unit: minutes. Default: - 15"""
    notify_email: Email | None = None
    """Address that gets the block's events (delivered, expiration warning, interruption).
    Default: - events go to an SNS topic without subscription"""

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with the blocks together."""
        yield self._consecutive()
        yield self._each_once()
        yield self._drain_within_block()

    def _consecutive(self) -> Iterator[Problem]:
        overlaps = (_overlap(first, second) for first, second in pairwise(self.blocks))
        if any(judged(overlaps)):
            text, got = "blocks overlap or are out of order", counted(len(self.blocks), "block")
            yield Problem("TRN313", text, "blocks", got, "each after the last")

    def _each_once(self) -> Iterator[Problem]:
        ids = [one for one in judged(map(_ids, self.blocks)) if not is_late(one)]
        again = sorted({one for one in ids if ids.count(one) > 1})
        if again:
            yield Problem("TRN321", "a block stands here twice", "blocks", ", ".join(again), "each reservation once")

    def _drain_within_block(self) -> Iterator[Problem]:
        least = timedelta(minutes=self.drain_minutes + 60)
        if any(judged(_shorter(block, least) for block in self.blocks)):
            text = "leaves no time to run: reclaim lead and drain time are as long as the block"
            hint = "lower drain_minutes, or correct start and end"
            yield Problem("TRN314", text, "drain_minutes", str(self.drain_minutes), hint=hint)


def _overlap(first: Block, second: Block) -> Iterator[bool]:
    yield second.start < first.end


def _ids(block: Block) -> Iterator[str]:
    yield block.reservation_id


def _shorter(block: Block, least: timedelta) -> Iterator[bool]:
    """Say whether ``block`` is too short; one that ends before it starts has a problem of its own."""
    yield timedelta() < block.length <= least


CapacitySpec = OnDemandCapacity | SpotCapacity | ReservationCapacity | BlockCapacity
AnyCapacity = Annotated[CapacitySpec, Field(discriminator="kind")]


class Capacity:
    """Factories of the ways to buy nodes, for Python; a cluster file writes ``capacity: {kind: …}``."""

    @staticmethod
    def on_demand(*, fail_fast: bool = True) -> OnDemandCapacity:
        """On demand; see `OnDemandCapacity`.

        Raises:
            PropsError: ``fail_fast`` is no bool.
        """
        return checked("Capacity.on_demand", OnDemandCapacity, {"fail_fast": fail_fast})

    @staticmethod
    def spot() -> SpotCapacity:
        """Spot; see `SpotCapacity`."""
        return SpotCapacity()

    @staticmethod
    def reservation(reservation_id: str | None = None, *, placement_group: str | None = None) -> ReservationCapacity:
        """Existing or created ODCR; see `ReservationCapacity`.

        Raises:
            PropsError: a placement group without reservation, or a malformed id.
        """
        props = {"reservation_id": reservation_id, "placement_group": placement_group}
        return checked("Capacity.reservation", ReservationCapacity, props)

    @staticmethod
    def block(
        *blocks: Block | Mapping[str, object],
        phase: str | None = None,
        drain_minutes: int | None = None,
        notify_email: str | None = None,
    ) -> BlockCapacity:
        """One or several consecutive Capacity Blocks; see `BlockCapacity` and `Block`.

        Raises:
            PropsError: names every bad prop.
        """
        given = {"phase": phase, "drain_minutes": drain_minutes, "notify_email": notify_email}
        return checked("Capacity.block", BlockCapacity, {"blocks": list(blocks), **given})
