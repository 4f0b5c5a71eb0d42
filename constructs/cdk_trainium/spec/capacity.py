"""How the nodes of a group are bought."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from .base import Spec, checked
from .late import is_late
from .problem import bad
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


class OnDemandCapacity(Spec):
    """On demand. Offered is not available: about 130 tries for trn2 on 2026-10-03 all failed."""

    kind: Literal["on-demand"] = "on-demand"
    fail_fast: bool = True
    """Ask for a targeted reservation (ODCR) of the group's size first: a lack of capacity fails the
    deployment in seconds and does not hang it. The reservation bills while it is empty.
    Default: - true"""


class SpotCapacity(Spec):
    """Spot instances; they can be interrupted with two minutes' notice."""

    kind: Literal["spot"] = "spot"


class ReservationCapacity(Spec):
    """An On-Demand Capacity Reservation (ODCR), targeted; launches never fall back to on demand."""

    kind: Literal["reservation"] = "reservation"
    reservation_id: ReservationId | None = None
    """Existing reservation. Default: - one is created with the stack, for as many nodes as the group has"""
    placement_group: PlacementGroupName | None = None
    """Name of the placement group in which the existing reservation was made (fixed at its creation).
    Default: - an existing reservation is in none; a created one is in the group's placement group"""

    @model_validator(mode="after")
    def _group_of_an_existing_reservation(self) -> ReservationCapacity:
        if self.placement_group is not None and self.reservation_id is None:
            raise bad(
                "TRN320",
                "belongs to an existing reservation; a created one is made in the group's own placement group",
                prop="placement_group",
                hint="give reservation_id too, or leave placement_group out",
            )
        return self


class Block(Spec):
    """One purchased Capacity Block."""

    reservation_id: ReservationId
    """The block's reservation (``cr-…``, not ``cb-…``)."""
    start: Instant
    """When the block starts, with time zone."""
    end: Instant
    """When the block ends, with time zone; EC2 reclaims instances 30 minutes earlier (UltraServers: 60)."""

    @field_validator("end")
    @classmethod
    def _end_after_start(cls, value: datetime, info: ValidationInfo) -> datetime:
        start = info.data.get("start")
        if start is not None and value <= start:
            raise bad(
                "TRN312",
                f"the block's end ({value.isoformat()}) is not after its start ({start.isoformat()})",
                allowed="a time after start",
            )
        return value


class BlockCapacity(Spec):
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

    @model_validator(mode="after")
    def _consecutive(self) -> BlockCapacity:
        for first, second in pairwise(self.blocks):
            if second.start < first.end:
                raise bad("TRN313", "blocks overlap or are out of order", prop="blocks", allowed="each after the last")
        return self

    @model_validator(mode="after")
    def _each_once(self) -> BlockCapacity:
        ids = [block.reservation_id for block in self.blocks if not is_late(block.reservation_id)]
        if len(set(ids)) < len(ids):
            raise bad("TRN321", "a block stands here twice", prop="blocks", allowed="each reservation once")
        return self

    @model_validator(mode="after")
    def _drain_within_block(self) -> BlockCapacity:
        for block in self.blocks:
            if block.end - block.start <= timedelta(minutes=self.drain_minutes + 60):
                raise bad(
                    "TRN314",
                    "leaves no time to run: reclaim lead and drain time are as long as the block",
                    prop="drain_minutes",
                    hint="lower drain_minutes, or correct start and end",
                )
        return self


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
