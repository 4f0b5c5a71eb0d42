"""Functions that CloudFormation refuses for their arguments."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings
from tests.review.test_rules import both, on_launch, parameter, with_sections

E = Level.ERROR
MAPS = with_sections(
    Mappings={"M": {"a": {"b": "x"}}, "N": {"k": {"y": "a"}}},
    Conditions={"A": {"Fn::Equals": [{"Ref": "AWS::Region"}, "us-east-2"]}},
)


def named(value: Any, **sections: Any) -> Data:
    return {**changed(cluster(), both(MAPS, parameter("P"), on_launch(KeyName=value))), **sections}


def told(data: Data) -> list[tuple[str, Level]]:
    found = findings(data, region="us-east-2")
    return [(item.id, item.level) for item in found if item.id in ("TRN918", "TRN927", "TRN929")]


@pytest.mark.parametrize(
    "value",
    [
        {"Ref": ["P"]},
        {"Fn::GetAtt": ["Lt"]},
        {"Fn::GetAtt": "Lt"},
        {"Fn::If": ["A", "b"]},
        {"Fn::If": [{"Fn::Equals": ["a", "b"]}, "x", "y"]},
        {"Fn::Join": "-"},
        {"Fn::Join": [{"Ref": "P"}, ["a"]]},
        {"Fn::Join": ["-", "ab"]},
        {"Fn::Sub": ["a"]},
        {"Fn::Sub": {"a": "b"}},
        {"Fn::Sub": ["a", "b"]},
        {"Fn::Select": [0]},
        {"Fn::Select": [0, "a,b"]},
        {"Fn::Split": "a,b"},
        {"Fn::Split": [{"Ref": "P"}, "a,b"]},
        {"Fn::Sub": ["a${B}", {"B": {"Fn::Join": "-"}}]},
        {"Fn::Base64": {"Fn::Join": "-"}},
        {"Fn::Split": [",", ["a", "b"]]},
        {"Fn::Split": [",", {"a": "b"}]},
        {"Fn::Select": [-1, ["a"]]},
        {"Fn::Select": ["-1", {"Fn::GetAZs": ""}]},
        {"Fn::Select": [1, ["a"]]},
        {"Fn::Select": [0, {"a": "b"}]},
        {"Fn::Join": ["-", [{"a": "b"}]]},
        {"Fn::Join": ["-", {"a": "b"}]},
        {"Fn::Base64": ["a"]},
        {"Fn::Base64": {"a": "b"}},
        {"Fn::ImportValue": ["a"]},
        {"Fn::ImportValue": {"a": "b"}},
        {"Fn::Jion": ["-", ["a"]]},
        {"Fn::sub": "a"},
        {"Fn::Length": ["a"]},
        {"Fn::Contains": [["a"], "a"]},
        {"Fn::ValueOf": ["P", "Tags"]},
        {"Fn::Select": [0, {"Fn::GetAZs": ["us-east-2"]}]},
        {"Fn::Select": [0, {"Fn::GetAZs": {"Region": "us-east-2"}}]},
        {"Fn::Select": [0, {"Fn::Cidr": "10.0.0.0/16"}]},
        {"Fn::Select": [0, {"Fn::Cidr": ["10.0.0.0/16"]}]},
        {"Fn::Select": [0, {"Fn::Cidr": [["10.0.0.0/16"], 1, 8]}]},
        {"Fn::Select": [0, {"Fn::Cidr": ["10.0.0.0/16", 0, 8]}]},
        {"Fn::Select": [0, {"Fn::Cidr": ["10.0.0.0/16", "257", 8]}]},
    ],
)
def test_an_argument_that_a_function_does_not_take(value: Any) -> None:
    assert told(named(value)) == [("TRN929", E)]
    assert told(named(value, Transform="Own")) == []
    assert told(named(value, Transform="AWS::LanguageExtensions")) == []
    assert told(named(value, Transform="AWS::Serverless-2016-10-31")) == [("TRN929", E)]


@pytest.mark.parametrize(
    "value",
    [
        {"Ref": "P"},
        {"Fn::GetAtt": ["Lt", "LatestVersionNumber"]},
        {"Fn::GetAtt": ["Lt", {"Ref": "P"}]},
        {"Fn::Join": ["", {"Fn::Split": [",", {"Ref": "P"}]}]},
        {"Fn::Select": [{"Ref": "P"}, {"Fn::GetAZs": ""}]},
        {"Fn::Select": ["0", ["a"]]},
        {"Fn::Sub": "a"},
        {"Fn::Sub": ["a", {}]},
        {"Fn::Split": [",", {"Fn::ImportValue": {"Fn::Sub": "a"}}]},
        {"Fn::Select": [{"Fn::FindInMap": ["N", "k", "y"]}, ["a"]]},
        {"Fn::Select": ["1", ["a", {"Ref": "AWS::NoValue"}]]},
        {"Fn::Join": ["-", [1, True, {"Fn::If": ["A", "a", {"Ref": "AWS::NoValue"}]}]]},
        {"Fn::Base64": 1},
        {"Fn::Select": [0, {"Fn::GetAZs": None}]},
        {"Fn::Select": [0, {"Fn::GetAZs": {"Ref": "AWS::Region"}}]},
        {"Fn::Select": [0, {"Fn::Cidr": ["10.0.0.0/16", "256", {"Ref": "P"}]}]},
        {"Fn::Select": [0, {"Fn::Cidr": [{"Ref": "P"}, {"Ref": "P"}]}]},
    ],
)
def test_an_argument_that_a_function_takes(value: Any) -> None:
    assert told(named(value)) == []


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ({"a": 1}, [("TRN927", E)]),
        ("M", [("TRN927", E)]),
        (["M", {"Fn::FindInMap": ["N", {"Fn::Sub": "k"}, "y"]}, "b"], [("TRN927", E)]),
        (["M", {"Fn::FindInMap": ["N", {"Ref": "AWS::Region"}, "y"]}, "b"], [("TRN927", E)]),
        (["M", {"Fn::FindInMap": ["N", "k", "z"]}, "b"], [("TRN918", E)]),
        (["M", {"Fn::FindInMap": "N"}, "b"], [("TRN927", E)]),
        (["M", {"Ref": ["P"]}, "b"], [("TRN929", E)]),
        (["M", {"Fn::FindInMap": ["N", "k", "y"]}, "b"], []),
        (["M", {"Fn::FindInMap": ["N", {"Ref": "P"}, "y"]}, "b"], []),
    ],
)
def test_a_look_up_inside_of_a_look_up(argument: Any, expected: list[tuple[str, Level]]) -> None:
    assert told(named({"Fn::FindInMap": argument})) == expected


BROKEN = {"Fn::Select": [0, "a,b"]}


@pytest.mark.parametrize(
    "sections",
    [
        {"Outputs": {"O": {"Value": BROKEN}}},
        {"Outputs": {"O": {"Value": "a", "Export": {"Name": BROKEN}}}},
        {"Conditions": {"A": {"Fn::Not": [{"Fn::Equals": [BROKEN, "a"]}]}}},
        {"Conditions": {"A": {"Fn::Contains": [["a"], {"Ref": "AWS::Region"}]}}},
        {"Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": BROKEN}}}},
        {"Resources": {"T": {"Type": "Custom::Own", "Properties": {"ServiceToken": "a", "List": [{"a": BROKEN}]}}}},
        {"Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": {"Fn::If": ["A", "a", BROKEN]}}}}},
    ],
)
def test_functions_are_judged_wherever_they_stand(sections: Data) -> None:
    data = changed(cluster(), MAPS)
    for name, entries in sections.items():
        data[name] = {**data.get(name, {}), **entries}
    assert told(data) == [("TRN929", E)]
    assert told({**data, "Transform": "Own"}) == []


def test_a_function_of_rules_is_right_there() -> None:
    assertion = {"Assert": {"Fn::Contains": [["a"], {"Ref": "P"}]}}
    assert told(named("a", Rules={"R": {"Assertions": [assertion]}})) == []


@pytest.mark.parametrize("name", ["Fn::Hologram", "Fn::GetStackValue", "Fn::Map"])
def test_a_function_that_this_release_does_not_know_is_unknown(name: str) -> None:
    assert told(named({name: "a"})) == [("TRN929", Level.UNKNOWN)]
    assert told(named({name: "a"}, Transform="Own")) == []


def test_what_a_macro_or_nobody_reads_is_not_judged() -> None:
    def change(data: Data) -> None:
        topic = {"Type": "AWS::SNS::Topic", "Metadata": {"a": BROKEN}, "Properties": {"TopicName": "a"}}
        macro = {"Fn::Transform": {"Name": "Own"}, "TopicName": BROKEN}
        data["Resources"] |= {"T": topic, "U": {"Type": "AWS::SNS::Topic", "Properties": macro}}

    assert told(changed(cluster(), change)) == []
