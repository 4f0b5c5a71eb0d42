"""Each interface has its own place: a card and a device index on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="interface-unique",
    title="Two interfaces on the same device index of the same network card are refused.",
    code="InvalidParameterValue",
    source="EC2 User Guide, network cards; the message is known, no source publishes the code",
    sourced=False,
)


def check(launch: Launch) -> None:
    """Refuse two interfaces in one place."""
    places = [(item.card, item.device) for item in launch.interfaces]
    if len(set(places)) < len(places):
        raise RULE.refuse("Each network interface requires a unique device index.")
