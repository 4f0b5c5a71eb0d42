"""DescribeStackEvents and DescribeEvents: a stack's history, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult

from .request import Response, page, param, store_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..model import Event, Stack

__all__ = ["OPERATIONS"]


def _describe_stack_events(response: Response) -> ActionResult:
    stack = store_for(response).get(param(response, "StackName"))
    items, token = page(response, list(reversed(stack.events)))
    return ActionResult({"StackEvents": [_described(stack, item) for item in items], "NextToken": token})


def _describe_events(response: Response) -> ActionResult:
    store = store_for(response)
    name, change_set = param(response, "StackName"), param(response, "ChangeSetName")
    if change_set:
        stack = store.get(store.change_set(change_set, name).stack_id)
        return ActionResult({"OperationEvents": [], "NextToken": None}) if stack else ActionResult({})
    stack = store.get(name)
    items, token = page(response, list(reversed(stack.events)))
    events = [_operation_event(stack, item) for item in items]
    return ActionResult({"OperationEvents": events, "NextToken": token})


def _described(stack: Stack, event: Event) -> dict[str, Any]:
    return {
        "StackId": stack.id,
        "EventId": event.event_id,
        "StackName": stack.name,
        "LogicalResourceId": event.logical_id,
        "PhysicalResourceId": event.physical_id,
        "ResourceType": event.type,
        "Timestamp": event.time,
        "ResourceStatus": event.status,
        "ResourceStatusReason": event.reason or None,
        "ResourceProperties": event.properties,
        "ClientRequestToken": event.token,
    }


def _operation_event(stack: Stack, event: Event) -> dict[str, Any]:
    described = _described(stack, event)
    del described["StackName"]
    return {**described, "EventType": "STACK_EVENT"}


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "describe_stack_events": _describe_stack_events,
    "describe_events": _describe_events,
}
