"""A launch names a key pair that exists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="key-pair-exists",
    title="A launch with a key pair that does not exist is refused.",
    code="InvalidKeyPair.NotFound",
    source="EC2 API error codes: InvalidKeyPair.NotFound",
)


def check(launch: Launch) -> None:
    """Refuse the name of a key pair that the region does not have."""
    name = launch.data.get("KeyName")
    if name and name not in launch.state.ec2.key_pairs:
        raise RULE.refuse(f"The key pair '{name}' does not exist")
