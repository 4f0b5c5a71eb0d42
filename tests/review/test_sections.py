"""Sections and parameters that CloudFormation refuses before it reads a resource."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review import Options, review
from cdk_trainium.template import load
from tests.review.build import TODAY, Change, Data, changed, cluster, findings, judged, launch_of

SECTIONS = ("Metadata", "Parameters", "Rules", "Mappings", "Conditions", "Outputs", "Hooks")


def levels(data: Data, rule: str) -> list[Level]:
    found = [item for item in findings(data) if item.id == rule]
    assert all(item.subject.line > 0 for item in found)
    return [item.level for item in found]


@pytest.mark.parametrize("value", [[], "x", 3, True, None])
@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_that_is_no_object(section: str, value: Any) -> None:
    data = {**cluster(), section: value}
    assert levels(data, "TRN921") == [Level.ERROR]
    assert "TRN990" not in {item.id for item in findings(data)}


@pytest.mark.parametrize("section", SECTIONS)
def test_an_empty_section_is_an_object(section: str) -> None:
    assert levels({**cluster(), section: {}}, "TRN921") == []


@pytest.mark.parametrize(
    ("section", "entry", "right"),
    [
        ("Parameters", "x", {"Type": "String"}),
        ("Parameters", [], {"Type": "String"}),
        ("Parameters", {"Default": "x"}, {"Type": "Number", "Default": 1}),
        ("Parameters", {"Type": "Strings"}, {"Type": "List<Number>"}),
        ("Parameters", {"Type": "string"}, {"Type": "AWS::SSM::Parameter::Value<String>"}),
        ("Parameters", {"Type": "List<Numbers>"}, {"Type": "List<AWS::EC2::Subnet::Id>"}),
        ("Mappings", [], {"k": {"v": 1}}),
        ("Mappings", {"k": "v"}, {"k": {"v": ["a"]}}),
        ("Mappings", {"k": {"v": {"Ref": "AWS::Region"}}}, {"k": {"v": "us-east-2"}}),
        ("Mappings", {"k": {"v": {"Fn::Sub": "x"}}}, {"k": {"v": "x"}}),
        ("Mappings", {"k": {"v": {"w": "x"}}}, {"k": {"v": True}}),
        ("Mappings", {"k": {"v": ["x", {"Ref": "P"}]}}, {"k": {"v": ["x", 1.5]}}),
        ("Mappings", {"k": {"v": [{"Key": {"Ref": "P"}}]}}, {"k": {"v": [{"Key": "a"}]}}),
        ("Mappings", {"k": {"v": {}}}, {"k": {"Fn::Transform": {"Name": "AWS::Include"}}}),
        ("Mappings", {"k": {"v": [[{"Fn::Join": []}]]}}, {"k": {"v": {"Fn::Transform": {"Name": "Own"}}}}),
        ("Conditions", "x", {"Condition": "B"}),
        ("Conditions", {"Ref": "P"}, {"Fn::Equals": ["a", "b"]}),
        ("Conditions", {}, {"Fn::Not": [{"Fn::Equals": ["a", "b"]}]}),
        ("Conditions", {"Fn::Equals": ["a"]}, {"Fn::Equals": ["a", {"Ref": "AWS::Region"}]}),
        ("Conditions", {"Fn::Equals": "a"}, {"Fn::Equals": [{"Fn::Select": ["0", ["a"]]}, "b"]}),
        ("Conditions", {"Fn::And": [{"Condition": "B"}]}, {"Fn::And": [{"Condition": "B"}] * 10}),
        ("Conditions", {"Fn::Or": [{"Condition": "B"}] * 11}, {"Fn::Or": [{"Condition": "B"}] * 2}),
        ("Conditions", {"Fn::Not": [{"Condition": "B"}] * 2}, {"Fn::Not": [{"Condition": "B"}]}),
        ("Conditions", {"Fn::Not": ["B"]}, {"Fn::Not": [{"Fn::Or": [{"Condition": "B"}, {"Condition": "B"}]}]}),
        ("Conditions", {"Fn::Not": [{"Fn::Equals": ["a"]}]}, {"Fn::Not": [{"Fn::Equals": ["a", "b"]}]}),
        ("Conditions", {"Condition": ["B"]}, {"Condition": "B"}),
        ("Conditions", {"Fn::Not": [{"Fn::If": []}]}, {"Fn::Not": [{"Fn::Transform": {"Name": "Own"}}]}),
        ("Outputs", "x", {"Value": "x"}),
        ("Outputs", {"Export": {"Name": "x"}}, {"Value": "x"}),
    ],
)
def test_an_entry_that_is_none(section: str, entry: Any, right: Any) -> None:
    others = {"B": {"Fn::Equals": ["a", "b"]}} if section == "Conditions" else {}
    assert levels({**cluster(), section: {"A": entry, **others}}, "TRN921") == [Level.ERROR]
    assert levels({**cluster(), section: {"A": right, **others}}, "TRN921") == []


@pytest.mark.parametrize(("name", "expected"), [("node-group", 1), ("node_group", 1), ("2Nodes", 0), ("Größe", 1)])
def test_a_name_that_is_no_logical_id(name: str, expected: int) -> None:
    parameters = {**cluster(), "Parameters": {name: {"Type": "String"}}}
    assert levels(parameters, "TRN921") == [Level.ERROR] * expected
    data = cluster()
    data["Resources"][name] = {"Type": "AWS::SNS::Topic"}
    assert levels(data, "TRN921") == [Level.ERROR] * expected
    assert levels({**data, "Transform": "Own"}, "TRN921") == []
    assert levels({**cluster(), "Outputs": {name: {"Value": "x"}}}, "TRN921") == [Level.ERROR] * expected
    assert levels({**cluster(), "Mappings": {name: {"k": {"v": 1}}}}, "TRN921") == [Level.ERROR] * expected


@pytest.mark.parametrize("transform", ["AWS::CodeDeployBlueGreen", "AWS::Serverless-2016-10-31", {"Name": "Own"}])
def test_a_transform_of_aws_renames_nothing(transform: Any) -> None:
    expected = [] if isinstance(transform, dict) else [Level.ERROR]
    outputs = {"A-1": {"Value": "x"}}
    assert levels({**cluster(), "Outputs": outputs, "Transform": transform}, "TRN921") == expected
    assert levels({**cluster(), "Outputs": outputs, "Transform": [transform]}, "TRN921") == expected
    assert levels({**cluster(), "Mappings": {"M": {"k": {"v": {}}}}, "Transform": transform}, "TRN921") == expected


@pytest.mark.parametrize(("key", "names"), [("Connectors", "Serverless"), ("IgnoreGlobals", "Serverless"), ("X", "")])
def test_attributes_that_serverless_takes_away(key: str, names: str) -> None:
    data = cluster()
    data["Resources"]["Lt"][key] = {}
    assert levels(data, "TRN921") == [Level.ERROR]
    data["Transform"] = "AWS::Serverless-2016-10-31"
    assert levels(data, "TRN921") == ([] if names else [Level.ERROR])


@pytest.mark.parametrize(
    ("item", "name", "expected"), [("a.1", "O${X}", 1), ("a.1", "O&{X}", 0), ("a1", "O${X}", 0), ("a1", "O-${X}", 1)]
)
def test_a_loop_makes_names_too(item: str, name: str, expected: int) -> None:
    made = {
        "Outputs": {name: {"Value": "x"}},
        "Resources": {name: {"Type": "AWS::SNS::Topic"}},
    }
    for section, entry in made.items():
        data = {**cluster(), "Transform": "AWS::LanguageExtensions"}
        loop = {"Fn::ForEach::X": ["X", [item], entry]}
        data[section] = {**data.get(section, {}), **loop}
        assert levels(data, "TRN921") == [Level.ERROR] * expected


def test_a_section_that_does_not_exist() -> None:
    (found,) = (item for item in findings({**cluster(), "Condition": {}}) if item.id == "TRN921")
    assert "Conditions" in found.hint
    assert levels({**cluster(), "x-common": {}, "Transform": "Own"}, "TRN921") == []


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [({"Description": "the nodes"}, 0), ({"Version": "1.0"}, 0), ({"Descriptions": "x"}, 1), ({"Propertys": {}}, 1)],
)
def test_what_stands_beside_the_properties_of_a_resource(attribute: Data, expected: int) -> None:
    data = cluster()
    data["Resources"]["Lt"].update(attribute)
    assert levels(data, "TRN921") == [Level.ERROR] * expected


ALIAS = """
Resources:
  A: {Type: AWS::SNS::Topic, Properties: &p {TopicName: %s}}
  B: {Type: AWS::SNS::Topic, Properties: %s}
