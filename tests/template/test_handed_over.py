"""What a parent stack hands over: each of its branches, in the parent's own words, is judged in the child."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.findings import Finding, Level
from cdk_trainium.review import review
from cdk_trainium.template import Loaded, Unknown, load

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


CASES: list[tuple[Any, dict[str, Any]]] = [
    ({"Ref": "A"}, {"Parameters": ALLOWED}),
    ({"Fn::If": ["C", "optional", "required"]}, {"Parameters": P, "Conditions": ON}),
]


@pytest.mark.parametrize(("handed", "sections"), CASES)
def test_each_value_that_a_parent_hands_over_is_judged(tmp_path: Path, handed: Any, sections: Any) -> None:
    items = loaded(tmp_path, handed, **sections)
    (finding,) = found(items, "TRN701")
    assert finding.level is Level.WARNING
    assert finding.message.endswith("when parameter T is optional")
    assert found(items, "TRN992") == []
    assert isinstance(items.templates[0].resources["Out"].branches[0].properties["TopicName"], Unknown)


def test_the_value_by_default_keeps_its_level(tmp_path: Path) -> None:
    handed = {"Fn::If": ["C", "required", "optional"]}
    (finding,) = found(loaded(tmp_path, handed, Parameters=P, Conditions=ON), "TRN701")
    assert finding.level is Level.ERROR
    assert finding.message.endswith("when parameter T is optional")


@pytest.mark.parametrize("other", [{"Ref": "X"}, {"Fn::ImportValue": "x"}, {"Ref": "AWS::NoValue"}])
def test_what_is_no_text_is_judged_by_default_only_and_told(tmp_path: Path, other: Any) -> None:
    handed = {"Fn::If": ["C", other, "required"]}
    items = loaded(tmp_path, handed, Parameters={**P, "X": {"Type": "String"}}, Conditions=ON)
    assert [item.level for item in found(items, "TRN992")] == [Level.UNKNOWN]


def test_what_never_differs_is_given_as_before(tmp_path: Path) -> None:
    items = loaded(tmp_path, {"Fn::If": ["C", "required", "required"]}, Parameters=P, Conditions=ON)
    assert found(items, "TRN701", "TRN992") == []
    assert items.templates[0].resources["Out"].branches[0].properties["TopicName"] == "required"


def test_an_output_that_a_condition_decides_is_not_known(tmp_path: Path) -> None:
    output = {"Name": {"Value": {"Fn::If": ["D", "x", "y"]}}}
    decided = {"D": {"Fn::Equals": [{"Ref": "Q"}, "b"]}}
    child = {**CHILD, "Outputs": output, "Conditions": decided}
    child["Parameters"] = {**CHILD["Parameters"], "Q": {"Type": "String", "Default": "a"}}
    properties = loaded(tmp_path, "required", child).templates[0].resources["Out"].branches[0].properties
    assert isinstance(properties["TopicName"], Unknown)
