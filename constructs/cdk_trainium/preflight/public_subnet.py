"""Whether nodes in a public subnet have the public address that its way out needs."""

from __future__ import annotations

from ..demand.measure import interfaces_of_group
from ..demand.model import Group
from .check import Outcome, ok, warn
from .plan import Plan
from .question import Row

__all__ = ["judge_public"]

_HINT = "use a subnet behind a NAT gateway"


def judge_public(plan: Plan, subnet: str, row: Row) -> list[Outcome]:
    """Judge the nodes in the public ``subnet``: an internet gateway serves public addresses only.

    Source: VPC User Guide, Enable internet access for a VPC using an internet gateway.
    """
    groups = [group for group in plan.demand.groups if subnet in group.subnet_ids]
    if any(_has_several(plan, group) for group in groups):
        return warn(f"{subnet} is public: several interfaces get no public address", _HINT)
    if not all(_gets_address(group, row) for group in groups):
        return warn(f"{subnet} is public, and its nodes get no public address to leave it with", _HINT)
    return ok(f"{subnet} is public, and its nodes get a public address")


def _has_several(plan: Plan, group: Group) -> bool:
    laid = interfaces_of_group(group, plan.catalog)
    return laid is None or len(laid) > 1


def _gets_address(group: Group, row: Row) -> bool:
    return row.flag("MapPublicIpOnLaunch") if group.public_address is None else group.public_address