"""


def test_an_alias_in_a_list_is_an_item_of_it() -> None:
    text = "Resources:\n  A: {Type: AWS::SNS::Topic, Properties: {Tags: [&t {Key: a, Value: b}, *t]}}\n"
    (found,) = (item for item in judged(text).findings if item.id == "TRN921")
    assert "item of Tags" in found.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ALIAS % ("x", "*p"), [Level.WARNING]),
        (ALIAS % ("x", "{<<: *p}"), [Level.WARNING]),
        (ALIAS % ("x", "{<<: {TopicName: y}}"), [Level.WARNING]),
        (ALIAS % ("&n x", "{TopicName: *n}"), [Level.WARNING]),
        (ALIAS % ("x", "{TopicName: y}"), []),
        (ALIAS % ("'a *p'", "{TopicName: '<<'}"), []),
        (ALIAS % ("x", "{TopicName: a*p}") + "\n# B: *p\n", []),
        ('{"Resources": {"A": {"Type": "AWS::SNS::Topic", "Metadata": {"<<": " *p"}}}}', []),
    ],
)
def test_cloudformation_takes_no_aliases_of_yaml(text: str, expected: list[Level]) -> None:
    assert [item.level for item in judged(text).findings if item.id == "TRN921"] == expected


KEYED = """
Mappings:
  M: {%s: {a: b}}
