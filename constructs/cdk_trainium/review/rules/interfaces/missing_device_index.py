"""Interfaces that do not say their place on the card."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import problems_with

RULE = Rule(
    id=interfaces.MISSING_DEVICE,
    title="Every interface states its DeviceIndex",
    level=Level.ERROR,
    why="EC2 refuses the launch: each network interface requires a device index, a missing one is not 0.",
    source="EC2 API, RunInstances InstanceNetworkInterfaceSpecification",
    on="launch",
    check=problems_with(interfaces.MISSING_DEVICE),
    fix="write DeviceIndex: 0 for the primary interface, 1 or 0 on the other cards",
)
