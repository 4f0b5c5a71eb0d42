"""Functions that CloudFormation refuses for their arguments."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings, judged
from tests.review.test_rules import both, on_launch, parameter, with_sections

E, U = Level.ERROR, Level.UNKNOWN
MAPS = with_sections(
    Mappings={"M": {"a": {"b": "x"}}, "N": {"k": {"y": "a"}}},
    Conditions={"A": {"Fn::Equals": [{"Ref": "AWS::Region"}, "us-east-2"]}},
)


def named(value: Any, **sections: Any) -> Data:
    return {**changed(cluster(), both(MAPS, parameter("P"), on_launch(KeyName=value))), **sections}


def told(data: Data) -> list[tuple[str, Level]]:
    found = findings(data, region="us-east-2")
    return [(item.id, item.level) for item in found if item.id in ("TRN918", "TRN927", "TRN929", "TRN990")]


@pytest.mark.parametrize(
    "value",
    [
        {"Ref": ["P"]},
        {"Fn::GetAtt": ["Lt"]},
        {"Fn::GetAtt": "Lt"},
        {"Fn::If": ["A", "b"]},
        {"Fn::Join": "-"},
        {"Fn::Join": ["-", "ab"]},
        {"Fn::Sub": ["a"]},
        {"Fn::Sub": {"a": "b"}},
        {"Fn::Sub": ["a", "b"]},
        {"Fn::Select": [0]},
        {"Fn::Select": [0, "a,b"]},
        {"Fn::Split": "a,b"},
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
        {"Fn::Contains": [["a"], "a"]},
        {"Fn::ValueOf": ["P", "Tags"]},
        {"Fn::Select": [0, {"Fn::GetAZs": ["us-east-2"]}]},
        {"Fn::Select": [0, {"Fn::GetAZs": {"Region": "us-east-2"}}]},
        {"Fn::Select": [0, {"Fn::Cidr": "10.0.0.0/16"}]},
        {"Fn::Select": [0, {"Fn::Cidr": ["10.0.0.0/16"]}]},
        {"Fn::Select": [0, {"Fn::Cidr": [["10.0.0.0/16"], 1, 8]}]},
        {"Fn::Select": [0, {"Fn::Cidr": ["10.0.0.0/16", 0, 8]}]},
        {"Fn::Select": [0, {"Fn::Cidr": ["10.0.0.0/16", "257", 8]}]},
        {"Fn::Select": ["x", ["a", "b"]]},
        {"Fn::Select": [0.5, ["a", "b"]]},
        {"Fn::Select": ["0.5", {"Fn::GetAZs": ""}]},
        {"Fn::Select": [None, ["a", "b"]]},
        {"Fn::Select": [[0], ["a", "b"]]},
        {"Fn::FindInMap": "M"},
        {"Fn::FindInMap": ["M", "a"]},
        {"Fn::FindInMap": ["M", "a", "b", "c"]},
        {"Fn::GetStackOutput": "Net"},
        {"Fn::GetStackOutput": {"StackName": "Net"}},
        {"Fn::getStackOutput": {"StackName": "Net", "OutputName": "O"}},
    ],
)
def test_an_argument_that_a_function_does_not_take(value: Any) -> None:
    assert told(named(value)) == [("TRN929", E)]
    assert told(named(value, Transform="Own")) == []
    assert told(named(value, Transform="AWS::LanguageExtensions")) == [("TRN929", E)]
    assert told(named(value, Transform="AWS::Serverless-2016-10-31")) == [("TRN929", E)]


@pytest.mark.parametrize(
    "value",
    [
        {"Ref": {"Fn::Sub": "P"}},
        {"Fn::GetAtt": {"Fn::Sub": "Lt.LatestVersionNumber"}},
        {"Fn::If": [{"Fn::Equals": ["a", "b"]}, "x", "y"]},
        {"Fn::Join": [{"Ref": "P"}, ["a"]]},
        {"Fn::Split": [{"Ref": "P"}, "a,b"]},
        {"Fn::Sub": {"Ref": "P"}},
        {"Fn::Sub": ["a", {"Ref": "P"}, "b"]},
        {"Fn::FindInMap": [{"Fn::Sub": "M"}, "a", "b"]},
        {"Fn::Length": ["a"]},
        {"Fn::ToJsonString": {"a": "b"}},
    ],
)
def test_functions_in_place_of_a_name_are_for_the_extensions(value: Any) -> None:
    expected = [("TRN929", E)]
    assert told(named(value)) == expected
    assert told(named(value, Transform="AWS::LanguageExtensions")) == (
        expected if "b" in value.get("Fn::Sub", ()) else []
    )


@pytest.mark.parametrize("value", [{"Fn::Length": "a"}, {"Fn::ToJsonString": "a"}])
def test_what_a_function_of_the_extensions_does_not_take(value: Any) -> None:
    assert told(named(value)) == [("TRN929", E)]
    assert told(named(value, Transform="AWS::LanguageExtensions")) == [("TRN929", E)]


def test_loops_are_judged_as_they_are_written_out() -> None:
    def looped(index: str) -> Data:
        value = {"Fn::Select": [index, ["a", "b"]]}
        loop = ["I", ["0", "1"], {"T${I}": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": value}}}]
        data = named("a", Transform="AWS::LanguageExtensions")
        return {**data, "Resources": {**data["Resources"], "Fn::ForEach::L": loop}}

    assert told(looped("${I}")) == []
    assert told(looped("1${I}")) == [("TRN929", E)] * 2


MACRO = {"Fn::Transform": {"Name": "Own"}}
TOPIC: Data = {"Type": "AWS::SNS::Topic"}
RETAINED = {"Fn::If": ["A", "Retain", "Delete"]}
LOOP = {"Fn::ForEach::L": ["X", ["a", "b"], {"${X}": "c"}]}


@pytest.mark.parametrize(
    ("entries", "level"),
    [
        ({"Fn::ForEach::L": ["X", ["A", "B"], {"T${X}": TOPIC}]}, E),
        ({"Fn::ForEach::L": ["X", {"Fn::ImportValue": "x"}, {"T${X}": TOPIC}]}, E),
        ({"Fn::ForEach::L": ["X", ["A"], {"Fn::ForEach::M": ["Y", ["B"], {"T${X}${Y}": TOPIC}]}]}, E),
        ({"Fn::ForEach::L": ["X", ["A"], {"T${X}": TOPIC}], **MACRO}, None),
        ({"T": {**TOPIC, "Properties": LOOP}}, E),
        ({"T": {**TOPIC, "Properties": {**LOOP, "TopicName": "x"}}}, Level.UNKNOWN),
        ({"T": {**TOPIC, "Properties": {**LOOP, **MACRO}}}, None),
        ({"T": {**TOPIC, "Metadata": {"a": [LOOP]}}}, E),
        ({"T": {**TOPIC, "DeletionPolicy": RETAINED}}, None),
        ({"T": {**TOPIC, "UpdateReplacePolicy": {"Ref": "P"}}}, None),
        ({"T": {**TOPIC, "DeletionPolicy": MACRO}}, None),
        ({"T": {**TOPIC, "DeletionPolicy": "Retain"}}, None),
    ],
)
def test_what_else_needs_the_extensions(entries: Data, level: Level | None) -> None:
    def judged_with(**sections: Any) -> list[tuple[str, Level]]:
        data = named("a", **sections)
        found = findings({**data, "Resources": {**data["Resources"], **entries}}, region="us-east-2")
        return [(item.id, item.level) for item in found if item.id == "TRN929"]

    expected = [] if level is None else [("TRN929", level)]
    assert judged_with() == judged_with(Transform="AWS::Serverless-2016-10-31") == expected
    assert judged_with(Transform="AWS::LanguageExtensions") == judged_with(Transform="Own") == []


def test_loops_of_other_sections_need_the_extensions() -> None:
    loop = {"Fn::ForEach::O": ["N", ["A"], {"Out${N}": {"Value": {"Ref": "N"}}}]}
    assert told(named("a", Outputs=loop)) == [("TRN929", E)]
    assert told(named("a", Outputs=loop, Transform="AWS::LanguageExtensions")) == []


@pytest.mark.parametrize(
    "value",
    [
        {"Ref": MACRO},
        {"Fn::GetAtt": MACRO},
        {"Fn::GetAtt": [MACRO, "Arn"]},
        {"Fn::GetAtt": ["Lt", MACRO]},
        {"Fn::If": MACRO},
        {"Fn::If": [MACRO, "a", "b"]},
        {"Fn::Join": MACRO},
        {"Fn::Join": [MACRO, ["a"]]},
        {"Fn::Join": ["-", MACRO]},
        {"Fn::Join": ["-", ["a", MACRO]]},
        {"Fn::Sub": MACRO},
        {"Fn::Sub": {**MACRO, "a": "b"}},
        {"Fn::Sub": [MACRO, {"a": "b"}]},
        {"Fn::Sub": ["${a}${P}", MACRO]},
        {"Fn::Sub": ["${a}${b}", {**MACRO, "b": 1}]},
        {"Fn::Select": MACRO},
        {"Fn::Select": [MACRO, ["a"]]},
        {"Fn::Select": [0, MACRO]},
        {"Fn::Split": MACRO},
        {"Fn::Split": [MACRO, "a,b"]},
        {"Fn::Split": [",", MACRO]},
        {"Fn::Base64": {**MACRO, "a": "b"}},
        {"Fn::ImportValue": MACRO},
        {"Fn::Select": [0, {"Fn::GetAZs": MACRO}]},
        {"Fn::Select": [0, {"Fn::Cidr": MACRO}]},
        {"Fn::FindInMap": MACRO},
        {"Fn::FindInMap": [MACRO, "a", "b"]},
        {"Fn::FindInMap": ["M", MACRO, "b"]},
        {"Fn::FindInMap": ["M", {**MACRO, "a": "b"}, "b"]},
        {"Fn::FindInMap": ["M", "a", "b", MACRO]},
        {"Fn::GetStackOutput": {**MACRO, "StackName": "Net"}},
        {"Fn::Transform": {"Name": "Own", "Parameters": {"V": {"Ref": "MadeByTheMacro"}, "W": {"Fn::Sub": ["a"]}}}},
        {"a": {"Fn::Transform": {"Name": "Own", "Parameters": {"V": {"Ref": "MadeByTheMacro"}}}, "b": "c"}},
        {"Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": {"Ref": "P"}}}},
    ],
)
def test_what_a_macro_makes_fits(value: Any) -> None:
    data = named("a", Outputs={"O": {"Value": value}})
    data["Resources"]["T"] = {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": value}}
    assert told(data) == []
    assert told(named(value)) == []


@pytest.mark.parametrize(
    "value", [{"Fn::Join": ["-", "a", MACRO]}, {"Fn::Select": [-1, MACRO]}, {"Fn::Split": [["a"], MACRO]}]
)
def test_what_stands_beside_a_macro_is_judged(value: Any) -> None:
    assert told(named(value)) == [("TRN929", E)]


@pytest.mark.parametrize("beside", [{}, {"a": "b"}])
def test_the_place_of_what_is_included_is_read(beside: Data) -> None:
    include = {"Name": "AWS::Include", "Parameters": {"Location": {"Ref": "Nope"}}}
    assert told(named({"Fn::Transform": include, **beside})) == [("TRN918", E)]


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
        ({"a": 1}, [("TRN929", E)]),
        ("M", [("TRN929", E)]),
        (["M", {"Fn::FindInMap": ["N", {"Fn::Sub": "k"}, "y"]}, "b"], [("TRN929", E)]),
        (["M", {"Fn::FindInMap": ["N", {"Ref": "AWS::Region"}, "y"]}, "b"], [("TRN927", E)]),
        (["M", {"Fn::FindInMap": ["N", "k", "z"]}, "b"], [("TRN918", E)]),
        (["M", {"Fn::FindInMap": "N"}, "b"], [("TRN929", E)]),
        (["M", {"Ref": ["P"]}, "b"], [("TRN929", E)]),
        (["M", {"Fn::If": ["A", "a", "b"]}, "b"], [("TRN929", E)]),
        (["M", {"Fn::Select": [0, {"Fn::Split": ["-", {"Ref": "P"}]}]}, "b"], [("TRN929", U)]),
        (["M", {"Fn::Select": [0, ["a"]]}, {"Fn::Sub": "b"}], [("TRN929", E)]),
        (["M", {"Fn::Select": [0, ["a"]]}], [("TRN929", E)]),
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
        {"Outputs": {"O": {"Value": {"Fn::FindInMap": "M"}}}},
        {"Conditions": {"A": {"Fn::Equals": [{"Fn::FindInMap": ["M", "a"]}, "a"]}}},
        {"Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": BROKEN}}}},
        {"Resources": {"T": {"Type": "AWS::SNS::Topic", "Metadata": {"a": BROKEN}}}},
        {"Resources": {"T": {"Type": "AWS::SNS::Topic", "UpdatePolicy": {"a": {"Fn::FindInMap": ["M"]}}}}},
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


@pytest.mark.parametrize("text", ["!GetStackOutput {StackName: Net, OutputName: Key}", "{Ref: P}"])
def test_an_output_of_another_stack_is_known_in_both_forms(text: str) -> None:
    template = f"""
Parameters: {{P: {{Type: String}}}}
Resources:
  T: {{Type: AWS::SNS::Topic, Properties: {{TopicName: {text}}}}}
"""
    assert [item.id for item in judged(template).findings] == []


@pytest.mark.parametrize("name", ["Fn::Hologram", "Fn::GetStackValue", "Fn::Map"])
def test_a_function_that_this_release_does_not_know_is_unknown(name: str) -> None:
    assert told(named({name: "a"})) == [("TRN929", Level.UNKNOWN)]
    assert told(named({name: "a"}, Transform="Own")) == []


def test_what_a_macro_or_nobody_reads_is_not_judged() -> None:
    def change(data: Data) -> None:
        macro = {"Fn::Transform": {"Name": "Own"}, "TopicName": BROKEN}
        data["Resources"] |= {"U": {"Type": "AWS::SNS::Topic", "Properties": macro}}
        data["Metadata"] = {"a": BROKEN}

    assert told(changed(cluster(), change)) == []
