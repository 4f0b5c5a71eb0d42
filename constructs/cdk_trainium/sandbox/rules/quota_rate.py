"""Service Quotas answers 5 or 10 requests per second and operation, per account and region."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

RULE = Rule(
    id="quota-rate",
    title="Requests beyond the published rates (and as many again in a burst) are throttled.",
    code="TooManyRequestsException",
    source="Service Quotas User Guide, quotas of Service Quotas: request rates",
    http_status=429,
)
RATES = {"ListServiceQuotas": 10, "ListAWSDefaultServiceQuotas": 10}
"""Requests per second where it is not 5."""


def check(state: RegionState, operation: str) -> None:
    """Take one token from the operation's bucket (real time), or refuse."""
    if not state.settings.throttle_service_quotas:
        return
    rate, now = RATES.get(operation, 5), time.monotonic()
    tokens, seen = state.buckets.get(operation, (2.0 * rate, now))
    tokens = min(2.0 * rate, tokens + (now - seen) * rate)
    if tokens < 1:
        state.buckets[operation] = (tokens, now)
        raise RULE.refuse("Rate exceeded")
    state.buckets[operation] = (tokens - 1, now)
