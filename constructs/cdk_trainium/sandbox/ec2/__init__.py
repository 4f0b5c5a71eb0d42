"""EC2 of the simulated account."""

from __future__ import annotations


def install() -> None:
    """Add our operations to moto's EC2 and mend its instances and interfaces."""
    from moto.ec2.responses import EC2Response

    from ..operations import add
    from . import instances, interfaces, placement_groups, reservations, run_instances

    instances.install()
    interfaces.install()
    for module in (placement_groups, reservations, run_instances):
        add("ec2", EC2Response, module.HANDLERS)
