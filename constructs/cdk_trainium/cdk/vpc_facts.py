"""What the parts of a network ask of its VPC."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["VpcFacts"]


@dataclass(frozen=True, slots=True)
class VpcFacts:
    """Facts of a VPC that its parts share; asked of Node by each part, they would cost it a call each."""

    path: str
    """Construct path of the network: the beginning of the names of its parts."""
    id: str
    """Id of the VPC, a token."""
    cidr: str
    region: str
    """Region of the stack; a token when it is known at deployment only."""
