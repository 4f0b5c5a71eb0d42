"""Names that nothing defines, in every form that CloudFormation reads one."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from cdk_trainium.findings import Finding, Level
from tests.review.build import Data, changed, cluster, findings, judged, launch_of

E, U = Level.ERROR, Level.UNKNOWN
BASE = {
    "Parameters": {"P": {"Type": "String", "Default": "a"}},
    "Mappings": {"M": {"k": {"v": "x"}}},
    "Conditions": {"A": {"Fn::Equals": [{"Ref": "P"}, "b"]}},
}


def topic(value: Any, **attributes: Any) -> Data:
    return {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": value}, **attributes}


def with_topic(value: Any, **attributes: Any) -> Data:
    data = {**cluster(), **deepcopy(BASE)}
    return {**data, "Resources": {**data["Resources"], "T": topic(value, **attributes)}}


def with_section(name: str, **entries: Any) -> Data:
    data = {**cluster(), **deepcopy(BASE)}
    return {**data, name: {**data.get(name, {}), **entries}}


def undefined(data: Data) -> list[Finding]:
    return [item for item in findings(data) if item.id == "TRN918"]


USES: dict[str, tuple[Any, Any]] = {
    "ref": ({"Ref": "Nope"}, {"Ref": "P"}),
    "pseudo": ({"Ref": "AWS::Regoin"}, {"Ref": "AWS::Region"}),
    "no value": ({"Ref": "AWS::Novalue"}, {"Ref": "AWS::NoValue"}),
    "getatt": ({"Fn::GetAtt": ["Nope", "Arn"]}, {"Fn::GetAtt": ["Sg", "GroupId"]}),
    "getatt in one": ({"Fn::GetAtt": "Nope.Arn"}, {"Fn::GetAtt": "Sg.GroupId"}),
    "getatt of a parameter": ({"Fn::GetAtt": ["P", "Arn"]}, {"Ref": "P"}),
    "sub": ({"Fn::Sub": "a${Nope}"}, {"Fn::Sub": "a${P}${Sg}${AWS::StackName}"}),
    "sub with spaces": ({"Fn::Sub": "a${ Nope }"}, {"Fn::Sub": "a${ P }"}),
    "sub of an attribute": ({"Fn::Sub": "a${Nope.Arn}"}, {"Fn::Sub": "a${Sg.GroupId}"}),
    "sub of a literal": ({"Fn::Sub": "${!Nope}${Nope}"}, {"Fn::Sub": "${!Nope}"}),
    "sub with a map": ({"Fn::Sub": ["${X}${Y}", {"X": 1}]}, {"Fn::Sub": ["${X}${P}", {"X": 1}]}),
    "inside a map": ({"Fn::Sub": ["${X}", {"X": {"Ref": "Nope"}}]}, {"Fn::Sub": ["${X}", {"X": {"Ref": "P"}}]}),
    "if": ({"Fn::If": ["Nope", 1, 2]}, {"Fn::If": ["A", 1, 2]}),
    "branch": ({"Fn::If": ["A", {"Ref": "Nope"}, 2]}, {"Fn::If": ["A", {"Ref": "P"}, 2]}),
    "map": ({"Fn::FindInMap": ["Nope", "k", "v"]}, {"Fn::FindInMap": ["M", "k", "v"]}),
    "map's key": ({"Fn::FindInMap": ["M", "Nope", "v"]}, {"Fn::FindInMap": ["M", "Nope", "v", {"DefaultValue": "x"}]}),
    "map's value": ({"Fn::FindInMap": ["M", "k", "Nope"]}, {"Fn::FindInMap": ["M", {"Ref": "P"}, "Nope"]}),
    "map by parameter": ({"Fn::FindInMap": ["Nope", {"Ref": "P"}, "v"]}, {"Fn::FindInMap": [{"Ref": "P"}, "k", "v"]}),
}


@pytest.mark.parametrize("name", USES)
def test_a_use_of_a_name_that_nothing_defines(name: str) -> None:
    wrong, right = USES[name]
    assert [item.level for item in undefined(with_topic(wrong))] == [E]
    assert undefined(with_topic([wrong, {"Fn::Join": ["", ["x", wrong]]}]))[0].subject.logical_id == "T"
    assert undefined(with_topic(right)) == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ({"Condition": "Nope"}, {"Condition": "A"}),
        ({"DependsOn": "Nope"}, {"DependsOn": "Sg"}),
        ({"DependsOn": ["Sg", "P"]}, {"DependsOn": ["Sg"]}),
        ({"Metadata": {"a": {"Ref": "Nope"}}}, {"Metadata": {"a": {"Ref": "P"}}}),
        ({"UpdatePolicy": {"a": {"Fn::If": ["Nope", 1, 2]}}}, {"UpdatePolicy": {"a": {"Fn::If": ["A", 1, 2]}}}),
    ],
)
def test_an_attribute_of_a_resource(wrong: Data, right: Data) -> None:
    (found,) = undefined(with_topic("x", **wrong))
    assert (found.level, found.subject.logical_id) == (E, "T")
    assert undefined(with_topic("x", **right)) == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ({"Fn::GetAtt": ["Lt", "LatestVersion"]}, {"Fn::GetAtt": ["Lt", "LatestVersionNumber"]}),
        ({"Fn::GetAtt": "Sg.Arn"}, {"Fn::GetAtt": "Sg.VpcId"}),
        ({"Fn::GetAtt": ["Pg", "Arn"]}, {"Fn::GetAtt": ["Pg", "GroupName"]}),
        ({"Fn::Sub": "${Asg.Name}"}, {"Fn::Sub": "${Asg.AutoScalingGroupARN}"}),
        ({"Fn::GetAtt": ["Role", "Name"]}, {"Fn::GetAtt": ["Role", "Arn"]}),
        ({"Fn::GetAtt": ["One", "Stat.Name"]}, {"Fn::GetAtt": ["One", "State.Name"]}),
        ({"Fn::Sub": "${One.Code}"}, {"Fn::Sub": "${One.State.Code}"}),
        ({"Fn::GetAtt": ["Eks", "CertificateAuthorityDate"]}, {"Fn::GetAtt": ["Eks", "CertificateAuthorityData"]}),
    ],
)
def test_an_attribute_that_a_resource_does_not_have(wrong: Data, right: Data) -> None:
    others = {"Role": {"Type": "AWS::IAM::Role"}, "Eks": {"Type": "AWS::EKS::Cluster"}}
    others["One"] = {"Type": "AWS::EC2::Instance"}
    for value, expected in ((wrong, [E]), (right, [])):
        data = with_topic(value)
        data["Resources"] |= others
        assert [item.level for item in undefined(data)] == expected
        assert [item.level for item in undefined({**data, "Transform": "Own"})] == [U for _ in expected]


@pytest.mark.parametrize("kind", ["AWS::CloudFormation::Stack", "Custom::Thing", "Own::Team::Thing", "A::B::MODULE"])
def test_attributes_that_are_somebody_elses(kind: str) -> None:
    data = with_topic({"Fn::GetAtt": ["Other", "Whatever"]})
    data["Resources"]["Other"] = {"Type": kind, "Properties": {"TemplateURL": "https://x", "ServiceToken": "x"}}
    assert undefined(data) == []


@pytest.mark.parametrize(
    ("section", "wrong", "right"),
    [
        ("Outputs", {"Value": {"Ref": "Nope"}}, {"Value": {"Ref": "Sg"}}),
        ("Outputs", {"Value": 1, "Condition": "Nope"}, {"Value": 1, "Condition": "A"}),
        ("Outputs", {"Value": 1, "Export": {"Name": {"Ref": "Nope"}}}, {"Value": 1, "Export": {"Name": {"Ref": "P"}}}),
        ("Conditions", {"Condition": "Nope"}, {"Condition": "A"}),
        ("Conditions", {"Fn::Not": [{"Condition": "Nope"}]}, {"Fn::Not": [{"Condition": "A"}]}),
        ("Conditions", {"Fn::Or": [{"Condition": "A"}, {"Condition": "Nope"}]}, {"Fn::Or": [{"Condition": "A"}] * 2}),
        ("Conditions", {"Fn::Equals": [{"Ref": "Nope"}, "a"]}, {"Fn::Equals": [{"Ref": "P"}, "a"]}),
        ("Conditions", {"Fn::Equals": [{"Ref": "Sg"}, "a"]}, {"Fn::Equals": [{"Ref": "AWS::Region"}, "a"]}),
        ("Conditions", {"Fn::Equals": [{"Fn::Sub": "${Nope}"}, "a"]}, {"Fn::Equals": [{"Fn::Sub": "${P}"}, "a"]}),
    ],
)
def test_a_name_outside_of_the_resources(section: str, wrong: Data, right: Data) -> None:
    (found,) = undefined(with_section(section, X=wrong))
    assert found.level is E
    assert found.subject.line > 0
    assert found.subject.property.startswith(f"{section}.X")
    assert undefined(with_section(section, X=right)) == []


def test_a_name_is_told_once_with_the_places_that_use_it() -> None:
    data = with_topic({"Ref": "Nope"}, DependsOn="Nope")
    data["Resources"]["T2"] = topic({"Fn::GetAtt": ["Nope", "Arn"]})
    data["Outputs"] = {"O": {"Value": {"Fn::Sub": "${Nope}"}}}
    (found,) = undefined(data)
    places = found.evidence["places"]
    assert isinstance(places, list)
    assert len(places) == 4


@pytest.mark.parametrize("value", [{"Ref": ""}, {"Fn::Sub": "${}"}, {"Fn::If": ["", 1, 2]}])
def test_an_empty_name_is_told_as_one(value: Data) -> None:
    (found,) = undefined(with_topic(value))
    assert "an empty name" in found.message


def test_a_slip_names_what_was_meant() -> None:
    (found,) = undefined(with_topic({"Ref": "Subnte"}))
    assert "Subnet" in found.hint


@pytest.mark.parametrize(
    ("transform", "level"),
    [
        ("AWS::LanguageExtensions", E),
        ("AWS::CodeDeployBlueGreen", E),
        ("AWS::Serverless-2016-10-31", U),
        ("Own", U),
        ({"Name": "AWS::Include", "Parameters": {"Location": "s3://a/b"}}, U),
        (["AWS::LanguageExtensions", "Own"], U),
    ],
)
def test_what_a_transform_may_define_is_unknown(transform: Any, level: Level) -> None:
    data = {**with_topic({"Ref": "Nope"}), "Transform": transform}
    assert [item.level for item in undefined(data)] == [level]


def test_no_transform_of_aws_that_adds_resources_defines_a_condition() -> None:
    data = {**with_topic("x", Condition="Nope"), "Transform": "AWS::Serverless-2016-10-31"}
    assert [item.level for item in undefined(data)] == [E]


@pytest.mark.parametrize("section", ["Resources", "Conditions", "Parameters", "Mappings", None])
def test_what_a_macro_adds_to_a_section_is_unknown(section: str | None) -> None:
    data = with_topic({"Ref": "Nope"})
    macro = {"Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": "s3://a/b"}}}
    (data if section is None else data[section]).update(macro)
    assert [item.level for item in undefined(data)] == [U]


def test_resources_of_a_module_are_named_after_it() -> None:
    data = with_topic([{"Ref": "ModPart"}, {"Fn::GetAtt": ["Mod.Part", "Arn"]}, {"Fn::Sub": "${Mod.Part.Arn}"}])
    data["Resources"]["Mod"] = {"Type": "Own::Net::Work::MODULE", "Properties": {}}
    assert undefined(data) == []


LOOP = {"Fn::ForEach::L": ["X", ["a", "b"], {"T${X}": topic({"Fn::Sub": "${X}${P}"}, DependsOn="Sg")}]}


def test_variables_of_loops_are_no_names() -> None:
    data = {**with_topic({"Ref": "Ta"}), "Transform": "AWS::LanguageExtensions"}
    data["Resources"].update(LOOP)
    assert undefined(data) == []
    data["Resources"]["T"] = topic({"Ref": "Tc"})
    assert [item.level for item in undefined(data)] == [E]


def test_what_a_loop_that_is_not_written_out_makes_is_unknown() -> None:
    data = {**with_topic({"Ref": "Ta"}), "Transform": "AWS::LanguageExtensions"}
    data["Resources"]["Fn::ForEach::L"] = ["X", {"Fn::ImportValue": "x"}, {"T${X}": topic("x")}]
    assert [item.level for item in undefined(data)] == [U]


def test_short_forms_are_read() -> None:
    text = """
