"""DescribeScalingActivities: what a group did, and why a launch failed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from moto.core.responses import ActionResult
from moto.moto_api._internal import mock_random

from ..paging import page
from ..state import region_of
from .request import state_of

__all__ = ["HANDLERS", "Activity", "failed", "note"]


@dataclass(frozen=True, slots=True)
class Activity:
    """One entry, as the API shows it."""

    group: str
    id: str
    time: datetime
    description: str
    cause: str
    message: str = ""
    """Why it failed. Default: - it did not."""

    def answer(self) -> dict[str, Any]:
        """Return the activity as the API shows it."""
        return {
            "ActivityId": self.id,
            "AutoScalingGroupName": self.group,
            "Description": self.description,
            "Cause": self.cause,
            "StartTime": self.time,
            "EndTime": self.time,
            "StatusCode": "Failed" if self.message else "Successful",
            "StatusMessage": self.message or None,
            "Progress": 100,
            "Details": "{}",
        }


def note(group: Any, description: str, cause: str, message: str = "") -> None:
    """Write down what ``group`` did."""
    state = state_of(group)
    activity = Activity(group.name, str(mock_random.uuid4()), state.settings.clock.now(), description, cause, message)
    state.activities.insert(0, activity)


def failed(group: Any, cause: str, error: Any, market: str | None) -> None:
    """Write down a launch that EC2 refused, in Auto Scaling's words and with EC2's code."""
    kind = {"spot": "Spot", "capacity-block": "Capacity Block"}.get(market or "", "On-Demand")
    code, text = getattr(error, "code", "InternalError"), str(error.message).rstrip(".")
    message = f"Could not launch {kind} Instances. {code} - {text}. Launching EC2 instance failed."
    note(group, "Launching a new EC2 instance.  Status Reason: " + text, cause, message)


def describe(request: Any) -> ActionResult:
    """Show activities, newest first; those of a deleted group too, as its failures are asked for afterwards."""
    state = region_of(request.region, request.current_account)
    name = request._get_param("AutoScalingGroupName")
    found = [item for item in state.activities if not name or item.group == name]
    size = request._get_param("MaxRecords")
    if size:
        request.params["MaxResults"] = size
    shown, token = page(request, found, default=100)
    return ActionResult({"Activities": [item.answer() for item in shown], "NextToken": token})


HANDLERS = {"DescribeScalingActivities": describe}
