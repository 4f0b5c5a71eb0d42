"""A block is extended while it is active or scheduled, from 56 days to 1 hour before its end, to 182 days in all."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from ..refusal import Rule
from . import block_offering_request

if TYPE_CHECKING:
    from ..blocks.block import CapacityBlock

RULE = Rule(
    id="block-extension",
    title="A block that is over, about to end, too far ahead, or would exceed 182 days cannot be extended.",
    code="InvalidParameterValue",
    source="EC2 User Guide, extend a Capacity Block; no source publishes the code",
    sourced=False,
)
_EARLIEST, _LATEST, _LONGEST = timedelta(days=56), timedelta(hours=1), timedelta(days=182)


def check(block: CapacityBlock, hours: int) -> None:
    """Refuse to extend ``block`` by ``hours``."""
    now = block.state.settings.clock.now()
    if not block_offering_request.sold(hours):
        raise RULE.refuse(f"Value ({hours}) for parameter capacityBlockExtensionDurationHours is invalid.")
    if block.status not in ("active", "scheduled"):
        raise RULE.refuse(f"The Capacity Block {block.id} is {block.status} and cannot be extended.")
    if not _LATEST <= block.end - now <= _EARLIEST:
        raise RULE.refuse("A Capacity Block can be extended between 56 days and 1 hour before its end.")
    if block.end - block.start + timedelta(hours=hours) > _LONGEST:
        raise RULE.refuse("A Capacity Block can last 182 days at most.")
