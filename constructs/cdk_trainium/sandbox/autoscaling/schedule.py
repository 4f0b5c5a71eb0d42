"""Scheduled actions: kept per group and name (moto keeps them by name alone), fired by the clock, then gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from botocore import xform_name
from moto.autoscaling.models import AutoScalingBackend, FakeScheduledAction, autoscaling_backends
from moto.core.exceptions import ServiceException
from moto.core.parse import default_timestamp_parser as parse_timestamp

from ..rules import schedule_recurrence, schedule_sizes, schedule_time
from ..state import region_of
from .activities import note
from .group import converge
from .request import NOT_FOUND

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["due", "fire", "install"]

_FIELDS = ("ScheduledActionName", "StartTime", "EndTime", "Recurrence", "MinSize", "MaxSize", "DesiredCapacity")
_moto_put = AutoScalingBackend.put_scheduled_update_group_action


def install() -> None:
    """Replace how moto keeps and deletes scheduled actions."""
    AutoScalingBackend.put_scheduled_update_group_action = _put  # type: ignore[method-assign, assignment]
    AutoScalingBackend.delete_scheduled_action = _delete  # type: ignore[method-assign]
    AutoScalingBackend.batch_put_scheduled_update_group_action = _put_all  # type: ignore[method-assign, assignment]
    AutoScalingBackend.batch_delete_scheduled_action = _delete_all  # type: ignore[method-assign, assignment]
    FakeScheduledAction.scheduled_action_arn = property(_arn)  # type: ignore[attr-defined]


def due(state: RegionState) -> Iterator[tuple[datetime, Any]]:
    """Yield one-time actions of the region with the time at which they fire; recurring ones never fire here."""
    for action in _backend(state).scheduled_actions.values():
        start = _time(action.start_time)
        if start and not action.recurrence:
            yield start, action


def fire(state: RegionState, action: Any) -> None:
    """Set the group's sizes, let it launch or terminate, and forget the action."""
    backend = _backend(state)
    backend.scheduled_actions.pop(_key(action.auto_scaling_group_name, action.scheduled_action_name), None)
    group = backend.autoscaling_groups.get(action.auto_scaling_group_name)
    if group is None:
        return
    group.min_size = group.min_size if action.min_size is None else action.min_size
    group.max_size = group.max_size if action.max_size is None else action.max_size
    wanted = group.desired_capacity if action.desired_capacity is None else action.desired_capacity
    group.desired_capacity = min(max(int(wanted or 0), group.min_size), group.max_size)
    cause = f"a scheduled action {action.scheduled_action_name} set the sizes of the group."
    note(group, f"Executing scheduled action {action.scheduled_action_name}", cause)
    converge(group, cause)


def _put(self: Any, name: str, **given: Any) -> Any:
    if name not in self.autoscaling_groups:
        raise NOT_FOUND.refuse(f"AutoScalingGroup name not found - AutoScalingGroup '{name}' not found")
    now = region_of(self.region_name, self.account_id).settings.clock.now()
    start, end = _time(given["start_time"]), _time(given["end_time"])
    schedule_time.check(start, now)
    schedule_recurrence.check(given["recurrence"])
    schedule_sizes.check(given["min_size"], given["max_size"], given["desired_capacity"])
    action_name = given["scheduled_action_name"]
    others = {key: item for key, item in self.scheduled_actions.items() if key != action_name}
    action = _moto_put(self, name, **{**given, "start_time": start, "end_time": end})
    self.scheduled_actions = {**others, _key(name, action_name): action}
    return action


def _delete(self: Any, auto_scaling_group_name: str, scheduled_action_name: str) -> None:
    if self.scheduled_actions.pop(_key(auto_scaling_group_name, scheduled_action_name), None) is None:
        raise schedule_time.GONE.refuse("Scheduled action name not found")


def _put_all(self: Any, name: str, actions: list[dict[str, Any]]) -> list[dict[str, str]]:
    def put(item: dict[str, Any]) -> None:
        given = {xform_name(key): item.get(key) for key in _FIELDS}
        self.put_scheduled_update_group_action(name, timezone=item.get("TimeZone"), **given)

    return _failures(actions, put, lambda item: item["ScheduledActionName"])


def _delete_all(self: Any, auto_scaling_group_name: str, scheduled_action_names: list[str]) -> list[dict[str, str]]:
    def delete(name: str) -> None:
        self.delete_scheduled_action(auto_scaling_group_name, name)

    return _failures(scheduled_action_names, delete, str)


def _failures(items: Iterable[Any], do: Callable[[Any], None], name: Callable[[Any], str]) -> list[dict[str, str]]:
    """Do each, and return what was refused as the API shows it."""
    found = []
    for item in items:
        try:
            do(item)
        except ServiceException as error:
            failed = {"ScheduledActionName": name(item), "ErrorCode": error.code, "ErrorMessage": str(error.message)}
            found.append(failed)
    return found


def _arn(self: Any) -> str:
    return (
        f"arn:aws:autoscaling:::scheduledUpdateGroupAction:{self.auto_scaling_group_name}:{self.scheduled_action_name}"
    )


def _key(group: str, name: str) -> str:
    return f"{group}/{name}"


def _backend(state: RegionState) -> Any:
    return autoscaling_backends[state.account_id][state.region_name]


def _time(value: Any) -> datetime | None:
    if value is None or value == "":
        return None
    moment: datetime = parse_timestamp(value) if isinstance(value, str) else value
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
