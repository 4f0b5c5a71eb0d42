"""What a parent stack hands over: each of its branches, in the parent's own words, is judged in the child."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.findings import Finding, Level
from cdk_trainium.review import review
from cdk_trainium.template import Loaded, OneOf, Unknown, load

CHILD = {
    "Parameters": {"T": {"Type": "String", "Default": "required"}},
    "Resources": {
        "L": {
            "Type": "AWS::EC2::LaunchTemplate",
            "Properties": {
                "LaunchTemplateData": {
                    "InstanceType": "trn1.32xlarge",
                    "MetadataOptions": {"HttpTokens": {"Ref": "T"}},
                }
            },
        }
    },
    "Outputs": {"Name": {"Value": {"Ref": "T"}}},
}
ALLOWED = {"A": {"Type": "String", "Default": "required", "AllowedValues": ["required", "optional"]}}
ON = {"C": {"Fn::Equals": [{"Ref": "P"}, "b"]}}
P = {"P": {"Type": "String", "Default": "a"}}


def loaded(folder: Path, handed: Any, child: Any = CHILD, **sections: Any) -> Loaded:
    stack = {
        "Type": "AWS::CloudFormation::Stack",
        "Properties": {"TemplateURL": "child.json", "Parameters": {"T": handed}},
    }
    out = {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": {"Fn::GetAtt": ["S", "Outputs.Name"]}}}
    (folder / "child.json").write_text(json.dumps(child))
    (folder / "parent.json").write_text(json.dumps({"Resources": {"S": stack, "Out": out}, **sections}))
    return load([folder / "parent.json"])


def found(items: Loaded, *rules: str) -> list[Finding]:
    return [item for item in review(items).findings if item.id in rules]


CASES: list[tuple[Any, dict[str, Any], str, dict[str, Any]]] = [
    ({"Ref": "A"}, {"Parameters": ALLOWED}, "parameter A is", {"required": "required", "optional": "optional"}),
    (
        {"Fn::If": ["C", "optional", "required"]},
        {"Parameters": P, "Conditions": ON},
        "condition C is",
        {"true": "optional", "false": "required"},
    ),
    (
        {"Fn::If": ["C", "optional", {"Ref": "AWS::NoValue"}]},
        {"Parameters": P, "Conditions": ON},
        "condition C is",
        {"true": "optional", "false": "required"},
    ),
]


@pytest.mark.parametrize(("handed", "sections", "words", "values"), CASES)
def test_each_value_that_a_parent_hands_over_is_judged(
    tmp_path: Path, handed: Any, sections: Any, words: str, values: dict[str, Any]
) -> None:
    items = loaded(tmp_path, handed, **sections)
    (finding,) = found(items, "TRN701")
    assert finding.level is Level.WARNING
    leading = next(held for held, value in values.items() if value == "optional")
    assert finding.message.endswith(f"when parameter T is optional (of S, when {words} {leading})")
    assert found(items, "TRN992") == []
    branches = items.templates[0].resources["Out"].branches
    held = {str(next(iter(item.when.values()))).lower(): item.properties["TopicName"] for item in branches}
    assert held == values


def test_the_value_by_default_keeps_its_level(tmp_path: Path) -> None:
    handed = {"Fn::If": ["C", "required", "optional"]}
    (finding,) = found(loaded(tmp_path, handed, Parameters=P, Conditions=ON), "TRN701")
    assert finding.level is Level.ERROR
    assert finding.message.endswith("when parameter T is optional (of S, when condition C is false)")


@pytest.mark.parametrize("other", [{"Ref": "X"}, {"Fn::ImportValue": "x"}])
def test_what_is_no_text_is_judged_by_default_only_and_told(tmp_path: Path, other: Any) -> None:
    handed = {"Fn::If": ["C", other, "required"]}
    items = loaded(tmp_path, handed, Parameters={**P, "X": {"Type": "String"}}, Conditions=ON)
    assert [item.level for item in found(items, "TRN992")] == [Level.UNKNOWN]


def test_what_never_differs_is_given_as_before(tmp_path: Path) -> None:
    items = loaded(tmp_path, {"Fn::If": ["C", "required", "required"]}, Parameters=P, Conditions=ON)
    assert found(items, "TRN701", "TRN992") == []
    assert items.templates[0].resources["Out"].branches[0].properties["TopicName"] == "required"


DECIDED = {"D": {"Fn::Equals": [{"Ref": "T"}, "optional"]}}
BOTH = {
    **CHILD,
    "Conditions": DECIDED,
    "Outputs": {"Name": {"Value": {"Fn::If": ["D", "x", "y"]}}, "Id": {"Value": "z"}},
}


BY_CONDITION = '{"Fn::If": ["D", "optional", "required"]}'


def names(items: Loaded) -> dict[str, Any]:
    branches = items.templates[0].resources["Out"].branches
    return {str(dict(item.when)): item.properties["TopicName"] for item in branches}


@pytest.mark.parametrize(("handed", "expected"), [("required", "y"), ("optional", "x")])
def test_an_output_follows_the_value_that_is_handed_over(tmp_path: Path, handed: str, expected: str) -> None:
    assert names(loaded(tmp_path, handed, BOTH)) == {"{}": expected}


def test_an_output_differs_with_the_branches_of_the_parent(tmp_path: Path) -> None:
    handed = {"Fn::If": ["C", "optional", "required"]}
    found_ones = names(loaded(tmp_path, handed, BOTH, Parameters=P, Conditions=ON))
    assert found_ones == {"{'C': False}": "y", "{'C': True}": "x"}


def test_an_output_that_never_differs_makes_no_branches(tmp_path: Path) -> None:
    child = {**BOTH, "Outputs": {"Name": {"Value": "z"}}}
    handed = {"Fn::If": ["C", "optional", "required"]}
    assert names(loaded(tmp_path, handed, child, Parameters=P, Conditions=ON)) == {"{}": "z"}


def test_an_output_that_a_hidden_value_decides_is_one_of_several(tmp_path: Path) -> None:
    (value,) = names(loaded(tmp_path, {"Ref": "X"}, BOTH, Parameters={"X": {"Type": "String"}})).values()
    assert isinstance(value, OneOf)
    assert sorted(item for _, item in value.choices) == ["x", "y"]


def test_an_output_that_may_be_a_resource_is_not_known(tmp_path: Path) -> None:
    child = {**BOTH, "Outputs": {"Name": {"Value": {"Fn::If": ["D", {"Ref": "L"}, "y"]}}}}
    (value,) = names(loaded(tmp_path, {"Ref": "X"}, child, Parameters={"X": {"Type": "String"}})).values()
    assert isinstance(value, Unknown)
    assert not isinstance(value, OneOf)


def test_a_zone_that_a_nested_network_puts_out_is_judged_in_each_branch(tmp_path: Path) -> None:
    handed = {"Fn::If": ["C", "optional", "required"]}
    child = {**BOTH, "Outputs": {"Name": {"Value": {"Fn::If": ["D", "use2-az1", "us-east-2a"]}}}}
    items = loaded(tmp_path, handed, child, Parameters=P, Conditions=ON)
    zone = {"Type": "AWS::EC2::Subnet", "Properties": {"AvailabilityZone": {"Fn::GetAtt": ["S", "Outputs.Name"]}}}
    data = json.loads((tmp_path / "parent.json").read_text())
    (tmp_path / "parent.json").write_text(json.dumps({**data, "Resources": {**data["Resources"], "Sn": zone}}))
    (finding,) = found(load([tmp_path / "parent.json"]), "TRN601")
    assert items.errors == []
    assert finding.level is Level.WARNING
    assert finding.message.endswith("when condition C is true")


def test_what_the_parent_leaves_out_has_its_default(tmp_path: Path) -> None:
    child: Any = {**CHILD, "Parameters": {**CHILD["Parameters"]}}
    child["Parameters"]["U"] = {"Type": "String", "Default": "required", "AllowedValues": ["required", "optional"]}
    launch = json.loads(json.dumps(CHILD["Resources"]).replace('"Ref": "T"', '"Ref": "U"'))
    child["Resources"] = launch
    assert found(loaded(tmp_path, "required", child), "TRN701") == []
    alone = load([tmp_path / "child.json"])
    assert [item.level for item in found(alone, "TRN701")] == [Level.WARNING]


def test_a_condition_of_the_child_names_the_parameter_of_the_parent(tmp_path: Path) -> None:
    resources = json.loads(
        json.dumps(CHILD["Resources"]).replace('{"Ref": "T"}', '{"Fn::If": ["D", "optional", "required"]}')
    )
    items = loaded(tmp_path, {"Ref": "X"}, {**BOTH, "Resources": resources}, Parameters={"X": {"Type": "String"}})
    (finding,) = found(items, "TRN701")
    assert "condition D is true" in finding.message
    assert "T of S is X" in finding.message


def test_a_condition_of_the_child_names_the_condition_of_the_parent(tmp_path: Path) -> None:
    resources = json.loads(
        json.dumps(CHILD["Resources"]).replace('{"Ref": "T"}', '{"Fn::If": ["D", "optional", "required"]}')
    )
    handed = {"Fn::If": ["C", "optional", "required"]}
    items = loaded(tmp_path, handed, {**BOTH, "Resources": resources}, Parameters=P, Conditions=ON)
    (finding,) = found(items, "TRN701")
    assert finding.level is Level.WARNING
    assert finding.message.endswith("when condition D is true (of S, when condition C is true)")


@pytest.mark.parametrize(("default", "level"), [("a", Level.WARNING), ("b", Level.ERROR)])
def test_a_fault_in_a_stack_that_is_not_always_made_names_the_condition(
    tmp_path: Path, default: str, level: Level
) -> None:
    items = loaded(tmp_path, "optional", Parameters={"P": {"Type": "String", "Default": default}}, Conditions=ON)
    data = json.loads((tmp_path / "parent.json").read_text())
    data["Resources"]["S"]["Condition"] = "C"
    (tmp_path / "parent.json").write_text(json.dumps(data))
    (finding,) = found(load([tmp_path / "parent.json"]), "TRN701")
    assert items.errors == []
    assert finding.level is level
    assert finding.message.endswith("in the nested stack S, which is made when condition C is true")


def with_parameters(folder: Path, given: Any, **sections: Any) -> Loaded:
    child = {**CHILD, "Parameters": {**CHILD["Parameters"], "Needed": {"Type": "String"}}, **sections}
    loaded(folder, "required", child)
    data = json.loads((folder / "parent.json").read_text())
    data["Resources"]["S"]["Properties"]["Parameters"] = given
    (folder / "parent.json").write_text(json.dumps(data))
    return load([folder / "parent.json"])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"Needed": "x"}, []),
        ({"Needed": "x", "T": "required"}, []),
        ({"T": "required"}, ["Properties.Parameters.Needed"]),
        ({}, ["Properties.Parameters.Needed"]),
        ({"Neded": "x"}, ["Properties.Parameters.Neded", "Properties.Parameters.Needed"]),
        ({"Fn::Transform": {"Name": "Own"}}, []),
        ({"Needed": {"Ref": "AWS::NoValue"}}, ["Properties.Parameters.Needed"]),
    ],
)
def test_parameters_that_the_nested_stack_does_not_take(tmp_path: Path, given: Any, expected: list[str]) -> None:
    told = found(with_parameters(tmp_path, given), "TRN922")
    assert sorted(item.subject.property for item in told) == expected
    assert all(item.level is Level.ERROR and item.subject.logical_id == "S" for item in told)
    assert all(item.subject.template.endswith("parent.json") and item.subject.line for item in told)


ADDING = ({"Fn::Transform": {"Name": "Own"}}, {"Fn::ForEach::L": ["X", {"Fn::ImportValue": "x"}, {"${X}": "y"}]})


@pytest.mark.parametrize("adding", ADDING)
@pytest.mark.parametrize("inside", [False, True])
def test_parameters_that_may_be_added_to_the_stack_are_not_missing(
    tmp_path: Path, adding: dict[str, Any], inside: bool
) -> None:
    with_parameters(tmp_path, {})
    data = {"Transform": "AWS::LanguageExtensions", **json.loads((tmp_path / "parent.json").read_text())}
    properties = data["Resources"]["S"]["Properties"]
    if inside:
        properties["Parameters"] = adding
    else:
        del properties["Parameters"]
        properties |= adding
    (tmp_path / "parent.json").write_text(json.dumps(data))
    assert found(load([tmp_path / "parent.json"]), "TRN922") == []


def test_parameters_that_a_macro_may_define_are_unknown(tmp_path: Path) -> None:
    told = found(with_parameters(tmp_path, {"Needed": "x", "More": "y"}, Transform="Own"), "TRN922")
    assert [item.level for item in told] == [Level.UNKNOWN]


SUBNETS = {
    name: {"Type": "AWS::EC2::Subnet", "Properties": {"VpcId": "vpc-0123456789abcdef0", "AvailabilityZone": zone}}
    for name, zone in (("A", "us-east-2a"), ("B", "us-east-2b"))
}
NETWORK = {"Resources": SUBNETS, "Outputs": {name: {"Value": {"Ref": name}} for name in SUBNETS}}
FLEET = {
    "Parameters": {"S": {"Type": "String"}, "Z": {"Type": "String", "Default": "us-east-2a"}},
    "Resources": {
        "L": {
            "Type": "AWS::EC2::Instance",
            "Properties": {
                "InstanceType": "trn1.2xlarge",
                "SubnetId": {"Ref": "S"},
                "Placement": {"GroupName": "x"},
            },
        }
    },
}


def in_network(folder: Path, subnet: Any, order: tuple[str, ...]) -> Loaded:
    stacks = {
        "Net": {"TemplateURL": "net.json"},
        "Fleet": {"TemplateURL": "fleet.json", "Parameters": {"S": subnet}},
    }
    resources = {name: {"Type": "AWS::CloudFormation::Stack", "Properties": stacks[name]} for name in order}
    data = {"Parameters": P, "Conditions": ON, "Resources": resources}
    for name, content in (("net", NETWORK), ("fleet", FLEET), ("parent", data)):
        (folder / f"{name}.json").write_text(json.dumps(content))
    return load([folder / "parent.json"])


A, B = ({"Fn::GetAtt": ["Net", f"Outputs.{name}"]} for name in "AB")


@pytest.mark.parametrize("order", [("Net", "Fleet"), ("Fleet", "Net")])
def test_what_one_nested_stack_puts_out_reaches_the_other_in_each_branch(
    tmp_path: Path, order: tuple[str, ...]
) -> None:
    items = in_network(tmp_path, {"Fn::If": ["C", A, B]}, order)
    fleet = next(item for item in items.templates if item.path.endswith("fleet.json"))
    subnets = [item.properties["SubnetId"].logical_id for item in fleet.resources["L"].branches]
    assert sorted(subnets) == ["A", "B"]
    assert subnets[0] == "B"
    assert found(items, "TRN992") == []


def test_stacks_that_need_each_other_are_read_nevertheless(tmp_path: Path) -> None:
    in_network(tmp_path, A, ("Net", "Fleet"))
    data = json.loads((tmp_path / "parent.json").read_text())
    data["Resources"]["Net"]["Properties"]["Parameters"] = {"X": {"Fn::GetAtt": ["Fleet", "Outputs.Y"]}}
    (tmp_path / "parent.json").write_text(json.dumps(data))
    assert len(load([tmp_path / "parent.json"]).templates) == 3


@pytest.mark.parametrize(("name", "expected"), [("T", []), ("Nope", [Level.ERROR])])
def test_a_stack_set_gives_parameters_that_its_template_has(tmp_path: Path, name: str, expected: list[Level]) -> None:
    given = [{"ParameterKey": name, "ParameterValue": "required"}]
    properties = {"StackSetName": "s", "TemplateBody": json.dumps(CHILD), "Parameters": given}
    data = {"Resources": {"S": {"Type": "AWS::CloudFormation::StackSet", "Properties": properties}}}
    (tmp_path / "parent.json").write_text(json.dumps(data))
    assert [item.level for item in found(load([tmp_path / "parent.json"]), "TRN922")] == expected
