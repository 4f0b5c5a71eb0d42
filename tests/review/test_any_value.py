"""What a custom resource, a nested stack or an SSM parameter tells may be any value: it is unknown, never wrong."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings, launch_of

SOURCES = {
    "Custom::X": "Val",
    "AWS::CloudFormation::CustomResource": "Val",
    "AWS::CloudFormation::Stack": "Outputs.Val",
    "AWS::CloudFormation::WaitCondition": "Data",
    "AWS::SSM::Parameter": "Value",
    "My::Own::Type": "Val",
}


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(node, dict | list) and node:
        for key, item in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(item, (*path, key))
    else:
        yield path


def hidden(data: Data, name: str, path: tuple[Any, ...], value: Any) -> Data:
    made = copy.deepcopy(data)
    node = made["Resources"][name]["Properties"]
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return made


@pytest.mark.parametrize("kind", SOURCES)
def test_a_told_value_is_unknown(kind: str) -> None:
    def change(data: Data) -> None:
        data["Resources"]["Told"] = {"Type": kind, "Properties": {"TemplateURL": "https://x.example/t.yaml"}}
        launch_of(data)["MetadataOptions"]["HttpTokens"] = {"Fn::GetAtt": ["Told", SOURCES[kind]]}

    found = {item.id: item.level for item in findings(changed(cluster(), change))}
    assert found["TRN701"] is Level.UNKNOWN


def test_no_told_value_is_an_error_anywhere() -> None:
    base = cluster()
    base["Resources"]["Told"] = {"Type": "Custom::X", "Properties": {"ServiceToken": "arn:x"}}
    value = {"Fn::GetAtt": ["Told", "Val"]}
    for name, resource in cluster()["Resources"].items():
        for path in places(resource["Properties"]):
            if {"Fn::GetAtt", "Ref"} & set(path):
                continue  # part of a function
            errors = [item for item in findings(hidden(base, name, path, value)) if item.level is Level.ERROR]
            assert not errors, (name, path, errors)


@pytest.mark.parametrize("value", [{"Fn::GetAtt": ["Vpc", "VpcId"]}, {"Fn::Base64": {"Ref": "Vpc"}}])
def test_a_message_shows_no_name_of_python(value: Any) -> None:
    def change(data: Data) -> None:
        data["Resources"]["Vpc"] = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}
        launch_of(data)["MetadataOptions"]["HttpTokens"] = value

    (found,) = (item for item in findings(changed(cluster(), change)) if item.id == "TRN701")
    assert "(value=" not in found.message
    assert "template=" not in found.message
