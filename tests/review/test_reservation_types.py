"""A reservation has one instance type: what launches several into it is told."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, changed, cluster, findings, group_of, launch_of
from tests.review.test_purchase import GROUP_ARN, levels
from tests.review.test_rules import (
    INTO_ONE,
    add,
    both,
    listing,
    managed_group,
    of_types,
    on_group,
    on_launch,
    parameter,
    reservation,
    targeting,
)

U, W = Level.UNKNOWN, Level.WARNING
TRN1, TRN2 = "trn1n.32xlarge", "trn2.48xlarge"
ID = "cr-0123456789abcdef0"
HIDDEN = {"Fn::ImportValue": "x"}


def into(target: Any) -> Change:
    return on_launch(CapacityReservationSpecification=targeting(target))


def without_type(data: Data) -> None:
    del launch_of(data)["InstanceType"]


def eks(types: Any) -> Change:
    return both(INTO_ONE, without_type, add(Asg=managed_group(InstanceTypes=types)))


def own_templates(data: Data) -> None:
    """Each override has a launch template, and so a reservation, of its own."""
    data["Resources"]["Other"] = changed(data, INTO_ONE)["Resources"]["Lt"]
    overrides = group_of(data)["MixedInstancesPolicy"]["LaunchTemplate"]["Overrides"]
    for item, name in zip(overrides, ("Lt", "Other"), strict=True):
        item["LaunchTemplateSpecification"] = {"LaunchTemplateId": {"Ref": name}, "Version": "1"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (both(INTO_ONE, of_types(TRN1, TRN2)), [W]),
        (both(INTO_ONE, of_types(TRN2, TRN2)), []),
        (both(INTO_ONE, of_types(TRN2, HIDDEN)), [U]),
        (both(INTO_ONE, of_types(HIDDEN)), []),
        (both(INTO_ONE, of_types(TRN1, TRN2, HIDDEN)), [W]),
        (both(INTO_ONE, of_types({"Ref": "P"}, TRN2), parameter("P", Type="String", Default=TRN1)), [W]),
        (both(INTO_ONE, of_types({"Ref": "P"}, TRN2), parameter("P", Type="String")), [U]),
        (both(INTO_ONE, of_types({"Fn::Sub": "trn1n.32xlarge"}, TRN2)), [W]),
        (of_types(TRN1, TRN2), []),
        (both(into(HIDDEN), of_types(TRN1, TRN2)), [W]),  # whatever the id is, it is one
        (both(into({"Ref": "P"}), of_types(TRN1, TRN2), parameter("P", Type="String")), [W]),
        (both(of_types(TRN1, TRN2), on_group(CapacityReservationSpecification=listing(ID))), [W]),
        (
            both(of_types(TRN1, TRN2), on_group(CapacityReservationSpecification=listing(ID, "cr-0bbbbbbbbbbbbbbb2"))),
            [],
        ),
        (both(of_types(TRN1, TRN2), on_group(CapacityReservationSpecification=listing(HIDDEN))), [W]),
        (both(INTO_ONE, of_types(TRN1, TRN2), own_templates), []),
        (both(into({"Ref": "Odcr"}), of_types(TRN1, TRN2), add(Odcr=reservation())), []),  # TRN351 tells it
        (eks([TRN1, TRN2]), [W]),
        (eks([TRN2]), []),
        (both(eks({"Ref": "P"}), parameter("P", Type="CommaDelimitedList", Default=f"{TRN1},{TRN2}")), [W]),
        (both(eks({"Ref": "P"}), parameter("P", Type="CommaDelimitedList")), [U]),
        (eks([TRN2, {"Fn::If": ["C", TRN1, {"Ref": "AWS::NoValue"}]}]), [W]),
        (both(INTO_ONE, of_types(TRN2, {"Fn::FindInMap": ["Types", {"Ref": "AWS::Region"}, "Type"]})), [U]),
    ],
)
def test_a_launch_into_one_reservation_is_of_one_type(change: Change, expected: list[Level]) -> None:
    data = changed(cluster(), change)
    data.setdefault("Conditions", {})["C"] = {"Fn::Equals": [{"Ref": "AWS::AccountId"}, "111122223333"]}
    assert levels(data, "TRN325") == expected


def test_a_resource_group_may_hold_a_reservation_of_each_type() -> None:
    group = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArn": GROUP_ARN}}
    change = both(on_launch(CapacityReservationSpecification=group), of_types(TRN1, TRN2))
    assert levels(changed(cluster(), change), "TRN325") == []


def test_the_finding_names_reservation_and_types() -> None:
    data = changed(cluster(), both(INTO_ONE, of_types(TRN2, TRN1)))
    (found,) = (item for item in findings(data) if item.id == "TRN325")
    assert all(name in found.message for name in (ID, TRN1, TRN2))
