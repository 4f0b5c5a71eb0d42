"""What falls due as the clock moves, in order: blocks, reservations, slots and scheduled actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from .autoscaling import schedule
from .autoscaling.group import retry
from .blocks import life
from .quotas import request as quota_requests
from .state import account_of, regions_of

if TYPE_CHECKING:
    from .state import AccountState, RegionState

__all__ = ["advance", "settle"]

_Due = tuple[datetime, Callable[[], None]]


def advance(account: AccountState, by: timedelta) -> datetime:
    """Move the account's clock forward, let everything due happen, let groups try again; return the new time."""
    account.settings.clock.move(by)
    settle(account)
    for state in regions_of(account.account_id):
        retry(state)
    return account.settings.clock.now()


def settle(account: AccountState) -> None:
    """Let everything that is due by now happen, each at its own time."""
    clock = account.settings.clock
    while True:
        now = clock.now()
        due = [item for state in regions_of(account.account_id) for item in _due(state) if item[0] <= now]
        if not due:
            return
        moment, happen = min(due, key=lambda item: item[0])
        with clock.pinned(moment):
            happen()


def settle_account(account_id: str) -> None:
    """Settle the account with this id."""
    settle(account_of(account_id))


def _due(state: RegionState) -> Iterator[_Due]:
    yield from life.due(state)
    yield from quota_requests.due(state)
    for moment, action in schedule.due(state):
        yield moment, lambda action=action: schedule.fire(state, action)  # type: ignore[misc]
    for reservation in state.reservations.values():
        if reservation.end and not reservation.block_id and reservation.status == "active":
            yield reservation.end, reservation.expire
        for moment in reservation.cooling:
            yield moment, lambda item=reservation, at=moment: _freed(state, item, at)  # type: ignore[misc]


def _freed(state: RegionState, reservation: object, moment: datetime) -> None:
    reservation.cooling.remove(moment)  # type: ignore[attr-defined]
    retry(state)
