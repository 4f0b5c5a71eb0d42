"""The empty default of a parameter: to be filled in where it stands alone, the empty text inside a string."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.template import Blank, Mixed, load, load_text


def value(written: Any, **entry: Any) -> Any:
    parameters = {"P": {"Type": "String", "Default": "", **entry}, "Q": {"Type": "String"}}
    one = {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": written}}
    template = load_text(json.dumps({"Parameters": parameters, "Resources": {"One": one}}))
    return template.resources["One"].branches[0].properties["TopicName"]


@pytest.mark.parametrize("kind", ["String", "CommaDelimitedList", "List<AWS::EC2::Subnet::Id>"])
def test_alone_it_is_not_known(kind: str) -> None:
    assert isinstance(value({"Ref": "P"}, Type=kind), Blank)


def test_where_a_condition_tells_that_it_is_empty_it_is_still_to_be_filled_in() -> None:
    written = {"Fn::If": ["Filled", "x", {"Ref": "P"}]}
    data = {
        "Parameters": {"P": {"Type": "String", "Default": ""}},
        "Conditions": {"Filled": {"Fn::Not": [{"Fn::Equals": [{"Ref": "P"}, ""]}]}},
        "Resources": {"One": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": written}}},
    }
    branches = load_text(json.dumps(data)).resources["One"].branches
    assert {type(item.properties["TopicName"]) for item in branches} == {str, Blank}


@pytest.mark.parametrize("written", [{"Fn::Sub": "a${P}b"}, {"Fn::Join": ["", ["a", {"Ref": "P"}, "b"]]}])
def test_in_a_string_it_is_the_empty_text(written: Any) -> None:
    assert value(written) == "ab"


def test_beside_what_is_not_known_it_hides_nothing() -> None:
    mixed = value({"Fn::Sub": "a${P}b${Q}"})
    assert isinstance(mixed, Mixed)
    assert mixed.text == "ab${Q}"


def test_an_empty_text_that_is_allowed_is_one() -> None:
    assert value({"Ref": "P"}, AllowedValues=["", "x"]) == ""


def test_a_default_that_is_not_empty_counts() -> None:
    assert value({"Ref": "P"}, Default="x") == "x"


CHILD = {
    "Parameters": {"In": {"Type": "String"}},
    "Conditions": {"Filled": {"Fn::Not": [{"Fn::Equals": [{"Ref": "In"}, ""]}]}},
    "Resources": {
        "Two": {
            "Type": "AWS::SNS::Topic",
            "Properties": {"TopicName": {"Ref": "In"}, "DisplayName": {"Fn::If": ["Filled", "filled", "empty"]}},
        }
    },
}


@pytest.mark.parametrize(("handed", "kind"), [({"Ref": "P"}, Blank), ("", str), ("x", str)])
def test_a_parent_hands_it_over(handed: Any, kind: type, tmp_path: Path) -> None:
    stack = {"TemplateURL": "child.json", "Parameters": {"In": handed}}
    parent = {
        "Parameters": {"P": {"Type": "String", "Default": ""}},
        "Resources": {"S": {"Type": "AWS::CloudFormation::Stack", "Properties": stack}},
    }
    (tmp_path / "child.json").write_text(json.dumps(CHILD))
    (tmp_path / "parent.json").write_text(json.dumps(parent))
    (branch,) = load([tmp_path / "parent.json"]).templates[1].resources["Two"].branches
    assert isinstance(branch.properties["TopicName"], kind)
    assert branch.properties["DisplayName"] == ("filled" if handed == "x" else "empty")
