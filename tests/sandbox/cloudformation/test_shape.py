"""Templates of a wrong shape are refused at the door, as CloudFormation does, and not half-way."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cdk_trainium.sandbox.cloudformation.errors import ValidationError
from cdk_trainium.sandbox.cloudformation.template.evaluate import Evaluator
from cdk_trainium.sandbox.cloudformation.template.load import parse
from cdk_trainium.sandbox.cloudformation.template.references import creation_order

TOPIC = {"Type": "AWS::SNS::Topic"}


def body(resource: dict[str, Any] | None = None, **sections: Any) -> str:
    return json.dumps({"Resources": {"T": {**TOPIC, **(resource or {})}, "Other": TOPIC}, **sections})


@pytest.mark.parametrize(
    "text",
    [
        *(body(**{name: 3}) for name in ("Parameters", "Mappings", "Conditions", "Rules", "Outputs")),
        body(Parameters=None),
        body(Parameters={"P": 3}),
        body(Parameters={"P": {"Default": "x"}}),
        body(Outputs={"O": 3}),
        body(Outputs={"O": {"Description": "x"}}),
        body(Mappings={"M": 3}),
        body(Mappings={"M": {"a": 3}}),
        body(Rules={"R": 3}),
        body(Rules={"R": {"Assertions": {}}}),
        body(Rules={"R": {"Assertions": [{}]}}),
        body({"Properties": [1]}),
        body({"Properties": None}),
        body({"DependsOn": {"a": 1}}),
        body({"DependsOn": [1]}),
        body({"DependsOn": "Nowhere"}),
        body({"Condition": ["C"]}),
        json.dumps({"Resources": {"T": 3}}),
        json.dumps({"Resources": {"T": {"Type": ["x"]}}}),
    ],
)
def test_a_template_of_a_wrong_shape_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        parse(text)


@pytest.mark.parametrize("after", ["Other", ["Other"], []])
def test_what_a_resource_may_depend_on_is_taken(after: Any) -> None:
    assert parse(body({"DependsOn": after}))["Resources"]["T"]["DependsOn"] == after


def evaluator(**sections: Any) -> Evaluator:
    template = {"Resources": {"T": TOPIC}, **sections}
    return Evaluator(template, {}, {"AWS::Region": "us-east-2"}, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "conditions",
    [
        {"C": {"Condition": "C"}},
        {"C": {"Fn::Not": [{"Condition": "D"}]}, "D": {"Fn::Or": [{"Condition": "C"}, {"Condition": "C"}]}},
        {"C": {"Fn::And": 3}},
        {"C": {"Condition": "Nowhere"}},
    ],
)
def test_a_condition_that_cannot_be_judged_is_refused(conditions: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        evaluator(Conditions=conditions).condition("C")


@pytest.mark.parametrize(
    "value",
    [
        {"Ref": 3},
        {"Ref": ["U"]},
        {"Fn::GetAtt": 3},
        {"Fn::GetAtt": "U"},
        {"Fn::GetAtt": []},
        {"Fn::GetAtt": ["U"]},
        {"Fn::Sub": 3},
        {"Fn::Sub": ["x"]},
        {"Fn::Sub": ["x", "y"]},
        {"Fn::If": "C"},
        {"Fn::If": ["C", 1]},
        {"Fn::If": [3, 1, 2]},
        {"Fn::FindInMap": ["M"]},
        {"Fn::FindInMap": "M"},
        {"Fn::GetStackOutput": "x"},
        {"Fn::GetStackOutput": {}},
        {"Fn::Select": [float("inf"), ["a"]]},
        {"Fn::Select": [5, ["a"]]},
        {"Fn::Join": 3},
        {"Fn::Cidr": ["x", 1, 8]},
        {"Fn::Cidr": ["10.0.0.0/8", 257, 8]},
        {"Fn::Cidr": ["10.0.0.0/8", 0, 8]},
    ],
)
def test_a_function_of_a_wrong_shape_is_refused_and_orders_nothing(value: dict[str, Any]) -> None:
    assert creation_order({"T": {**TOPIC, "Properties": {"TopicName": value}}}) == ["T"]
    with pytest.raises(ValidationError):
        evaluator(Conditions={"C": True}).value(value)
