"""A launch from rules to nodes; RunInstances and Auto Scaling groups both come through here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rules import (
    block_launch,
    group_of_interface,
    image_fit,
    instance_type_known,
    interface_card,
    interface_efa,
    interface_groups,
    interface_primary,
    interface_public_ip,
    interface_unique,
    key_pair_exists,
    launch_zone,
    market_type,
    placement_zone,
    root_volume,
    spot_interruption,
    subnet_addresses,
    volume_key,
    volume_type,
)
from .nodes import create
from .placing import Place, place

if TYPE_CHECKING:
    from .launch import Launch

__all__ = ["SHAPE", "check", "decide", "launch"]

SHAPE = (
    interface_groups,
    group_of_interface,
    interface_public_ip,
    interface_unique,
    interface_primary,
    launch_zone,
    instance_type_known,
    image_fit,
    key_pair_exists,
    root_volume,
    volume_type,
    volume_key,
    interface_card,
    interface_efa,
    market_type,
    spot_interruption,
    block_launch,
    placement_zone,
)
"""Rules on the request alone, in order; they do not ask whether there is capacity."""


def check(request: Launch) -> None:
    """Refuse a request that no amount of capacity could serve."""
    for rule in SHAPE:
        rule.check(request)


def decide(request: Launch) -> list[Place]:
    """Refuse, or say what each node would run on; nothing is launched."""
    check(request)
    places = place(request)
    subnet_addresses.check(request, len(places))
    return places


def launch(request: Launch) -> Any:
    """Launch the nodes, or refuse."""
    return create(request, decide(request))
