"""What the simulated CloudFormation remembers: stacks, resources, events, change sets."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ChangeSet", "Event", "Output", "Resource", "Stack", "Target", "now"]


def now() -> datetime:
    """Return the time of an event."""
    return datetime.now(UTC)


@dataclass(slots=True)
class Resource:
    """One resource of a stack, with the properties that it was last given."""

    logical_id: str
    type: str
    physical_id: str = ""
    properties: dict[str, Any] = field(default_factory=dict)
    definition: dict[str, Any] = field(default_factory=dict)
    """The template's entry that made it: policies and dependencies are read from here at deletion."""
    status: str = ""
    reason: str = ""
    updated: datetime = field(default_factory=now)
    attributes: dict[str, Any] = field(default_factory=dict)
    """What Fn::GetAtt answered, kept until the next change of the resource."""
    dirty: bool = False
    """An update failed half way: what is there may be neither the old nor the new properties."""


@dataclass(slots=True)
class Event:
    """One line of a stack's history."""

    event_id: str
    logical_id: str
    physical_id: str
    type: str
    status: str
    reason: str
    time: datetime
    token: str | None
    properties: str | None = None


@dataclass(slots=True)
class Output:
    """One output of a stack, with its export if it has one."""

    key: str
    value: str
    description: str | None = None
    export: str | None = None


@dataclass(slots=True)
class Target:
    """What a stack is asked to become."""

    body: str
    template: dict[str, Any]
    given: dict[str, str]
    """Parameter values as the caller gave them (an SSM parameter's name, not its value)."""
    parameters: dict[str, Any]
    """Parameter values as the template sees them."""
    tags: dict[str, str]
    notification_arns: list[str] = field(default_factory=list)
    capabilities: list[str] = field(default_factory=list)
    role_arn: str | None = None
    rollback_configuration: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Stack:
    """A stack: what it was asked to be, what is there, and how it came about."""

    id: str
    name: str
    target: Target
    status: str = "REVIEW_IN_PROGRESS"
    reason: str = ""
    resources: dict[str, Resource] = field(default_factory=dict)
    outputs: list[Output] = field(default_factory=list)
    imports: set[str] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    created: datetime = field(default_factory=now)
    updated: datetime | None = None
    deleted: datetime | None = None
    termination_protection: bool = False
    disable_rollback: bool = False
    timeout: int | None = None
    parent_id: str | None = None
    root_id: str | None = None
    token: str | None = None
    """The client request token of the operation that runs, shown in its events."""
    recover: Callable[[], None] | None = None
    """Goes back from a failed update that stands still: RollbackStack and ContinueUpdateRollback call it."""

    @property
    def gone(self) -> bool:
        """True once the stack is deleted."""
        return self.status == "DELETE_COMPLETE"

    @property
    def busy(self) -> bool:
        """True while an operation runs."""
        return self.status.endswith("_IN_PROGRESS") and self.status != "REVIEW_IN_PROGRESS"


@dataclass(slots=True)
class ChangeSet:
    """A change set: a target for a stack and what would change."""

    id: str
    name: str
    stack_id: str
    stack_name: str
    kind: str
    target: Target
    status: str
    reason: str | None
    execution_status: str
    changes: list[dict[str, Any]]
    description: str | None = None
    include_nested: bool = False
    on_failure: str | None = None
    created: datetime = field(default_factory=now)
