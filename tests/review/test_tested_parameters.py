"""A parameter that a condition compares has that value wherever the condition holds, in every resource."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings, group_of, launch_of, subnet
from tests.review.test_rules import managed_group

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
KIND = "AL2023_x86_64_NEURON"
NOTHING = {"Ref": "AWS::NoValue"}


def comparing(value: str, default: str | None, **resources: Any) -> Data:
    """Return a cluster with the condition C that the parameter P, of any value, is ``value``."""
    data = changed(cluster(), lambda one: one["Resources"].update(resources))
    data["Parameters"] = {"P": {"Type": "String", **({} if default is None else {"Default": default})}}
    data["Conditions"] = {"C": {"Fn::Equals": [{"Ref": "P"}, value]}}
    return data


def only_if(value: Any) -> Data:
    return {"Fn::If": ["C", value, NOTHING]}


def levels(data: Data, rule: str) -> list[Level]:
    return [item.level for item in findings(data) if item.id == rule]


@pytest.mark.parametrize("default", [KIND, None])
@pytest.mark.parametrize(("value", "expected"), [("CUSTOM", []), ("BOTTLEROCKET_x86_64", [W])])
def test_a_group_is_read_where_its_launch_template_holds(
    value: str, default: str | None, expected: list[Level]
) -> None:
    data = comparing(value, default, Asg=managed_group(AmiType={"Ref": "P"}))
    launch_of(data)["ImageId"] = only_if("ami-0123456789abcdef0")
    told = expected if default else [E] * len(expected)
    assert levels(data, "TRN363") == told


def market(value: Any) -> Data:
    return {"InstanceMarketOptions": {"MarketType": value}}


@pytest.mark.parametrize(("value", "expected"), [("SPOT", []), ("ON_DEMAND", [W])])
def test_what_a_group_buys_is_read_where_its_launch_template_holds(value: str, expected: list[Level]) -> None:
    default = "ON_DEMAND" if value == "SPOT" else "SPOT"
    data = comparing(value, default, Asg=managed_group(CapacityType={"Ref": "P"}))
    launch_of(data)["InstanceMarketOptions"] = only_if({"MarketType": "spot"})
    assert levels(data, "TRN349") == expected


@pytest.mark.parametrize(("value", "expected"), [("spot", []), ("capacity-block", [W])])
def test_a_launch_template_is_read_where_its_group_holds(value: str, expected: list[Level]) -> None:
    data = comparing(value, "other", Asg=managed_group(CapacityType={"Fn::If": ["C", "SPOT", "ON_DEMAND"]}))
    launch_of(data).update(market({"Ref": "P"}))
    assert levels(data, "TRN349") == expected


def test_a_group_and_its_launch_template_that_hang_on_nothing_in_common_are_the_same() -> None:
    data = comparing("yes", "no", Asg=managed_group(AmiType="CUSTOM"))
    launch_of(data)["EbsOptimized"] = {"Fn::If": ["C", True, False]}
    assert levels(data, "TRN363") == []


def test_a_resource_that_is_looked_up_is_read_in_the_case_at_hand() -> None:
    data = comparing("us-east-2b", "us-east-2c", Other=subnet({"Ref": "P"}, CidrBlock="10.1.0.0/20"))
    both = [{"Ref": "Subnet"}, {"Ref": "Other"}]
    group_of(data)["VPCZoneIdentifier"] = {"Fn::If": ["C", both, [{"Ref": "Subnet"}]]}
    assert levels(data, "TRN401") == []
    data["Conditions"]["C"]["Fn::Equals"][1] = "us-east-2a"
    assert levels(data, "TRN401") == [W]


def test_the_sizes_of_a_group_are_those_of_its_condition() -> None:
    data = comparing("4", "2", Asg=cluster()["Resources"]["Asg"])
    group_of(data).update(MaxSize={"Ref": "P"}, DesiredCapacity="0")
    launch_of(data)["CapacityReservationSpecification"] = only_if(
        {"CapacityReservationTarget": {"CapacityReservationId": {"Ref": "Odcr"}}}
    )
    values = {"AvailabilityZone": "us-east-2b", "InstancePlatform": "Linux/UNIX", "InstanceType": "trn2.48xlarge"}
    values |= {"InstanceCount": 3, "InstanceMatchCriteria": "targeted"}
    data["Resources"]["Odcr"] = {"Type": "AWS::EC2::CapacityReservation", "Properties": values}
    assert levels(data, "TRN307") == [W]
    values["InstanceCount"] = 4
    assert levels(data, "TRN307") == []
