"""A type that a region does not offer does not exist there."""

from __future__ import annotations

from collections.abc import Container, Iterable

from ..refusal import Rule

RULE = Rule(
    id="instance-type-region",
    title="DescribeInstanceTypes refuses a type that the region does not offer.",
    code="InvalidInstanceType",
    source="EC2's answer as quoted in public reports: 'The following supplied instance types do not exist: […]'",
)


def check(wanted: Iterable[str], here: Container[str]) -> None:
    """Refuse the types that are not ``here``."""
    missing = [name for name in wanted if name not in here]
    if missing:
        raise RULE.refuse(f"The following supplied instance types do not exist: [{', '.join(missing)}]")
