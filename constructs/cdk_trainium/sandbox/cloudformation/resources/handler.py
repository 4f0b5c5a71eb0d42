"""What a resource type must know: create, update in place, delete, attributes; the engine does the rest."""

from __future__ import annotations

import secrets
import string
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ..clients import call
from ..errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Context", "Handler", "Nested", "Props"]

Props = dict[str, Any]
_LETTERS = string.ascii_uppercase + string.digits


class Nested(Protocol):
    """What a nested stack may ask of the engine."""

    def create(self, context: Context, props: Props) -> None:
        """Create a child stack."""

    def update(self, context: Context, props: Props) -> None:
        """Update a child stack; its clean-up waits for the parent."""

    def delete(self, context: Context) -> None:
        """Delete a child stack."""

    def outputs(self, context: Context) -> dict[str, Any]:
        """Return a child stack's outputs."""


@dataclass(slots=True)
class Context:
    """One resource of one stack, as a handler sees it."""

    account: str
    region: str
    partition: str
    stack_name: str
    stack_id: str
    logical_id: str
    nested: Nested
    physical_id: str = ""
    definition: Props = field(default_factory=dict)
    """The template's whole entry: policies stand beside the properties."""
    on_claim: Callable[[str], None] | None = None
    on_commit: Callable[[], None] | None = None
    """Set by a handler that has work left for the time when the whole stack succeeded."""
    on_rollback: Callable[[], None] | None = None
    """Set by a handler that undoes its own update better than a second update would."""

    @property
    def own_tags(self) -> dict[str, str]:
        """Tags that CloudFormation sets by itself, which nobody else may set."""
        return {
            "aws:cloudformation:stack-name": self.stack_name,
            "aws:cloudformation:stack-id": self.stack_id,
            "aws:cloudformation:logical-id": self.logical_id,
        }

    def call(self, service: str, operation: str, **params: Any) -> dict[str, Any]:
        """Call a service with template values; what is None is left out."""
        given = {key: value for key, value in params.items() if value is not None}
        return call(service, self.account, self.region, operation, given)

    def claim(self, physical_id: str) -> None:
        """Say that the resource exists under this id, so that a failure from here on deletes it."""
        self.physical_id = physical_id
        if self.on_claim:
            self.on_claim(physical_id)

    def name(self, limit: int = 64, *, lower: bool = False) -> str:
        """Return a name for a resource without one: stack, logical id and a random end."""
        tail = "".join(secrets.choice(_LETTERS) for _ in range(12))
        room = limit - len(tail) - 2
        head = f"{self.stack_name[: max(room // 2, room - len(self.logical_id))]}-{self.logical_id}"[: room + 1]
        made = f"{head}-{tail}"
        return made.lower() if lower else made


class Handler(ABC):
    """One resource type. Instances hold no state."""

    type: ClassVar[str]
    known: ClassVar[frozenset[str] | None] = None
    """Properties that it handles; others fail the deployment. Default: - all go to an API whose model knows them."""
    create_only: ClassVar[frozenset[str]] = frozenset()
    """Properties whose change replaces the resource."""
    tags: ClassVar[str | None] = None
    """How stack tags reach it: ``list``, ``map``, ``group`` (with PropagateAtLaunch). Default: - not at all."""
    moving: ClassVar[frozenset[str]] = frozenset()
    """Attributes that an update in place may change."""

    @abstractmethod
    def create(self, context: Context, props: Props) -> None:
        """Make it and ``claim`` its physical id."""

    @abstractmethod
    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change it in place; only called when no create-only property differs."""

    @abstractmethod
    def delete(self, context: Context, props: Props) -> None:
        """Delete it; that it is gone already is no error."""

    def mark(self, _context: Context) -> None:  # noqa: B027 - most types show none
        """Set CloudFormation's own tags on what `create` made. Default: - the type shows none."""

    def attributes(self, _context: Context, _props: Props) -> Props:
        """Return what Fn::GetAtt can ask for. Default: - nothing."""
        return {}

    def replaces(self, old: Props, new: Props, changed: frozenset[str]) -> bool:
        """Say whether the changed properties replace the resource."""
        del old, new
        return bool(changed & self.create_only)

    def drifts(self, _context: Context, _props: Props) -> bool:
        """Say whether a stack update must set it again although its definition did not change. Default: - no."""
        return False

    def check(self, props: Props) -> None:
        """Refuse properties that would be dropped silently.

        Raises:
            ResourceError: names them.
        """
        unknown = sorted(props.keys() - self.known) if self.known is not None else []
        if unknown:
            raise ResourceError(
                f"Encountered unsupported property {', '.join(unknown)}: the sandbox does not simulate it"
            )

    def required(self, props: Props, *names: str) -> list[Any]:
        """Return properties that the type cannot do without.

        Raises:
            ResourceError: names those that are missing.
        """
        missing = [name for name in names if name not in props]
        if missing:
            raise ResourceError(f"Model validation failed (#: required key [{', '.join(missing)}] not found)")
        return [props[name] for name in names]
