"""Whether a VPC gives nodes the tenancy that their reserved capacity has, as far as synthesis can tell."""

from __future__ import annotations

from dataclasses import replace

from aws_cdk import aws_ec2 as ec2

from ..constraints.tenancy import check_tenancy
from ..errors import PropsError
from ..spec import BlockCapacity, CapacitySpec, is_late
from .reservation import makes_reservation

__all__ = ["needs_default_tenancy"]


def needs_default_tenancy(where: str, vpc: ec2.IVpc, capacity: CapacitySpec | None) -> None:
    """Refuse a VPC of this app whose tenancy is not that of blocks, and of the reservations that are made here.

    What an imported VPC, or an existing reservation, has is known to AWS only.

    Raises:
        PropsError: ``TRN356`` beside a block, ``TRN351`` beside a reservation.
    """
    block = isinstance(capacity, BlockCapacity)
    if not (block or makes_reservation(capacity)) or not isinstance(vpc, ec2.Vpc):  # a VPC's facts cost calls to Node
        return
    made = vpc.node.default_child
    tenancy = made.instance_tenancy if isinstance(made, ec2.CfnVPC) else None
    if tenancy is None or is_late(tenancy):
        return
    problem = check_tenancy(tenancy, f"default_instance_tenancy is {tenancy}", reservation="" if block else "made here")
    if problem is not None:
        raise PropsError(where, [replace(problem, prop="vpc", hint="use a VPC of tenancy default")])
