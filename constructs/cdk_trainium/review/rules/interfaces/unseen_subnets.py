"""Subnets that no template holds: shared by the rules that look at those of a launch."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Launch
from ...model.world import SUBNET
from ...rule import Skip

__all__ = ["unseen_subnets"]


def unseen_subnets(launch: Launch) -> Iterator[Skip]:
    """Say so when a subnet of ``launch`` is not written here."""
    if any(launch.world.properties(subnet, SUBNET) is None for subnet in launch.subnets):
        yield Skip("a subnet that no template holds is not judged; trnctl preflight looks")
