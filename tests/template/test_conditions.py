"""Conditions that the template decides: what they compare is resolved as properties are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cdk_trainium.template import Template, load_text

MAPPINGS = {"M": {"us-east-1": {"v": "no", "w": "yes"}, "us-east-2": {"v": "no", "w": "no"}}}
FIND = {"Fn::FindInMap": ["M", {"Ref": "AWS::Region"}, "v"]}
A = {"A": {"Type": "String", "Default": "a"}}


def equal(left: Any, right: Any) -> dict[str, Any]:
    return {"Fn::Equals": [left, right]}


def template(conditions: dict[str, Any], parameters: dict[str, Any], region: str = "", **more: Any) -> Template:
    data = {"Conditions": conditions, "Parameters": parameters, "Mappings": MAPPINGS, "Resources": {}, **more}
    return load_text(json.dumps(data), region=region)


def truths(condition: Any, parameters: dict[str, Any], region: str = "") -> list[tuple[bool | str, bool]]:
    """Return each value that the condition can have, with whether it is there by default for sure."""
    conditions = template({"C": condition}, parameters, region).conditions
    return [(item.truths["C"], conditions.by_default(item.truths)) for item in conditions.scenarios(["C"])]


NO, YES = [(False, True)], [(True, True)]


@pytest.mark.parametrize(
    ("condition", "region", "expected"),
    [
        (equal(FIND, "yes"), "us-east-1", NO),
        (equal(FIND, "yes"), "", NO),
        (equal({"Fn::FindInMap": ["M", {"Ref": "AWS::Region"}, "w"]}, "yes"), "us-east-1", YES),
        (equal({"Fn::FindInMap": ["M", "us-east-1", "v"]}, "yes"), "", NO),
        (equal({"Fn::FindInMap": ["M", "us-east-1", "w"]}, "yes"), "", YES),
        (equal({"Fn::Sub": "${AWS::Region}"}, "us-east-1"), "us-east-2", NO),
        (equal({"Fn::Select": [0, ["a", "b"]]}, "b"), "", NO),
        (equal({"Fn::Select": [1, {"Fn::Split": ["-", "a-b"]}]}, "b"), "", YES),
        (equal({"Fn::Join": ["-", ["a", "b"]]}, "a-b"), "", YES),
        (equal({"Ref": "AWS::Partition"}, "aws-cn"), "us-east-2", NO),
        (equal({"Ref": "AWS::Partition"}, "aws-us-gov"), "us-gov-west-1", YES),
        (equal({"Ref": "AWS::URLSuffix"}, "amazonaws.com.cn"), "cn-north-1", YES),
        (equal({"Fn::Sub": "${AWS::Partition}-x"}, "aws-x"), "us-east-2", YES),
        ({"Fn::Not": [equal(FIND, "no")]}, "", NO),
    ],
)
def test_what_no_parameter_changes_is_decided(condition: Any, region: str, expected: Any) -> None:
    assert truths(condition, {}, region) == expected


@pytest.mark.parametrize(
    "side", [{"Ref": "A"}, {"Fn::Sub": "${A}"}, {"Fn::Join": ["", ["", {"Ref": "A"}]]}, {"Fn::Sub": ["${x}", {}]}]
)
def test_a_default_decides_however_it_is_read(side: Any) -> None:
    if side == {"Fn::Sub": ["${x}", {}]}:
        side = {"Fn::Sub": ["${x}", {"x": {"Ref": "A"}}]}
    assert truths(equal(side, "b"), A) == [(False, True), (True, False)]
    assert truths(equal(side, "a"), A) == [(True, True), (False, False)]


@pytest.mark.parametrize(
    "side",
    [
        {"Fn::FindInMap": ["M", {"Ref": "AWS::Region"}, "w"]},
        {"Fn::FindInMap": ["None", "a", "b"]},
        {"Fn::ImportValue": "x"},
        {"Ref": "AWS::AccountId"},
        {"Fn::If": ["C", "yes", "no"]},
    ],
)
def test_what_cannot_be_worked_out_goes_either_way_and_neither_for_sure(side: Any) -> None:
    assert sorted(truths(equal(side, "yes"), {})) == [(False, False), (True, False)]


def test_a_value_of_ssm_is_not_its_path() -> None:
    stored = {"A": {"Type": "AWS::SSM::Parameter::Value<String>", "Default": "/a"}}
    assert {value for value, _ in truths(equal({"Ref": "A"}, "b"), stored)} == {True, False}


def test_a_key_of_a_map_is_one_that_the_map_has() -> None:
    find = {"Fn::FindInMap": ["M", {"Ref": "A"}, "w"]}
    parameters = {"A": {"Type": "String", "Default": "us-east-2"}}
    assert truths(equal(find, "yes"), parameters) == [(False, True), (True, False)]
    assert truths(equal({"Fn::FindInMap": ["M", {"Ref": "A"}, "v"]}, "yes"), parameters) == NO


def test_one_allowed_value_is_the_only_one() -> None:
    only = {"A": {"Type": "String", "AllowedValues": ["a"]}}
    assert truths(equal({"Ref": "A"}, "b"), only) == NO
    assert truths(equal({"Ref": "A"}, "a"), only) == YES


@pytest.mark.parametrize("count", [2, 16, 17, 40])
def test_a_value_that_is_not_allowed_is_never_tried(count: int) -> None:
    allowed = [f"v{at}" for at in range(count)]
    few = {"A": {"Type": "String", "Default": "v0", "AllowedValues": allowed}}
    assert truths(equal({"Ref": "A"}, "b"), few) == NO
    assert truths(equal({"Ref": "A"}, "v1"), few) == [(False, True), (True, False)]


def two(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {"A": {"Type": "String", **one}, "B": {"Type": "String", **other}}


SAME = equal({"Ref": "A"}, {"Ref": "B"})


@pytest.mark.parametrize(
    ("condition", "parameters"),
    [
        (SAME, two({"Default": "p"}, {"Default": "q", "AllowedValues": ["q", "x"]})),
        (SAME, two({"Default": "p"}, {"Default": "q"})),
        (SAME, two({"Default": "p"}, {"AllowedValues": ["q"]})),
        ({"Fn::And": [equal({"Ref": "A"}, "x"), SAME]}, two({"Default": "p"}, {"Default": "q"})),
        ({"Fn::And": [SAME, equal({"Ref": "A"}, "x")]}, two({"Default": "p"}, {"AllowedValues": ["q", "x"]})),
    ],
)
def test_parameters_that_are_compared_can_be_equal(condition: Any, parameters: dict[str, Any]) -> None:
    assert truths(condition, parameters) == [(False, True), (True, False)]


def test_parameters_without_a_common_value_are_never_equal() -> None:
    assert truths(SAME, two({"AllowedValues": ["a", "b"]}, {"AllowedValues": ["c", "d"]})) == NO


def test_a_parameter_equals_itself() -> None:
    assert truths(equal({"Ref": "A"}, {"Fn::Sub": "${A}"}), {"A": {"Type": "String"}}) == YES


def test_what_the_region_does_not_touch_stays_sure() -> None:
    conditions = {"C": equal(FIND, "yes"), "D": equal({"Ref": "A"}, "b")}
    judged = template(conditions, A).conditions
    (first, second) = judged.scenarios(["C", "D"])
    assert [judged.by_default(item.truths) for item in (first, second)] == [True, False]
    assert first.truths == {"C": False, "D": False}
