"""Types against the way in which they are bought."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cdk_trainium.catalog import Catalog, default
from cdk_trainium.findings import Level
from tests.review.build import Data, block_cluster, changed, cluster, efas, group_of
from tests.review.test_purchase import levels
from tests.review.test_rules import add, both, compute_environment, managed_group, on_launch, parameter, without

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
SPOT = {"InstanceMarketOptions": {"MarketType": "spot"}}


def of(kind: str, data: Data | None = None, **launch: Any) -> Data:
    return changed(data or cluster(), on_launch(InstanceType=kind, NetworkInterfaces=efas(1), **launch))


def mixed(*types: str) -> Data:
    def change(data: Data) -> None:
        template = {"LaunchTemplateSpecification": group_of(data).pop("LaunchTemplate")}
        overrides = [{"InstanceType": one} for one in types]
        spot = {"OnDemandPercentageAboveBaseCapacity": 0}
        group_of(data)["MixedInstancesPolicy"] = {
            "LaunchTemplate": {**template, "Overrides": overrides},
            "InstancesDistribution": spot,
        }

    return changed(cluster(), change)


def without_usage_classes() -> Catalog:
    catalog = default()
    info = catalog.types["trn2.48xlarge"]
    facts = {name: fact for name, fact in info.facts.items() if name != "usage_classes"}
    return replace(catalog, types={**catalog.types, info.name: replace(info, facts=facts)})


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (of("trn1n.32xlarge", block_cluster()), [E]),
        (of("inf2.48xlarge", block_cluster()), [E]),
        (of("trn1.32xlarge", block_cluster()), []),
        (of("trn1n.32xlarge", **SPOT), []),
        (of("trn1n.32xlarge"), []),
        (of("trn2u.48xlarge", **SPOT), [E]),
        (of("m6i.large", **SPOT), []),
        (mixed("trn2.48xlarge", "trn2u.48xlarge"), [W]),
        (mixed("trn2u.48xlarge"), [E]),
        (changed(cluster(), add(Asg=managed_group(CapacityType="SPOT", InstanceTypes=["trn2u.48xlarge"]))), [E]),
        (changed(cluster(), add(Asg=compute_environment(Type="SPOT", InstanceTypes=["trn2u"]))), [E]),
        (changed(block_cluster(), add(Asg=compute_environment(InstanceTypes=["trn1"]), ScaleIn=None)), []),
        (changed(cluster(), both(parameter("P"), on_launch(InstanceMarketOptions={"MarketType": {"Ref": "P"}}))), []),
    ],
)
def test_a_type_is_sold_in_the_way_it_is_asked_for(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN317") == expected


def test_a_block_that_the_caller_names_counts_as_one() -> None:
    data = changed(of("trn1n.32xlarge", block_cluster()), without("InstanceMarketOptions"))
    assert levels(data, "TRN317") == []
    assert levels(data, "TRN317", blocks=("cr-0123456789abcdef0",)) == [E]


def test_a_type_whose_usage_classes_nobody_knows_is_unknown() -> None:
    assert levels(cluster(), "TRN317", catalog=without_usage_classes()) == [U]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (of("trn2u.48xlarge"), [W]),
        (of("trn2u.48xlarge", block_cluster()), []),
        (of("trn2u.48xlarge", **SPOT), []),
        (of("trn2.48xlarge"), []),
        (changed(of("trn2u.48xlarge"), add(Asg=None)), []),
    ],
)
def test_nodes_of_ultraservers_are_bought_as_blocks(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN316") == expected
