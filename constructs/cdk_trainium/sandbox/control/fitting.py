"""What must be true of parameters in the account that they are put into: zones, times, ids, addresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from ...errors import Problem
from ..ec2 import offers
from ..state import AccountState, RegionState, region_of, regions_of
from .ultraservers import server_problems
from .values import ALLOWED_TIMES, moment, zone_of

__all__ = ["Fitting", "clock_problems"]

_LONGEST = timedelta(days=183)
"""Of a block: 182 days with its extensions (EC2 User Guide, Capacity Blocks), and hours up to the next 11:30 UTC.

Short ones tell nothing: offers of 8 hours were seen where a day was asked for.
"""


def clock_problems(account: AccountState, now: datetime) -> list[Problem]:
    """Return why the clock cannot be set to ``now``: time that an account has seen goes forward only."""
    clock = account.settings.clock
    if not clock.is_told or now >= clock.now():
        return []
    hint = "time goes forward only; a sandbox that is stopped and started begins anew, at the present"
    allowed = f"{clock.now().isoformat()} or later"
    return [Problem("TRN095", "the account's time is later", "now", now.isoformat(), allowed, hint)]


@dataclass
class Fitting:
    """Holds parameters against an account, and against those that it was shown before."""

    account: AccountState
    region: str
    """Where things are put unless they say another."""
    now: datetime
    """The account's time when they are put into it."""
    _ids: set[str] = field(default_factory=set)
    _nodes: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Note the ids that the account has."""
        states = regions_of(self.account.account_id)
        self._ids = {one for state in states for one in (*state.reservations, *state.blocks)}

    def problems(self, kind: str, data: Mapping[str, Any], where: str = "") -> Iterator[Problem]:
        """Yield what does not fit; ``data`` has passed the test of its fields."""
        state = region_of(data.get("region") or self.region, self.account.account_id)
        zone = zone_of(state, data)
        yield from _zone_problems(state, data, zone, where)
        yield from self._time_problems(data, where)
        yield from self._id_problems(data, where)
        yield from server_problems(data, where)
        if kind == "instances" and zone:
            yield from self._address_problems(state, zone, data["count"], where)

    def _time_problems(self, data: Mapping[str, Any], where: str) -> Iterator[Problem]:
        times: dict[str, datetime] = {}
        for name in [name for name in ("start", "end") if name in data]:
            try:
                times[name] = moment(data[name], self.now)
            except ValueError:  # +2h, of an account whose clock nears its end
                yield Problem("TRN095", "it has no such value", f"{where}{name}", str(data[name]), ALLOWED_TIMES)
        if len(times) == 2 and times["end"] <= times["start"]:
            allowed = f"a time after the start, {times['start'].isoformat()}"
            yield Problem("TRN095", "it is not after the start", f"{where}end", times["end"].isoformat(), allowed)
        elif len(times) == 2 and times["end"] - times["start"] > _LONGEST:
            got = f"{(times['end'] - times['start']).days} days"
            yield Problem("TRN095", "no block is so long", f"{where}end", got, "at most 182 days after the start")

    def _id_problems(self, data: Mapping[str, Any], where: str) -> Iterator[Problem]:
        for name in ("reservation_id", "block_id"):
            if name in data:
                if data[name] in self._ids:
                    hint = "leave it out for a random one"
                    yield Problem("TRN095", "there is one already", f"{where}{name}", data[name], "a new id", hint)
                self._ids.add(data[name])

    def _address_problems(self, state: RegionState, zone: str, count: int, where: str) -> Iterator[Problem]:
        free = state.ec2.get_default_subnets()[zone].available_ip_address_count
        self._nodes[state.region_name, zone] += count
        if self._nodes[state.region_name, zone] > free:
            got = f"{self._nodes[state.region_name, zone]:,} nodes in {zone}"
            allowed = f"at most {free:,}, which are the free addresses of its default subnet"
            yield Problem("TRN095", "the zone has no addresses for so many nodes", f"{where}count", got, allowed)


def _zone_problems(state: RegionState, data: Mapping[str, Any], zone: str | None, where: str) -> list[Problem]:
    name, id_ = data.get("zone"), data.get("zone_id")
    if zone is None and name:
        names = ", ".join(offers.zone_names(state))
        return [Problem("TRN095", f"{state.region_name} has no such zone", f"{where}zone", name, names)]
    if zone is None:
        ids = ", ".join(str(offers.zone_id(state, one)) for one in offers.zone_names(state))
        return [Problem("TRN095", f"{state.region_name} has no such zone", f"{where}zone_id", str(id_), ids)]
    if name and id_ and offers.zone_id(state, zone) != id_:
        allowed = f"{offers.zone_id(state, zone)}, or zone_id alone"
        return [Problem("TRN095", f"it is not the id of {name}", f"{where}zone_id", id_, allowed)]
    return []
