"""A property of the wrong JSON type is a finding, wherever it is; what hides an object is unknown."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, block_cluster, changed, cluster, findings, judged, launch_of
from tests.review.test_rules import add, compute_environment, managed_group, on_group, on_launch, on_nic

Path = tuple[str | int, ...]
JUDGED = {"Pg", "Subnet", "Lt", "Asg", "In", "Out", "ScaleIn"}
FUNCTIONS = ("Ref", "Fn::GetAtt")


def paths(node: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(node, dict) and not any(name in node for name in FUNCTIONS):
        for name, item in node.items():
            yield from paths(item, (*path, name))
    elif isinstance(node, list):
        for index, item in enumerate(node[:1]):
            yield from paths(item, (*path, index))


def at(node: Any, path: Path) -> Any:
    for step in path:
        node = node[step]
    return node


CLUSTER = block_cluster()
RESOURCES = {name: item["Properties"] for name, item in CLUSTER["Resources"].items() if name in JUDGED}
PLACES = [(name, path) for name, properties in RESOURCES.items() for path in paths(properties)]


def wrong(value: Any) -> list[Any]:
    if isinstance(value, list):
        return ["text", 5, {"a": 1}, None]
    if not isinstance(value, dict):
        return [{"a": 1}, [1], None]
    return [["text"], None] if any(name in value for name in FUNCTIONS) else ["text", 5, ["text"], None]


@pytest.mark.parametrize(("name", "path"), PLACES, ids=[".".join(map(str, (name, *path))) for name, path in PLACES])
def test_no_property_of_another_type_passes(name: str, path: Path) -> None:
    for value in wrong(at(RESOURCES[name], path)):
        data = deepcopy(CLUSTER)
        at(data["Resources"][name]["Properties"], path[:-1])[path[-1]] = value
        report = judged(data)
        own = [item for item in report.findings if item.id == "TRN917"]
        assert report.exit_code == 1
        assert "TRN990" not in {item.id for item in report.findings}
        assert {item.subject.logical_id for item in own} == {name}
        assert all(item.level is Level.ERROR for item in own)


def test_a_yaml_template_of_wrong_types() -> None:
    text = """
Resources:
  A: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: text}}
  B: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: {NetworkInterfaces: 5, 7: x}}}
  C: {Type: AWS::EC2::LaunchTemplate, Properties: text}
  D: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: {NetworkInterfaces: [text]}}}
