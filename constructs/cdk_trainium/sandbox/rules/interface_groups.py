"""With NetworkInterfaces, groups, subnet and address belong to each interface, not to the node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="interface-groups",
    title="Top-level security groups, subnet or private address beside NetworkInterfaces are refused.",
    code="InvalidParameterCombination",
    source="RunInstances' answer as quoted in public reports",
)
_WORDS = {
    "SecurityGroupIds": "security groups",
    "SecurityGroups": "security groups",
    "SubnetId": "subnet ID",
    "PrivateIpAddress": "private IP address",
}


def check(launch: Launch) -> None:
    """Refuse parameters of the node that belong to its interfaces."""
    if not launch.interfaces:
        return
    for name, words in _WORDS.items():
        if launch.data.get(name):
            raise RULE.refuse(
                f"Network interfaces and an instance-level {words} may not be specified on the same request"
            )
