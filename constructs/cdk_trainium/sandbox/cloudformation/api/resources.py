"""DescribeStackResource, DescribeStackResources and ListStackResources."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult

from ..errors import ValidationError
from .request import Response, page, param, store_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..model import Resource, Stack

__all__ = ["OPERATIONS"]


def _stack_of(response: Response) -> Stack:
    store, name = store_for(response), param(response, "StackName")
    physical = param(response, "PhysicalResourceId")
    if name or not physical:
        return store.get(name or "")
    for stack in store.stacks.values():
        if any(item.physical_id == physical for item in stack.resources.values()):
            return stack
    raise ValidationError(f"Stack for {physical} does not exist")


def _describe_stack_resource(response: Response) -> ActionResult:
    stack, logical = _stack_of(response), param(response, "LogicalResourceId")
    resource = stack.resources.get(logical)
    if resource is None:
        raise ValidationError(f"Resource {logical} does not exist for stack {stack.name}")
    detail = _summary(resource) | {"StackName": stack.name, "StackId": stack.id}
    detail["Metadata"] = json.dumps(resource.definition.get("Metadata", {}))
    return ActionResult({"StackResourceDetail": detail})


def _describe_stack_resources(response: Response) -> ActionResult:
    stack, logical = _stack_of(response), param(response, "LogicalResourceId")
    found = [item for item in list(stack.resources.values()) if logical in {None, item.logical_id}]
    described = []
    for item in found:
        entry = _summary(item) | {"StackName": stack.name, "StackId": stack.id}
        entry["Timestamp"] = entry.pop("LastUpdatedTimestamp")
        described.append(entry)
    return ActionResult({"StackResources": described})


def _list_stack_resources(response: Response) -> ActionResult:
    items, token = page(response, list(_stack_of(response).resources.values()))
    return ActionResult({"StackResourceSummaries": [_summary(item) for item in items], "NextToken": token})


def _summary(resource: Resource) -> dict[str, Any]:
    return {
        "LogicalResourceId": resource.logical_id,
        "PhysicalResourceId": resource.physical_id,
        "ResourceType": resource.type,
        "LastUpdatedTimestamp": resource.updated,
        "ResourceStatus": resource.status,
        "ResourceStatusReason": resource.reason or None,
        "DriftInformation": {"StackResourceDriftStatus": "NOT_CHECKED"},
    }


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "describe_stack_resource": _describe_stack_resource,
    "describe_stack_resources": _describe_stack_resources,
    "list_stack_resources": _list_stack_resources,
}