"""
    found = [item for item in judged(text).findings if item.id == "TRN917"]
    assert {(item.subject.logical_id, item.level, item.subject.line) for item in found} == {
        ("A", Level.ERROR, 3),
        ("B", Level.ERROR, 4),
        ("C", Level.ERROR, 5),
        ("D", Level.ERROR, 6),
    }


@pytest.mark.parametrize("value", ["4", 4, 4.0, {"Ref": "P"}, {"Fn::GetAtt": ["Pg", "GroupName"]}, {"Fn::Sub": "${P}"}])
def test_numbers_are_taken_as_text_and_from_elsewhere(value: Any) -> None:
    data = changed(cluster(), lambda one: launch_of(one)["MetadataOptions"].update(HttpPutResponseHopLimit=value))
    data["Parameters"] = {"P": {"Type": "Number"}}
    assert "TRN917" not in {item.id for item in findings(data)}


@pytest.mark.parametrize("value", ["four", True, ""])
def test_text_that_is_no_number(value: Any) -> None:
    data = changed(cluster(), lambda one: launch_of(one)["MetadataOptions"].update(HttpPutResponseHopLimit=value))
    assert "TRN917" in {item.id for item in findings(data)}


@pytest.mark.parametrize("value", [{"Fn::ImportValue": "X"}, {"Fn::Transform": {"Name": "X"}}, {"Ref": "P"}])
@pytest.mark.parametrize("place", ["Properties", "LaunchTemplateData", "NetworkInterfaces"])
def test_a_hidden_object_is_unknown(value: Data, place: str) -> None:
    data: Data = {"Parameters": {"P": {"Type": "CommaDelimitedList"}}, **cluster()}
    resource = data["Resources"]["Lt"]
    owner = {"Properties": resource, "LaunchTemplateData": resource["Properties"], "NetworkInterfaces": launch_of(data)}
    owner[place][place] = value
    assert {item.level for item in findings(data) if item.id == "TRN917"} == {Level.UNKNOWN}


PARAMETERS = {
    "Text": {"Type": "String"},
    "Given": {"Type": "String", "Default": "subnet-0123456789abcdef0"},
    "Blank": {"Type": "String", "Default": ""},
    "One": {"Type": "AWS::EC2::Subnet::Id"},
    "Several": {"Type": "List<AWS::EC2::Subnet::Id>"},
    "Commas": {"Type": "CommaDelimitedList"},
    "Stored": {"Type": "AWS::SSM::Parameter::Value<String>", "Default": "/a"},
    "StoredList": {"Type": "AWS::SSM::Parameter::Value<List<String>>", "Default": "/a"},
}
SUB, JOIN, LIST = (
    {"Fn::Sub": "${Subnet}"},
    {"Fn::Join": [",", [{"Ref": "Subnet"}, {"Ref": "Text"}]]},
    {"Ref": "Several"},
)
CHOICE = {"Fn::If": ["C", {"Ref": "Subnet"}, [{"Ref": "Subnet"}]]}
TEXTS = [
    *({"Ref": name} for name in ("Subnet", "Text", "Given", "Blank", "One", "Stored", "AWS::StackName")),
    *(SUB, {"Fn::Sub": "${Text}"}, {"Fn::Sub": ["${A}", {"A": LIST}]}, JOIN, {"Fn::Join": [",", LIST]}, CHOICE),
    {"Fn::FindInMap": ["Map", "a", "Text"]},
]
LISTS = [
    *({"Ref": name} for name in ("Several", "Commas", "StoredList", "AWS::NotificationARNs", "AWS::NoValue")),
    *({"Fn::GetAtt": ["Custom", "Ids"]}, {"Fn::Split": [",", JOIN]}, {"Fn::FindInMap": ["Map", "a", "List"]}, [SUB]),
    *({"Fn::GetAZs": ""}, {"Fn::Transform": {"Name": "M"}}, {"Fn::If": ["C", LIST, {"Ref": "AWS::NoValue"}]}),
    {"Fn::Cidr": ["10.0.0.0/16", 2, 4]},
]


def with_lists(change: Change) -> list[Level]:
    """Return what is said of types, once for each property."""
    data = changed(cluster(), change)
    data["Parameters"], data["Conditions"] = PARAMETERS, {"C": {"Fn::Equals": [{"Ref": "Text"}, "x"]}}
    data["Mappings"] = {"Map": {"a": {"Text": "subnet-0123456789abcdef0", "List": ["subnet-0123456789abcdef0"]}}}
    data["Resources"]["Custom"] = {"Type": "Custom::Ids", "Properties": {"ServiceToken": "arn:aws:lambda:::x"}}
    return [item.level for item in findings(data) if item.id == "TRN917"]


def in_places(value: Any) -> list[Change]:
    """Return ``value`` in place of lists of a group, an interface, a node group and a compute environment."""
    return [
        on_group(VPCZoneIdentifier=value),
        on_group(TerminationPolicies=value),
        on_nic(0, Groups=value),
        add(Asg=managed_group(Subnets=value)),
        add(Asg=compute_environment(Subnets=value)),
    ]


# As aws-cloudformation-user-guide pull request 553 and cfn-lint issue 3223 have it.
@pytest.mark.parametrize("value", TEXTS, ids=str)
def test_one_text_is_no_list(value: Data) -> None:
    assert [with_lists(change) for change in in_places(value)] == [[Level.ERROR]] * 5


@pytest.mark.parametrize("value", LISTS, ids=str)
def test_what_may_be_a_list_is_taken_for_one(value: Data) -> None:
    assert [with_lists(change) for change in in_places(value)] == [[]] * 5


def test_one_text_is_no_object() -> None:
    assert with_lists(on_launch(Placement=SUB)) == with_lists(on_launch(Placement={"Ref": "Text"})) == [Level.ERROR]


@pytest.mark.parametrize("topic", ["arn:aws:sns:us-east-2:111111111111:t", {"Ref": "Subnet"}, SUB, [SUB]])
def test_a_property_that_takes_either(topic: Any) -> None:
    notified = [{"TopicARN": topic, "NotificationTypes": ["autoscaling:EC2_INSTANCE_LAUNCH"]}]
    assert with_lists(on_group(NotificationConfigurations=notified)) == []


def test_what_a_macro_adds_is_unknown() -> None:
    data = changed(cluster(), lambda one: launch_of(one).update({"Fn::Transform": {"Name": "X"}}))
    assert [item.level for item in findings(data) if item.id == "TRN917"] == [Level.UNKNOWN]


def test_what_a_macro_adds_to_an_interface_is_named_by_its_list() -> None:
    data = changed(
        cluster(), lambda one: launch_of(one)["NetworkInterfaces"][3].update({"Fn::Transform": {"Name": "X"}})
    )
    (own,) = [item for item in findings(data) if item.id == "TRN917"]
    assert "NetworkInterfaces item 3" in own.message


def test_a_wrong_type_in_one_branch_names_the_condition() -> None:
    data = changed(
        cluster(),
        lambda one: launch_of(one).update(MetadataOptions={"Fn::If": ["C", "x", launch_of(one)["MetadataOptions"]]}),
    )
    (own,) = [item for item in findings(data) if item.id == "TRN917"]
    assert own.message.endswith("when condition C is true")


TAGS = [{"Key": "a", "Value": "b"}]


@pytest.mark.parametrize(
    ("kind", "name", "value", "expected"),
    [
        ("AWS::EKS::Nodegroup", "Tags", TAGS, [Level.ERROR]),
        ("AWS::EKS::Nodegroup", "Labels", TAGS, [Level.ERROR]),
        ("AWS::EKS::Nodegroup", "Labels", {"a": {"b": "c"}}, [Level.ERROR]),
        ("AWS::EKS::Nodegroup", "Labels", {"a": ["b"]}, [Level.ERROR]),
        ("AWS::EKS::Nodegroup", "Labels", "a=b", [Level.ERROR]),
        ("AWS::EKS::Nodegroup", "Labels", {"a": "b", "c": 5, "d": True, "e": {"Ref": "AWS::Region"}}, []),
        ("AWS::EKS::Nodegroup", "Labels", {"Fn::Transform": {"Name": "Own"}}, []),
        ("AWS::EKS::Nodegroup", "Labels", {"Ref": "AWS::NoValue"}, []),
        ("AWS::EKS::Nodegroup", "Labels", {"Fn::ImportValue": "labels"}, []),
        ("AWS::SSM::Parameter", "Tags", TAGS, [Level.ERROR]),
        ("AWS::SSM::Parameter", "Tags", {"a": "b"}, []),
        ("AWS::CloudFormation::Stack", "Parameters", {"P": ["a", "b"]}, []),
        ("AWS::CloudFormation::Stack", "Parameters", [{"P": "a"}], [Level.ERROR]),
        ("AWS::CloudFormation::Stack", "Tags", TAGS, []),
    ],
)
def test_a_map_is_no_list(kind: str, name: str, value: Any, expected: list[Level]) -> None:
    data = {"Resources": {"One": {"Type": kind, "Properties": {name: value}}}}
    assert [item.level for item in findings(data) if item.id == "TRN917"] == expected


@pytest.mark.parametrize(("tags", "expected"), [(TAGS, [Level.ERROR]), ({"a": "b"}, [])])
def test_the_tags_that_batch_gives_to_nodes_are_a_map(tags: Any, expected: list[Level]) -> None:
    data = {"Resources": {"One": compute_environment(Tags=tags)}}
    assert [item.level for item in findings(data) if item.id == "TRN917"] == expected
