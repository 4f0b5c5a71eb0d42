"""Write a stack's history."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta

from ..model import Event, Resource, Stack, now

__all__ = ["record", "record_stack"]

_TICK = timedelta(milliseconds=1)
"""Clients sort events by a time of milliseconds, so no two may have the same."""


def record_stack(stack: Stack, status: str, reason: str = "") -> None:
    """Set the stack's status and add the event that says so."""
    stack.status, stack.reason = status, reason
    itself = Resource(stack.name, "AWS::CloudFormation::Stack", stack.id, status=status, reason=reason)
    _add(stack, itself)


def record(stack: Stack, resource: Resource, status: str, reason: str = "") -> None:
    """Set a resource's status and add the event that says so."""
    resource.status, resource.reason, resource.updated = status, reason, now()
    _add(stack, resource)


def _add(stack: Stack, item: Resource) -> None:
    last = stack.events[-1].time if stack.events else None
    time = max(now(), last + _TICK) if last else now()
    event = Event(
        event_id=str(uuid.uuid4()),
        logical_id=item.logical_id,
        physical_id=item.physical_id,
        type=item.type,
        status=item.status,
        reason=item.reason,
        time=time,
        token=stack.token,
        properties=json.dumps(item.properties, default=str) if item.properties else None,
    )
    stack.events.append(event)
