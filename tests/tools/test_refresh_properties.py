"""The property names and types of the review cover what its rules read."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review.model.schema import schema
from tests.review.build import Data, findings

from .script import script

TOOL = script("refresh_properties")
TYPES = sorted(schema().types)


def test_every_type_that_the_code_names_is_described() -> None:
    assert TOOL.types() == TYPES


def first_scalar(shape: Any) -> str:
    return next(name for name, item in shape.items() if item in ("string", "integer", "boolean", "number"))


def of_type(kind: str, **properties: Any) -> Data:
    return {"Resources": {"One": {"Type": kind, "Properties": properties}}}


@pytest.mark.parametrize("kind", TYPES)
def test_a_slip_in_each_type_is_told(kind: str) -> None:
    name = first_scalar(schema().types[kind])
    for wrong, rule in (({f"{name}x": "a"}, "TRN916"), ({name: {"a": 1}}, "TRN917")):
        found = [item.level for item in findings(of_type(kind, **wrong)) if item.id == rule]
        assert found in ([Level.ERROR], [Level.WARNING])
    assert not {"TRN916"} & {item.id for item in findings(of_type(kind, **{name: {"Ref": "AWS::StackName"}}))}


def test_what_cloudformation_fills_in_is_read_from_the_schema() -> None:
    paths = {"readOnlyProperties": ["/properties/Id", "/properties/Endpoint/Port"]}
    assert TOOL.read_only(paths) == ["Id"]
    assert schema().read_only["AWS::EC2::PlacementGroup"] == ["GroupId", "GroupName"]
    assert set(schema().read_only) <= set(TYPES)


@pytest.mark.parametrize("kind", sorted(schema().read_only))
def test_what_cloudformation_fills_in_is_told_where_it_is_written(kind: str) -> None:
    for name in schema().read_only[kind]:
        found = [
            item.level for item in findings(of_type(kind, **{name: {"Ref": "AWS::StackName"}})) if item.id == "TRN926"
        ]
        assert found == [Level.ERROR]


def test_what_an_object_has_to_have_is_read_from_the_schema() -> None:
    item = {"type": "object", "properties": {"Key": {"type": "string"}}, "required": ["Value", "Key"]}
    tags = {"type": "array", "items": {"$ref": "#/definitions/Tag"}}
    page = {"definitions": {"Tag": item}, "properties": {"Tags": tags}, "anyOf": [{"required": ["Other"]}]}
    assert dict(TOOL.required(page, page)) == {"Tags/*": ["Key", "Value"]}
    assert schema().required["AWS::AutoScaling::AutoScalingGroup"][""] == ["MaxSize", "MinSize"]
    assert set(schema().required) <= set(TYPES)
