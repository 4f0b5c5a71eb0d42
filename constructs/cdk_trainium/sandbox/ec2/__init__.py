"""EC2 of the simulated account."""

from __future__ import annotations


def install() -> None:
    """Add our operations to moto's EC2 and mend its instances and interfaces."""
    from moto.ec2.responses import EC2Response

    from ..blocks import describe, extend
    from ..blocks import offers as block_offers
    from ..operations import add, guard
    from . import (
        attach_interface,
        fleets,
        instances,
        interfaces,
        messages,
        pages,
        placement_groups,
        regions,
        reservations,
        run_instances,
        security_groups,
        spot,
        start_instances,
        topology,
        types,
    )

    instances.install()
    interfaces.install()
    messages.install()
    pages.install()
    security_groups.install()
    modules = (
        placement_groups,
        reservations,
        run_instances,
        security_groups,
        topology,
        spot,
        types,
        regions,
        block_offers,
        describe,
        extend,
    )
    for module in modules:
        add("ec2", EC2Response, module.HANDLERS)
    for guarded in (attach_interface, fleets, start_instances):
        guard("ec2", EC2Response, guarded.HANDLERS)
