"""A security group is made in a VPC that exists."""

from __future__ import annotations

from collections.abc import Container

from ..refusal import Rule

RULE = Rule(
    id="vpc-exists",
    title="A security group in a VPC that does not exist is refused.",
    code="InvalidVpcID.NotFound",
    source="EC2 API error codes: InvalidVpcID.NotFound",
)


def check(vpc_id: str | None, known: Container[str]) -> None:
    """Refuse ``vpc_id`` where it is none of the ``known``; without one the default VPC is meant."""
    if vpc_id and vpc_id not in known:
        raise RULE.refuse(f"The vpc ID '{vpc_id}' does not exist")
