"""What a plan names and may exist already: key pairs, instance profiles, launch templates and keys."""

from __future__ import annotations

from collections.abc import Iterable

from ..template import Resource, Template

__all__ = ["existing_key", "existing_name"]

_ALIAS = "AWS::KMS::Alias"
_NAMES = {
    "AWS::EC2::KeyPair": "KeyName",
    "AWS::IAM::InstanceProfile": "InstanceProfileName",
    "AWS::EC2::LaunchTemplate": "LaunchTemplateName",
    _ALIAS: "AliasName",
}


def existing_name(name: str, kind: str, templates: Iterable[Template]) -> str:
    """Return ``name``, which may be an ARN; empty where ``templates`` create a ``kind`` that may have it."""
    bare = name.rpartition("/")[2] if name.startswith("arn:") else name
    made = (one for template in templates for one in template.by_type.get(kind, ()))
    return "" if any(_may_be_named(one, bare, _NAMES[kind]) for one in made) else name


def existing_key(key: str, templates: Iterable[Template]) -> str:
    """Return ``key``; empty where ``templates`` create it (``new:…``), or an alias that may be the one it names."""
    name = key.rpartition(":")[2]
    made = key.startswith("new:") or (name.startswith("alias/") and not existing_name(name, _ALIAS, templates))
    return "" if made else key


def _may_be_named(made: Resource, name: str, member: str) -> bool:
    """Whether ``made`` has this name in some branch: an open one may be any, and without one it gets a new one."""
    names = [branch.properties.get(member) for branch in made.branches]
    return any(one == name or not isinstance(one, str | None) for one in names)
