"""Builds a simulated account in a test: quotas, capacity, blocks, what exists already, what shall fail."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import boto3
from botocore.config import Config

from .blocks.make import offer, purchased
from .clock import Clock
from .control import duration
from .control.values import moment, require_count, require_order, require_reservation, require_type, zone_of
from .existing import existing_nodes, existing_reservation
from .images.parameters import publish
from .settings import Failure
from .state import AccountState, RegionState, account_of, region_of
from .timeline import advance

__all__ = ["Account"]


class Account:
    """The simulated account as tests and scenarios see it; every method may be called at any time."""

    def __init__(self, state: AccountState | None = None, region: str = "us-east-2") -> None:
        """Build on ``state``. Default: - moto's account; ``region`` is where things are put unless they say another."""
        self.state = state or account_of()
        self.region = region

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
        """Stop the clock at ``at``. Default: - now. From here it moves by `advance` alone."""
        self.state.settings.clock = Clock(self.now if at is None else moment(at, self.now))

    def advance(self, by: str | timedelta) -> datetime:
        """Move the clock (``"2h"``, ``"1d30m"``), let everything due happen, and return the new time."""
        return advance(self.state, by if isinstance(by, timedelta) else duration.parse(by))

    def quota(self, code: str, value: float, region: str | None = None) -> None:
        """Set the applied value of a quota. Default: - in every region."""
        self.state.settings.quotas[f"{region}:{code}" if region else code] = value

    def aws_defaults(self) -> None:
        """Take AWS's true defaults for vCPU quotas that are not set: 0 for Trn and for Capacity Blocks."""
        self.state.settings.granted_vcpus = None

    def capacity(self, instance_type: str, zone: str, nodes: int) -> None:
        """Let EC2 supply so many nodes of a type in a zone (by name), running and reserved ones included."""
        self.state.settings.capacity[instance_type, zone] = nodes

    def deny(self, operation: str, message: str = "") -> None:
        """Take the right to an operation (AWS's name). Default: - the service's own message."""
        self.state.settings.denied[operation] = message

    def fail(self, operation: str, code: str, message: str = "", *, http_status: int = 400, times: int = 0) -> None:
        """Answer an operation with an error. Default: - every time."""
        text = message or "Injected by the scenario"
        self.state.settings.failures.append(Failure(operation, code, text, http_status, times))

    def block(self, *, count: int, start: Any, end: Any, region: str | None = None, **more: Any) -> str:
        """Put a purchased Capacity Block into the account and return its ``cr-…``.

        Args:
            count: Nodes.
            start: Time, ISO 8601 text, or ``+2h`` from the account's now; in the past it is active at once.
            end: The same.
            region: Default: - the account's
            more: ``instance_type`` (default trn2.48xlarge), ``zone`` or ``zone_id``, ``reservation_id``, ``block_id``,
                ``platform``, ``ultraserver_type``, ``tags``.
        """
        state = self._region(region)
        given = self._what(state, more, count, start, end)
        return purchased(state, **given).reservation_id

    def impair(self, reservation_id: str, status: str = "impaired", region: str | None = None) -> None:
        """Break NeuronLink in the UltraServer of this reservation. Default: - ``impaired``; ``ok`` mends it."""
        state = self._region(region)
        state.blocks[str(state.reservations[reservation_id].block_id)].interconnect = status

    def offer(self, *, count: int, start: Any, end: Any, region: str | None = None, **more: Any) -> str:
        """Put a Capacity Block on offer and return the offering's id; searches find such blocks only from now on."""
        state = self._region(region)
        given = self._what(state, {"fee": "1000.00", **more}, count, start, end)
        state.settings.standing_offers = False
        return offer(state, **given).id

    def reservation(self, *, count: int, region: str | None = None, **more: Any) -> str:
        """Put an On-Demand Capacity Reservation into the account and return its ``cr-…``.

        Args:
            count: Nodes.
            region: Default: - the account's
            more: ``instance_type`` (default trn2.48xlarge), ``zone`` or ``zone_id``, ``reservation_id``, ``match``
                (default targeted), ``platform``.
        """
        state = self._region(region)
        return existing_reservation(state, count=count, **self._where(state, more, count))

    def instances(self, *, count: int, region: str | None = None, **more: Any) -> list[str]:
        """Let nodes run already, and return their ids; no rule is asked.

        Args:
            count: Nodes.
            region: Default: - the account's
            more: ``instance_type`` (default trn2.48xlarge), ``zone`` or ``zone_id``, ``lifecycle`` (spot).
        """
        state = self._region(region)
        return existing_nodes(state, count=count, **self._where(state, more, count))

    def publish_image(self, parameter: str, region: str | None = None) -> str:
        """Publish a newer image under a public parameter, as AWS does, and return its id."""
        return publish(self._region(region), parameter)

    def _region(self, region: str | None) -> RegionState:
        return region_of(region or self.region, self.state.account_id)

    def _where(self, state: RegionState, more: Mapping[str, Any], count: int) -> dict[str, Any]:
        rest = {key: value for key, value in more.items() if key not in ("zone", "zone_id")}
        found = {"instance_type": "trn2.48xlarge", **rest, "zone": zone_of(state, more)}
        require_type(found["instance_type"])
        require_count(count)
        require_reservation(found.get("reservation_id"))
        return found

    def _what(self, state: RegionState, more: Mapping[str, Any], count: int, start: Any, end: Any) -> dict[str, Any]:
        times = {"start": moment(start, self.now), "end": moment(end, self.now)}
        require_order(**times)
        return {**self._where(state, more, count), "count": count, **times}
