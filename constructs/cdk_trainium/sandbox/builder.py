"""Builds a simulated account in a test: quotas, capacity, blocks, what exists already, what shall fail."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import boto3
from botocore.config import Config

from ..errors import InputError, Problem
from ..wording import nearest
from .blocks.make import offer, purchased
from .clock import Clock
from .control import duration
from .control.fields import field_problems
from .control.fitting import Fitting, clock_problems
from .control.ultraservers import node_type
from .control.values import moment, zone_of
from .existing import existing_nodes, existing_reservation
from .images.parameters import public_parameters, publish
from .scenario_problems import problems_of
from .settings import Failure
from .state import AccountState, RegionState, account_of, region_of
from .timeline import advance

__all__ = ["Account"]


class Account:
    """The simulated account as tests and scenarios see it; every method may be called at any time.

    What a scenario file may not say is refused here as there: `InputError` with ``TRN095``, whatever was given.
    """

    def __init__(self, state: AccountState | None = None, region: str = "us-east-2") -> None:
        """Build on ``state``. Default: - moto's account; ``region`` is where things are put unless they say another."""
        self.state = state or account_of()
        self.region = region

    @property
    def region(self) -> str:
        """Where things are put unless they say another; `InputError` for one that AWS does not have."""
        return self._default

    @region.setter
    def region(self, region: str) -> None:
        _refuse_fields("account", {"region": region})
        self._default = region

    @property
    def events(self) -> list[dict[str, Any]]:
        """What EventBridge would have carried, in order."""
        return self.state.events

    @property
    def now(self) -> datetime:
        """The account's time."""
        return self.state.settings.clock.now()

    def client(self, service: str, region: str | None = None, *, retries: int = 0) -> Any:
        """Return a boto3 client. Default: - the account's region; no retries, so that a refusal shows at once."""
        config = Config(retries={"max_attempts": retries})
        return boto3.client(service, region_name=region or self.region, config=config)  # type: ignore[call-overload]

    def stand_still(self, at: datetime | str | None = None) -> None:
        """Stop the clock at ``at``. Default: - now. From here it moves by `advance` alone.

        Raises:
            InputError: ``TRN095``: it is no time, or before that of an account whose clock was set or moved already.
        """
        if at is not None:
            _refuse_as_scenario("now", at)
        time = self.now if at is None else moment(at, self.now)
        problems = clock_problems(self.state, time)
        if problems:
            raise InputError("clock", problems)
        self.state.settings.clock = Clock(time)

    def advance(self, by: str | timedelta) -> datetime:
        """Move the clock (``"2h"``, ``"1d30m"``), let everything due happen, and return the new time.

        Raises:
            InputError: ``TRN095``: it is no duration, or the clock cannot move so far.
        """
        if not isinstance(by, timedelta):
            _refuse_fields("advance", {"by": by})
        step = by if isinstance(by, timedelta) else duration.parse(by)
        try:
            return advance(self.state, step)
        except ValueError as error:
            raise InputError("clock", [Problem("TRN095", str(error), "by")]) from None

    def quota(self, code: str, value: float, region: str | None = None) -> None:
        """Set the applied value of a quota. Default: - in every region."""
        name = f"{region}:{code}" if region else code
        _refuse_as_scenario("quotas", {str(name): value})
        self.state.settings.quotas[name] = value

    def aws_defaults(self) -> None:
        """Take AWS's true defaults for vCPU quotas that are not set: 0 for Trn and for Capacity Blocks."""
        self.state.settings.granted_vcpus = None

    def capacity(self, instance_type: str, zone: str, nodes: int) -> None:
        """Let EC2 supply so many nodes of a type in a zone (by name), running and reserved ones included."""
        _refuse_as_scenario("capacity", {str(instance_type): {str(zone): nodes}})
        self.state.settings.capacity[instance_type, zone] = nodes

    def deny(self, operation: str, message: str = "") -> None:
        """Take the right to an operation (AWS's name). Default: - the service's own message."""
        _refuse_as_scenario("denied", [operation])
        _refuse_fields("deny", {"message": message})
        self.state.settings.denied[operation] = message

    def fail(self, operation: str, code: str, message: str = "", *, http_status: int = 400, times: int = 0) -> None:
        """Answer an operation with an error. Default: - every time."""
        given = {"operation": operation, "code": code, "message": message, "http_status": http_status, "times": times}
        _refuse_as_scenario("failures", [given])
        text = message or "Injected by the scenario"
        self.state.settings.failures.append(Failure(operation, code, text, http_status, times))

    def block(self, *, count: int, start: Any, end: Any, region: str | None = None, **more: Any) -> str:
        """Put a purchased Capacity Block into the account and return its ``cr-…``.

        Args:
            count: Nodes.
            start: Time, ISO 8601 text, or ``+2h`` from the account's now; in the past it is active at once.
            end: The same.
            region: Default: - the account's
            more: ``instance_type`` (default trn2.48xlarge, or the UltraServer's), ``zone`` or ``zone_id``,
                ``reservation_id``, ``block_id``, ``platform``, ``ultraserver_type``, ``tags``.

        Raises:
            InputError: ``TRN095``, one problem for each parameter that is unknown or cannot be so.
        """
        state, found = self._found("blocks", {"count": count, "start": start, "end": end, "region": region, **more})
        return purchased(state, **found).reservation_id

    def impair(self, reservation_id: str, status: str = "impaired", region: str | None = None) -> None:
        """Break NeuronLink in the UltraServer of this reservation. Default: - ``impaired``; ``ok`` mends it.

        Raises:
            InputError: ``TRN095``: the region has no block with this reservation, or the block is no UltraServer, or
                NeuronLink has no such status.
        """
        _refuse_fields("impair", {"reservation_id": reservation_id, "status": status, **_if_given(region)})
        state = self._region(region)
        found = state.reservations.get(reservation_id)
        block = state.blocks.get(found.block_id or "") if found else None
        if block is None:
            text = f"{state.region_name} has no block with this reservation"
            raise InputError("impair", [Problem("TRN095", text, "reservation_id", reservation_id)])
        if not block.ultraserver_type:
            text, hint = "the block is no UltraServer", "give ultraserver_type where the block is made"
            raise InputError("impair", [Problem("TRN095", text, "reservation_id", reservation_id, hint=hint)])
        block.interconnect = status

    def offer(self, *, count: int, start: Any, end: Any, region: str | None = None, **more: Any) -> str:
        """Put a Capacity Block on offer and return the offering's id; searches find such blocks only from now on.

        Takes what `block` takes but for ids, ``platform`` and ``tags``, and ``fee`` (USD; default 1000.00); raises as
        it.
        """
        state, found = self._found("offerings", {"count": count, "start": start, "end": end, "region": region, **more})
        fee = found.pop("fee", 1000)
        state.settings.standing_offers = False
        return offer(state, fee=fee if isinstance(fee, str) else f"{fee:.2f}", **found).id

    def reservation(self, *, count: int, region: str | None = None, **more: Any) -> str:
        """Put an On-Demand Capacity Reservation into the account and return its ``cr-…``; raises as `block`.

        Args:
            count: Nodes.
            region: Default: - the account's
            more: ``instance_type`` (default trn2.48xlarge), ``zone`` or ``zone_id``, ``reservation_id``, ``match``
                (default targeted), ``platform``.
        """
        state, found = self._found("reservations", {"count": count, "region": region, **more})
        return existing_reservation(state, **found)

    def instances(self, *, count: int, region: str | None = None, **more: Any) -> list[str]:
        """Let nodes run already, and return their ids; no rule is asked; raises as `block`.

        Args:
            count: Nodes.
            region: Default: - the account's
            more: ``instance_type`` (default trn2.48xlarge), ``zone`` or ``zone_id``, ``lifecycle`` (spot).
        """
        state, found = self._found("instances", {"count": count, "region": region, **more})
        return existing_nodes(state, **found)

    def publish_image(self, parameter: str, region: str | None = None) -> str:
        """Publish a newer image under a public parameter, as AWS does, and return its id.

        Raises:
            InputError: ``TRN095``: there is no such region, or it has no such parameter.
        """
        _refuse_fields("image", {"parameter": parameter, **_if_given(region)})
        state = self._region(region)
        known = public_parameters(state)
        if parameter not in known:
            allowed = f"{len(known)} parameters such as {known[0]}" if known else "none, the region has no images"
            text = f"{state.region_name} has no image under this parameter"
            raise InputError(
                "image", [Problem("TRN095", text, "parameter", parameter, allowed, nearest(parameter, known))]
            )
        return publish(state, parameter)

    def _region(self, region: str | None) -> RegionState:
        return region_of(region or self.region, self.state.account_id)

    def _found(self, kind: str, more: Mapping[str, Any]) -> tuple[RegionState, dict[str, Any]]:
        """Return the region and the parameters as it takes them; raises `InputError` for those that cannot be so."""
        given = {key: value for key, value in more.items() if value is not None}
        problems = list(field_problems(kind, given))
        problems = problems or list(Fitting(self.state, self.region, self.now).problems(kind, given))
        if problems:
            raise InputError(kind, problems)
        state = self._region(given.pop("region", None))
        place = {"zone": zone_of(state, given)}
        given.pop("zone_id", None)
        times: dict[str, datetime] = {key: moment(given[key], self.now) for key in ("start", "end") if key in given}
        return state, {**given, "instance_type": node_type(given), **place, **times}


def _refuse_as_scenario(key: str, value: Any) -> None:
    """Raise `InputError` for what a scenario's key may not be."""
    problems = problems_of({key: value})
    if problems:
        raise InputError(key, problems)


def _refuse_fields(kind: str, given: Mapping[str, Any]) -> None:
    problems = list(field_problems(kind, given))
    if problems:
        raise InputError(kind, problems)


def _if_given(region: str | None) -> dict[str, str]:
    return {} if region is None else {"region": region}