Resources:
  T: {Type: AWS::SNS::Topic, Properties: {DisplayName: "%s"}}
"""


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("123456789012", 1),
        ("012345670123", 1),
        ("0x10", 1),
        ("1.10", 1),
        ("'123456789012'", 0),
        ("'1.10'", 0),
        ("true", 0),
        ("Yes", 0),
        ("on", 0),
        ("v1", 0),
        ("1a", 0),
        ("!!int 12", 1),
        ("&k 12", 1),
        ("!!str 12", 0),
    ],
)
def test_a_key_of_yaml_that_is_a_number(key: str, expected: int) -> None:
    text = KEYED % (key, "x: 1")
    found = [item for item in judged(text).findings if item.id == "TRN921"]
    assert [(item.level, item.subject.line) for item in found] == [(Level.ERROR, 3)] * expected
    assert not [item for item in judged(f"Transform: Own{text}").findings if item.id == "TRN921"]
    as_json = judged(json.dumps({"Resources": {}, "Mappings": {"M": {"1": {"a": "b"}}}}))
    assert as_json.findings == ()


def test_what_looks_like_a_key_in_a_text_is_none() -> None:
    assert not [item for item in judged(KEYED % ("k", "see 12: x")).findings if item.id == "TRN921"]


S, N, C, L = "String", "Number", "CommaDelimitedList", "List<Number>"


@pytest.mark.parametrize(
    ("entry", "wrong", "right"),
    [
        ({"Type": S, "AllowedValues": ["a", "b"]}, "c", "a"),
        ({"Type": S, "AllowedValues": ["1", "true"]}, 2, 1),
        ({"Type": S, "AllowedValues": ["1", "true"]}, False, True),
        ({"Type": S, "AllowedPattern": "[a-z]+"}, "ab1", "ab"),
        ({"Type": S, "AllowedPattern": "^cr-[0-9a-f]*$"}, "cb-1", "cr-1"),
        ({"Type": S, "MinLength": 3}, "ab", "abc"),
        ({"Type": S, "MaxLength": "3"}, "abcd", "abc"),
        ({"Type": N, "MinValue": 2}, 1, 2),
        ({"Type": N, "MaxValue": "2"}, "3", "2"),
        ({"Type": N}, "many", "1.5"),
        ({"Type": N, "AllowedValues": [1, 2]}, 3, "2"),
        ({"Type": C, "AllowedValues": ["a", "b"]}, "a, c", "a, b"),
        ({"Type": C, "AllowedPattern": "[a-z]"}, "a,1", "a,b"),
        ({"Type": L, "MaxValue": 3}, "1,4", "1, 3"),
        ({"Type": "AWS::EC2::VPC::Id", "AllowedValues": ["vpc-1"]}, "vpc-2", "vpc-1"),
        ({"Type": "List<AWS::EC2::Subnet::Id>", "AllowedValues": ["s-1"]}, "s-1,s-2", "s-1"),
    ],
)
def test_a_default_that_its_parameter_refuses(entry: Data, wrong: Any, right: Any) -> None:
    for default, expected in ((wrong, [Level.ERROR]), (right, [])):
        assert levels({**cluster(), "Parameters": {"P": {**entry, "Default": default}}}, "TRN920") == expected
    assert levels({**cluster(), "Parameters": {"P": entry}}, "TRN920") == []


def test_the_name_of_an_ssm_parameter_is_not_its_value() -> None:
    entry = {"Type": "AWS::SSM::Parameter::Value<String>", "AllowedValues": ["a"], "Default": "/b"}
    assert levels({**cluster(), "Parameters": {"P": entry}}, "TRN920") == []


@pytest.mark.parametrize(
    ("pattern", "default"),
    [
        *(("a(?=a)(a|a)*b", "a" * 60), ("a?(?=a)" + "a?" * 60 + "a" * 60, "a" * 60), ("(?=.*[0-9])[!-~]{8,64}", "a")),
        *((r"\p{Alpha}+", "a"), ("[", "a"), ("a+", "é")),
    ],
)
def test_a_pattern_that_cannot_be_tried_is_unknown(pattern: str, default: str) -> None:
    entry = {"Type": S, "AllowedPattern": pattern, "Default": default}
    assert levels({**cluster(), "Parameters": {"P": entry}}, "TRN920") == [Level.UNKNOWN]


@pytest.mark.parametrize("pattern", ["(a+)+b", "((a+))+b", "(a|a)*b", "(a|aa)+b", "a?" * 60 + "a" * 61, "(a|b)*" * 3])
def test_a_pattern_that_tries_every_way_is_tried_in_time(pattern: str) -> None:
    for default, expected in (("a" * 60, [Level.ERROR] * (pattern[-1] != "*")), ("a" * 4000 + "x", [Level.ERROR])):
        entry = {"Type": S, "AllowedPattern": pattern, "Default": default}
        assert levels({**cluster(), "Parameters": {"P": entry}}, "TRN920") == expected


CHILD = """
Parameters: {P: {Type: String, Default: z, AllowedValues: [a, b]}}
Resources: {T: {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref P}}}
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [("a", 0), ("c", 1), ({"Fn::If": ["A", "a", "c"]}, 1), ({"Fn::ImportValue": "x"}, 0), (None, 1)],
)
def test_the_parents_value_is_judged_in_place_of_the_default(tmp_path: Path, given: Any, expected: int) -> None:

    parameters = {} if given is None else {"P": given}
    nested = {"TemplateURL": "child.yaml", "Parameters": parameters}
    parent = {
        "Parameters": {"Q": {"Type": "String", "Default": "a"}},
        "Conditions": {"A": {"Fn::Equals": [{"Ref": "Q"}, "a"]}},
        "Resources": {"Nested": {"Type": "AWS::CloudFormation::Stack", "Properties": nested}},
    }
    (tmp_path / "child.yaml").write_text(CHILD)
    (tmp_path / "parent.json").write_text(json.dumps(parent))
    report = review(load([tmp_path / "parent.json"]), Options(today=TODAY))
    assert [item.level for item in report.findings if item.id == "TRN920"] == [Level.ERROR] * expected


INCLUDE = {"Name": "AWS::Include", "Parameters": {"Location": "s3://bucket/part.yaml"}}


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update({"Fn::Transform": INCLUDE}),
        lambda data: data["Resources"].update({"Fn::Transform": INCLUDE}),
        lambda data: data["Resources"].update(Part={"Fn::Transform": INCLUDE}),
    ],
)
def test_what_an_include_adds_is_unknown_and_nothing_else(change: Change) -> None:
    found = [(item.id, item.level) for item in findings(changed(cluster(), change))]
    assert found == [("TRN915", Level.UNKNOWN)]


@pytest.mark.parametrize("many", [1, 2, 200])
def test_maps_that_refer_to_maps_are_told_as_that_alone(many: int) -> None:
    """No rule fails on the way around, however long it is."""
    lookups = [{"Fn::FindInMap": [f"M{at}", "k", "v"]} for at in range(many)]
    maps = {f"M{at}": {"k": {"v": lookups[(at + 1) % many]}} for at in range(many)}
    data = cluster()
    launch_of(data)["KeyName"] = lookups[0]
    found = [item.id for item in findings({**data, "Mappings": maps}) if item.level is Level.ERROR]
    assert found == ["TRN921"] * many