Conditions: {A: !Equals [!Ref Nope, a]}
Resources:
  T:
    Type: AWS::SNS::Topic
    Condition: Not
    Properties: {TopicName: !Sub "${Nope}", DisplayName: !GetAtt None.Arn}
"""
    found = [item for item in judged(text).findings if item.id == "TRN918"]
    assert {str(item.evidence["name"]) for item in found} == {"Nope", "Not", "None"}
    assert {item.subject.line for item in found} == {2, 6, 7}


def test_nothing_is_told_of_the_clean_cluster() -> None:
    assert undefined(changed(cluster(), lambda _: None)) == []


def circle(*names: str) -> Data:
    return {
        name: {"Fn::Not": [{"Condition": after}]} for name, after in zip(names, (*names[1:], names[0]), strict=True)
    }


@pytest.mark.parametrize("conditions", [circle("A"), circle("A", "B"), circle("C", "A", "B")])
def test_a_circle_of_conditions_is_told_once(conditions: Data) -> None:
    data = {**cluster(), "Conditions": conditions}
    data["Resources"]["T"] = topic("x", Condition="A")
    found = [item for item in findings(data) if item.id == "TRN919"]
    assert [item.level for item in found] == [E]


def test_two_circles_are_two_findings() -> None:
    data = {**cluster(), "Conditions": {**circle("A", "B"), **circle("C", "D"), "E": {"Condition": "A"}}}
    assert [item.id for item in findings(data) if item.id == "TRN919"] == ["TRN919"] * 2


@pytest.mark.parametrize("circular", [True, False])
def test_conditions_that_name_others_many_times_end_soon(circular: bool) -> None:
    last = {"Condition": "C0"} if circular else {"Fn::Equals": [{"Ref": "P"}, "b"]}
    chain = {f"C{at}": {"Fn::And": [{"Condition": f"C{at + 1}"}] * 9} for at in range(40)}
    data = {**cluster(), **deepcopy(BASE), "Conditions": {**chain, "C40": last}}
    data["Resources"]["T"] = topic("x", Condition="C0")
    assert "TRN990" not in {item.id for item in findings(json.loads(json.dumps(data)))}


def conditional(default: str = "a", **resources: Any) -> Data:
    data = {**cluster(), **deepcopy(BASE)}
    data["Parameters"]["P"]["Default"] = default
    data["Resources"]["Made"] = topic("made", Condition="A")
    data["Resources"] |= resources
    return data


MADE = {"Ref": "Made"}
UNLESS = {"Fn::If": ["A", MADE, "x"]}


@pytest.mark.parametrize(
    ("data", "level"),
    [
        (conditional(T=topic(MADE)), E),
        (conditional("b", T=topic(MADE)), Level.WARNING),
        (conditional(T=topic({"Fn::GetAtt": ["Made", "Arn"]})), E),
        (conditional(T=topic({"Fn::Sub": "x${Made}"})), E),
        (conditional(T=topic({"Fn::Join": ["", ["x", MADE]]})), E),
        (conditional(T=topic(MADE, Condition="A")), None),
        (conditional(T=topic(UNLESS)), None),
        (conditional(T=topic({"Fn::If": ["A", "x", MADE]})), E),
        (conditional(T=topic("x", DependsOn="Made")), None),
        ({**conditional(), "Outputs": {"O": {"Value": MADE}}}, E),
        ({**conditional(), "Outputs": {"O": {"Value": MADE, "Condition": "A"}}}, None),
        ({**conditional(), "Outputs": {"O": {"Value": UNLESS}}}, None),
    ],
)
def test_a_reference_to_what_is_not_made(data: Data, level: Level | None) -> None:
    found = [item for item in findings(data) if item.id == "TRN924"]
    assert [item.level for item in found] == ([] if level is None else [level])
    assert all("when condition A is false" in item.message and item.subject.line for item in found)


def test_a_condition_that_implies_the_other_makes_it() -> None:
    data = conditional(T=topic(MADE, Condition="Both"))
    data["Conditions"]["Both"] = {"Fn::And": [{"Condition": "A"}, {"Fn::Equals": [{"Ref": "AWS::Region"}, "x"]}]}
    assert "TRN924" not in {item.id for item in findings(data)}
    data["Conditions"]["Both"] = {"Fn::Or": [{"Condition": "A"}, {"Fn::Equals": [{"Ref": "AWS::Region"}, "x"]}]}
    assert "TRN924" in {item.id for item in findings(data)}


MAPS = {"M": {"a": {"b": "x"}}}
REGION = {"Ref": "AWS::Region"}


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["M", "a", "b"], []),
        (["M", "a", "c"], ["TRN918"]),
        (["M", "c", "b"], ["TRN918"]),
        (["N", "a", "b"], ["TRN918"]),
        (["N", REGION, "b"], ["TRN918"]),
        (["M", REGION, "b"], ["TRN927"]),
        (["M", "a", REGION], ["TRN927"]),
        (["M", "c", REGION], ["TRN918"]),
        ([{"Ref": "AWS::Partition"}, "a", "b"], ["TRN927"]),
    ],
)
def test_a_look_up_that_leads_to_nothing_is_told_once(keys: list[Any], expected: list[str]) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(KeyName={"Fn::FindInMap": keys}))
    found = findings({**data, "Mappings": MAPS}, region="us-east-2")
    assert [item.id for item in found if item.id in ("TRN918", "TRN927")] == expected


@pytest.mark.parametrize(
    ("key", "asked", "expected"),
    [
        ("true", "true", []),
        ("Yes", "Yes", []),
        ("off", "off", []),
        ("null", "null", []),
        ("true", "True", []),
        ("'true'", "true", []),
        ("true", "'true'", []),
        ("Yes", "'true'", []),
        ("true", "false", ["TRN918"]),
        ("no", "Yes", ["TRN918"]),
        ("1.10", "1.10", []),
        ("0x10", "0x10", []),
        ("012", "012", []),
        ("12", "12", []),
        ("'12'", "12", []),
        ("'1.10'", "'1.1'", ["TRN918"]),
        ("'1.10'", "1.11", ["TRN918"]),
        ("12", "13", ["TRN918"]),
    ],
)
def test_yaml_reads_a_key_and_what_asks_for_it_alike(key: str, asked: str, expected: list[str]) -> None:
    text = f"""
Mappings: {{M: {{{key}: {{a: x}}}}}}
Resources:
  T: {{Type: AWS::SNS::Topic, Properties: {{TopicName: !FindInMap [M, {asked}, a]}}}}
"""
    assert [item.id for item in judged(text).findings if item.id in ("TRN918", "TRN927")] == expected


@pytest.mark.parametrize("where", ["whole", "map", "transform"])
def test_a_map_that_a_macro_may_fill_in_is_unknown(where: str) -> None:
    macro = {"Fn::Transform": {"Name": "Own"}}
    data = changed(cluster(), lambda one: launch_of(one).update(KeyName={"Fn::FindInMap": ["M", REGION, "b"]}))
    data["Mappings"] = {"whole": macro, "map": {"M": macro}, "transform": MAPS}[where]
    data |= {"Transform": "Own"} if where == "transform" else {}
    found = [item for item in findings(data, region="us-east-2") if item.id in ("TRN918", "TRN927")]
    assert {item.level for item in found} <= {Level.UNKNOWN}
