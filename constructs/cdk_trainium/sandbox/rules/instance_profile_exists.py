"""A launch names an instance profile that exists."""

from __future__ import annotations

from collections.abc import Mapping

from ..refusal import Refusal, Rule

RULE = Rule(
    id="instance-profile-exists",
    title="A launch with an instance profile that does not exist is refused.",
    code="InvalidParameterValue",
    source="RunInstances' answer as quoted in public reports: '… Invalid IAM Instance Profile name'",
)


def refusal(profile: Mapping[str, str]) -> Refusal:
    """Return the refusal of ``profile``, by its name or its ARN."""
    key = "Arn" if profile.get("Arn") else "Name"
    what = "ARN" if key == "Arn" else "name"
    name = f"iamInstanceProfile.{key.lower()}"
    return RULE.refuse(
        f"Value ({profile.get(key)}) for parameter {name} is invalid. Invalid IAM Instance Profile {what}"
    )
