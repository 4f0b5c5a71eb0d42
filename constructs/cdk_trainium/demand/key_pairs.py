"""The key pair of a launch: one that exists, or one that the plan creates."""

from __future__ import annotations

from collections.abc import Iterable

from ..template import Resource, Template, Value
from .reading import Notes

__all__ = ["existing_key"]

_KEY_PAIR = "AWS::EC2::KeyPair"


def existing_key(owner: Resource, value: Value, templates: Iterable[Template], notes: Notes) -> str:
    """Return the name of the existing key pair ``value``; empty for one that ``templates`` create, also by its name."""
    name = notes.text(owner, "KeyName", value)
    made = (one for template in templates for one in template.by_type.get(_KEY_PAIR, ()))
    return "" if name and any(_may_be_named(one, name) for one in made) else name


def _may_be_named(pair: Resource, name: str) -> bool:
    """Whether ``pair`` has this name in some branch; one whose name is open may have any."""
    return any(not isinstance(found := b.properties.get("KeyName"), str) or found == name for b in pair.branches)
