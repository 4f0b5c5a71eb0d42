"""PutNotificationConfiguration, DescribeNotificationConfigurations, DeleteNotificationConfiguration.

They are kept on moto's group and go with it; no message is sent.
"""

from __future__ import annotations

from typing import Any

from moto.core.responses import ActionResult, EmptyResult

from ..paging import page
from .request import group_of

__all__ = ["HANDLERS"]


def put(request: Any) -> ActionResult:
    """Set what the topic hears of the group; it replaces what the topic heard before."""
    types = list(dict.fromkeys(request._get_param("NotificationTypes")))
    _kept(group_of(request))[request._get_param("TopicARN")] = types
    return EmptyResult()


def delete(request: Any) -> ActionResult:
    """Forget the topic; one that heard nothing is no error."""
    _kept(group_of(request)).pop(request._get_param("TopicARN"), None)
    return EmptyResult()


def describe(request: Any) -> ActionResult:
    """Show one entry for each group, topic and type. Default: - of all groups."""
    names, size = request._get_param("AutoScalingGroupNames", []), request._get_param("MaxRecords")
    if size:
        request.params["MaxResults"] = size
    found = [
        {"AutoScalingGroupName": name, "TopicARN": topic, "NotificationType": kind}
        for name, group in request.autoscaling_backend.autoscaling_groups.items()
        if not names or name in names
        for topic, kinds in _kept(group).items()
        for kind in kinds
    ]
    shown, token = page(request, found, default=50)
    return ActionResult({"NotificationConfigurations": shown, "NextToken": token})


def _kept(group: Any) -> dict[str, list[str]]:
    """Return the types by topic, to change in place."""
    kept: dict[str, list[str]] = vars(group).setdefault("notifications", {})
    return kept


HANDLERS = {
    "PutNotificationConfiguration": put,
    "DescribeNotificationConfigurations": describe,
    "DeleteNotificationConfiguration": delete,
}
