"""A Capacity Block is launched into with its market type and its reservation, both, and never in a placement group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

MARKET = Rule(
    id="block-market-type",
    title="A block's reservation without MarketType capacity-block, and that market type without a block, are refused.",
    code="InvalidParameterValue",
    source="RunInstances' answer as quoted in public reports: 'The market type (purchasing) option is not valid. …'",
)
TARGET = Rule(
    id="block-target",
    title="MarketType capacity-block without a target is refused.",
    code="InvalidParameterCombination",
    source="EC2 User Guide, launch into a Capacity Block: both are needed; no source publishes the code",
    sourced=False,
)
GROUP = Rule(
    id="block-placement-group",
    title="A placement group with a Capacity Block is refused.",
    code="InvalidParameterCombination",
    source="EC2 User Guide: 'Capacity Blocks do not support placement groups'; no source publishes the code",
    sourced=False,
)


def check(launch: Launch) -> None:
    """Refuse a launch that mixes up how blocks are used."""
    from ..ec2.reservations import find

    if launch.market == "capacity-block" and not (launch.targets or launch.target_group):
        raise TARGET.refuse(
            "The market type capacity-block requires a Capacity Reservation target in CapacityReservationSpecification."
        )
    for target in launch.targets:
        block = find(launch.state, target).block_id is not None
        if block != (launch.market == "capacity-block"):
            raise MARKET.refuse(
                "The market type (purchasing) option is not valid. Choose a different market type and try again"
            )
    if launch.market == "capacity-block" and launch.group_name:
        raise GROUP.refuse("Capacity Blocks do not support placement groups.")
