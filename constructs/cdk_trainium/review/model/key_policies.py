"""Customer keys that templates make, and their policies as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...template import Reference, Resource, Unknown, Value, known_text
from .values import macro_in, member

if TYPE_CHECKING:
    from .world import World

__all__ = ["key_of", "policy_of"]

_ALIAS = "AWS::KMS::Alias"
_KEYS = ("AWS::KMS::Key", "AWS::KMS::ReplicaKey")
_SERVICE_LINKED = "AWS::IAM::ServiceLinkedRole"
_HIDDEN = "${?}"


def key_of(value: Value, world: World) -> Resource | None:
    """Return the key that ``value`` refers to, also by an alias that is made beside it; None when to none of them."""
    resource = world.find(value)
    if resource is not None and resource.type == _ALIAS:
        resource = world.find((world.properties(value, _ALIAS) or {}).get("TargetKeyId"))
    return resource if resource is not None and resource.type in _KEYS else None


def policy_of(key: Resource, world: World) -> Any:
    """Return the policy of ``key`` in the case at hand, a hole for each part that nobody sees; empty when it has none.

    A key without one lets its account decide, and nobody else. Source: KMS Developer Guide, default key policy.
    """
    branch = world.branch(key)
    return {} if branch is None else _plain(member(branch.properties, "KeyPolicy"), world) or {}


def _plain(value: Value, world: World) -> Any:
    if isinstance(value, Reference):
        return _named(value, world)
    if isinstance(value, Unknown):
        return known_text(value)
    if isinstance(value, dict):
        return _HIDDEN if macro_in(value) is not None else {name: _plain(item, world) for name, item in value.items()}
    return [_plain(item, world) for item in value] if isinstance(value, list) else value


def _named(value: Reference, world: World) -> str:
    """Return what stands for a resource: a hole where it may be the role of a service."""
    resource = world.find(value)
    known = resource is not None and resource.type.startswith("AWS::IAM::") and resource.type != _SERVICE_LINKED
    return value.logical_id if known else _HIDDEN
