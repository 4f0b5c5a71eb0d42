"""A group's name is unique in its region."""

from __future__ import annotations

from typing import Any

from ..refusal import Rule

RULE = Rule(
    id="group-name",
    title="A second group of the same name is refused.",
    code="AlreadyExists",
    source="Auto Scaling API, CreateAutoScalingGroup: AlreadyExists",
)


def check(name: str, groups: dict[str, Any]) -> None:
    """Refuse a name that is taken."""
    if name in groups:
        raise RULE.refuse("AutoScalingGroup by this name already exists - A group with the name " + name)
