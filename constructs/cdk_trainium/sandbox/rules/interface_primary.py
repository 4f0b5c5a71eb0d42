"""The primary interface: card 0, device 0, and one that has an IP stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="interface-primary",
    title="A layout without card 0 device 0, and an efa-only primary interface, are refused.",
    code="InvalidParameterCombination",
    source="EC2 User Guide: an EFA-only interface cannot be the primary interface; no source publishes the code",
    sourced=False,
)


def check(launch: Launch) -> None:
    """Refuse interfaces that leave the node without an address of its own."""
    interfaces = launch.interfaces
    if not interfaces:
        return
    primary = next((item for item in interfaces if item.primary), None)
    if primary is None:
        raise RULE.refuse("The primary network interface must have network card index 0 and device index 0.")
    if primary.type == "efa-only":
        raise RULE.refuse("An EFA-only network interface cannot be the primary network interface.")
