"""A node with several interfaces cannot be given a public address at launch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="interface-public-ip",
    title="AssociatePublicIpAddress true with several interfaces is refused; false is fine.",
    code="InvalidParameterCombination",
    source="RunInstances' answer as quoted in public reports; EC2 User Guide, EFA with several interfaces",
)


def check(launch: Launch) -> None:
    """Refuse a public address on any of several interfaces."""
    interfaces = launch.interfaces
    if len(interfaces) > 1 and any(item.public_ip for item in interfaces):
        raise RULE.refuse(
            "The associatePublicIPAddress parameter cannot be specified when launching with "
            "multiple network interfaces."
        )
