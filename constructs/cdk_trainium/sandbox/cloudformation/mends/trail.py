"""Answer LookupEvents, which the CDK CLI asks of CloudTrail after each failed deployment and would retry for long."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["install"]


def install() -> None:
    """Mend moto; calling it again changes nothing."""
    from moto.cloudtrail.responses import CloudTrailResponse

    setattr(CloudTrailResponse, "lookup_events", _lookup_events)  # noqa: B010


def _lookup_events(_response: Any) -> str:
    """Answer that CloudTrail knows nothing."""
    return json.dumps({"Events": []})
