"""EventBridge events as EC2 sends them; recorded, so that a test can ask what would have been delivered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from moto.moto_api._internal import mock_random

if TYPE_CHECKING:
    from .state import RegionState

__all__ = ["record"]


def record(state: RegionState, detail_type: str, resources: Iterable[str], detail: dict[str, Any]) -> None:
    """Write down one event of EC2 at the clock's time."""
    state.account.events.append(
        {
            "version": "0",
            "id": str(mock_random.uuid4()),
            "detail-type": detail_type,
            "source": "aws.ec2",
            "account": state.account_id,
            "time": f"{state.settings.clock.now():%Y-%m-%dT%H:%M:%SZ}",
            "region": state.region_name,
            "resources": list(resources),
            "detail": detail,
        }
    )
