"""Key pairs and instance profiles of a launch, by name: those that exist, or those that the plan creates."""

from __future__ import annotations

from collections.abc import Iterable

from ..template import Resource, Template

__all__ = ["existing_name"]

_NAMES = {"AWS::EC2::KeyPair": "KeyName", "AWS::IAM::InstanceProfile": "InstanceProfileName"}


def existing_name(name: str, kind: str, templates: Iterable[Template]) -> str:
    """Return ``name``, which may be an ARN; empty where ``templates`` create a ``kind`` that may have it."""
    bare = name.rpartition("/")[2] if name.startswith("arn:") else name
    made = (one for template in templates for one in template.by_type.get(kind, ()))
    return "" if any(_may_be_named(one, bare, _NAMES[kind]) for one in made) else name


def _may_be_named(made: Resource, name: str, member: str) -> bool:
    """Whether ``made`` has this name in some branch: an open one may be any, and without one it gets a new one."""
    names = [branch.properties.get(member) for branch in made.branches]
    return any(one == name or not isinstance(one, str | None) for one in names)
