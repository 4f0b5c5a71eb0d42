"""The commands as the server takes them: JSON in, JSON out; an InputError becomes a plain refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import InputError
from ..builder import Account
from ..gate import LOCK
from ..scenario import apply
from .fields import field_problems

__all__ = ["COMMANDS"]

Answer = dict[str, Any]


def _advance(request: Answer) -> Answer:
    """``{"by": "2h"}`` moves the clock; answers the new time and the events that happened on the way."""
    account = Account()
    before = len(account.events)
    now = account.advance(request["by"])
    return {"now": now.isoformat(), "events": account.events[before:]}


def _time(_: Answer) -> Answer:
    """Answer the account's time."""
    return {"now": Account().now.isoformat()}


def _events(_: Answer) -> Answer:
    """Answer every event that EventBridge would have carried, in order."""
    return {"events": Account().events}


def _block(request: Answer) -> Answer:
    """Put a purchased block into the account: the parameters of `Account.block`."""
    return {"reservation_id": Account().block(**request)}


def _image(request: Answer) -> Answer:
    """``{"parameter", "region"}`` publishes a newer image under a public parameter."""
    return {"image_id": Account().publish_image(request["parameter"], request.get("region"))}


def _scenario(request: Answer) -> Answer:
    """Apply a scenario, given as the object that its file holds."""
    apply(Account(), request)
    return {"now": Account().now.isoformat()}


def _alone(name: str, command: Callable[[Answer], Answer]) -> Callable[[Answer], Answer]:
    def run(request: Answer) -> Answer:
        problems = list(field_problems(_KINDS[name], request)) if name in _KINDS else []
        if problems:
            raise InputError(name, problems)
        with LOCK:
            return command(request)

    return run


_KINDS = {"advance": "advance", "block": "blocks", "image": "image"}
"""Command -> the kind of its parameters; the others have none, or check theirs themselves."""
_ALL = {
    "advance": _advance,
    "time": _time,
    "events": _events,
    "block": _block,
    "image": _image,
    "scenario": _scenario,
}
COMMANDS: dict[str, Callable[[Answer], Answer]] = {name: _alone(name, command) for name, command in _ALL.items()}
"""Name -> command; none runs while a request of EC2 or Auto Scaling does."""
