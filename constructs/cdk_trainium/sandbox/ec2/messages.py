"""What EC2 says of key pairs, security groups and snapshots that do not exist, where moto says something else."""

from __future__ import annotations

from moto.ec2.exceptions import (
    EC2ClientError,
    InvalidKeyPairNameError,
    InvalidSecurityGroupNotFoundError,
    InvalidSnapshotIdError,
)

__all__ = ["install"]


def install() -> None:
    """Let moto's errors say what EC2's do: one name as a text, and a message wherever there is a code.

    Sources: vault-guides issue 260 (key pair), OrdControl issue 13 (snapshot).
    """
    InvalidKeyPairNameError.__init__ = _key_pair  # type: ignore[assignment,method-assign]
    InvalidSecurityGroupNotFoundError.__init__ = _security_group  # type: ignore[method-assign]
    InvalidSnapshotIdError.__init__ = _snapshot  # type: ignore[method-assign]


def _key_pair(self: EC2ClientError, key: str | set[str]) -> None:
    EC2ClientError.__init__(self, "InvalidKeyPair.NotFound", f"The key pair '{_told(key)}' does not exist")


def _security_group(self: EC2ClientError, name: str | set[str]) -> None:
    EC2ClientError.__init__(self, "InvalidGroup.NotFound", f"The security group '{_told(name)}' does not exist")


def _snapshot(self: EC2ClientError) -> None:
    EC2ClientError.__init__(self, "InvalidSnapshot.NotFound", "Snapshot does not exist")


def _told(names: str | set[str]) -> str:
    """Return what is told: moto hands over a set where several may be asked for."""
    return ", ".join(sorted(names)) if isinstance(names, set) else names
