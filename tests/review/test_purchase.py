"""How group, launch template and reservation of one launch go together."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, block_cluster, changed, findings, launch_of
from tests.review.test_rules import add, both, managed_group, on_launch, parameter, pcs_group, without

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
BLOCK = "cr-0123456789abcdef0"
EKS = managed_group(CapacityType="CAPACITY_BLOCK")
PCS = pcs_group(PurchaseOption="CAPACITY_BLOCK")
FLEET: Data = {
    "Type": "AWS::EC2::EC2Fleet",
    "Properties": {
        "TargetCapacitySpecification": {"TotalTargetCapacity": 4, "DefaultTargetCapacityType": "capacity-block"},
        "LaunchTemplateConfigs": [
            {
                "LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"},
                "Overrides": [{"SubnetId": {"Ref": "Subnet"}}],
            }
        ],
    },
}


def levels(data: Data, rule: str, **options: Any) -> list[Level]:
    return [item.level for item in findings(data, **options) if item.id == rule]


@pytest.mark.parametrize("group", [EKS, PCS, FLEET], ids=["eks", "pcs", "fleet"])
@pytest.mark.parametrize("blocks", [(), (BLOCK,)])
def test_a_launch_template_states_the_market_type_whatever_its_group_says(group: Data, blocks: tuple[str, ...]) -> None:
    good = changed(block_cluster(), add(Asg=group, ScaleIn=None))
    bad = changed(good, without("InstanceMarketOptions"))
    assert levels(bad, "TRN302", blocks=blocks) == [E]
    assert levels(good, "TRN302", blocks=blocks) == levels(good, "TRN349", blocks=blocks) == []


@pytest.mark.parametrize(("market", "expected"), [("on-demand", [E]), (None, [E]), ("capacity-block", [])])
def test_a_known_block_is_bought_as_one(market: str | None, expected: list[Level]) -> None:
    options = {"MarketType": market} if market else {}
    data = changed(block_cluster(), on_launch(InstanceMarketOptions=options))
    assert levels(data, "TRN302", blocks=(BLOCK,)) == expected


def test_on_demand_in_a_reservation_that_nobody_calls_a_block_is_fine() -> None:
    data = changed(block_cluster(), on_launch(InstanceMarketOptions={"MarketType": "on-demand"}))
    assert levels(data, "TRN302") == []


@pytest.mark.parametrize(
    ("group", "market", "expected"),
    [
        (managed_group(CapacityType="ON_DEMAND"), "capacity-block", [E]),
        (managed_group(CapacityType="SPOT"), "capacity-block", [E]),
        (EKS, "spot", [E]),
        (EKS, "on-demand", [E]),
        (pcs_group(PurchaseOption="ONDEMAND"), "capacity-block", [E]),
        (pcs_group(PurchaseOption="ONDEMAND"), "on-demand", []),
        (pcs_group(), "capacity-block", []),
        (PCS, "interruptible-capacity-reservation", []),
        (FLEET, "on-demand", [E]),
    ],
)
def test_the_words_of_group_and_launch_template_agree(group: Data, market: str, expected: list[Level]) -> None:
    change = both(add(Asg=group, ScaleIn=None), on_launch(InstanceMarketOptions={"MarketType": market}))
    assert levels(changed(block_cluster(), change), "TRN349") == expected


@pytest.mark.parametrize("group", [EKS, PCS], ids=["eks", "pcs"])
def test_a_hidden_market_type_is_unknown(group: Data) -> None:
    hidden = on_launch(InstanceMarketOptions={"MarketType": {"Ref": "Market"}})
    data = changed(block_cluster(), both(parameter("Market"), add(Asg=group, ScaleIn=None), hidden))
    assert levels(data, "TRN302") == levels(data, "TRN349") == [U]


def test_a_node_group_on_a_block_without_launch_template_is_told() -> None:
    group = managed_group(CapacityType="CAPACITY_BLOCK", InstanceTypes=["trn2.48xlarge"])
    del group["Properties"]["LaunchTemplate"]
    data = changed(block_cluster(), add(Asg=group, ScaleIn=None))
    assert "InstanceType" in launch_of(data)
    assert levels(data, "TRN350") == [E]
