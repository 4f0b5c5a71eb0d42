"""Subnets and endpoints in the VPC that their templates make, and who may change it."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, changed, cluster, findings
from tests.review.test_rules import add, both, named_endpoint, vpc_with_subnet

E, U = Level.ERROR, Level.UNKNOWN
OUTSIDE = "100.64.0.0/24"
HANDED = {"Type": "Custom::Own", "Properties": {"ServiceToken": "arn:aws:lambda:x", "VpcId": {"Ref": "Net"}}}
STRANGER = {"Type": "Custom::Own", "Properties": {"ServiceToken": "arn:aws:lambda:x"}}
CHILD = {
    "Type": "AWS::CloudFormation::Stack",
    "Properties": {"TemplateURL": "https://a.b/c", "Parameters": {"VpcId": {"Ref": "Net"}}},
}
RANGE = {"Type": "AWS::EC2::VPCCidrBlock", "Properties": {"VpcId": {"Ref": "Net"}, "CidrBlock": "100.64.0.0/16"}}


def levels(rule: str, *changes: Change) -> list[Level]:
    return [item.level for item in findings(changed(cluster(), both(*changes))) if item.id == rule]


@pytest.mark.parametrize(
    ("beside", "expected"),
    [({}, [E]), ({"X": STRANGER}, [E]), ({"X": HANDED}, [U]), ({"X": CHILD}, [U]), ({"X": RANGE}, [])],
)
def test_who_may_give_a_vpc_a_further_range(beside: dict[str, Any], expected: list[Level]) -> None:
    assert levels("TRN131", vpc_with_subnet(OUTSIDE), add(**beside)) == expected


def test_subnets_in_one_another_are_wrong_whoever_widens_the_vpc() -> None:
    assert levels("TRN131", vpc_with_subnet("10.0.8.0/24"), add(X=HANDED)) == [E]


@pytest.mark.parametrize(("beside", "expected"), [({}, [E]), ({"X": STRANGER}, [E]), ({"X": HANDED}, [U])])
def test_who_may_give_a_vpc_its_names(beside: dict[str, Any], expected: list[Level]) -> None:
    assert levels("TRN132", named_endpoint(), add(**beside)) == expected
