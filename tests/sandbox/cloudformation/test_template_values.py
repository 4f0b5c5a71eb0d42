"""Functions, conditions and templates as text."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.sandbox.cloudformation.coerce import coerce
from cdk_trainium.sandbox.cloudformation.errors import ValidationError
from cdk_trainium.sandbox.cloudformation.template.evaluate import Evaluator
from cdk_trainium.sandbox.cloudformation.template.limits import BODY_BYTES, STORED_BYTES, check_limits, check_size
from cdk_trainium.sandbox.cloudformation.template.load import parse
from cdk_trainium.sandbox.cloudformation.template.references import creation_order, references
from cdk_trainium.sandbox.cloudformation.template.values import UNKNOWN, differ


class World:
    """Answers that say what was asked."""

    def ref(self, name: str) -> Any:
        return UNKNOWN if name == "New" else f"id-{name}"

    def attribute(self, name: str, attribute: str) -> Any:
        return f"{name}.{attribute}"

    def imported(self, export: str) -> Any:
        return f"export-{export}"

    def stack_output(self, stack: str, output: str, region: str) -> Any:
        return f"{stack}/{output}/{region}"

    def zones(self, region: str) -> list[str]:
        return [f"{region}a", f"{region}b"]

    def secret(self, service: str, reference: str) -> str:
        return f"{service}={reference}"


def evaluate(value: Any, **parts: Any) -> Any:
    template = {"Resources": {"Thing": {}, "New": {}}, **parts}
    pseudo = {"AWS::Region": "us-east-2", "AWS::StackName": "one"}
    return Evaluator(template, {"Size": "8", "Names": ["a", "b"]}, pseudo, World()).value(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"Ref": "Thing"}, "id-Thing"),
        ({"Ref": "Size"}, "8"),
        ({"Ref": "AWS::Region"}, "us-east-2"),
        ({"Fn::GetAtt": "Thing.Nested.Arn"}, "Thing.Nested.Arn"),
        ({"Fn::GetAtt": ["Thing", "Arn"]}, "Thing.Arn"),
        ({"Fn::Sub": "${Thing}-${Thing.Arn}-${AWS::Region}-${!Literal}"}, "id-Thing-Thing.Arn-us-east-2-${Literal}"),
        ({"Fn::Sub": ["${Own}${Size}", {"Own": {"Ref": "Thing"}}]}, "id-Thing8"),
        ({"Fn::Join": ["-", ["a", {"Ref": "Size"}, True, 1]]}, "a-8-true-1"),
        ({"Fn::Join": [",", {"Ref": "Names"}]}, "a,b"),
        ({"Fn::Select": ["1", {"Ref": "Names"}]}, "b"),
        ({"Fn::Split": [",", "a,b"]}, ["a", "b"]),
        ({"Fn::Base64": "#!"}, "IyE="),
        ({"Fn::Cidr": ["10.0.0.0/16", 2, 8]}, ["10.0.0.0/24", "10.0.1.0/24"]),
        ({"Fn::GetAZs": ""}, ["us-east-2a", "us-east-2b"]),
        ({"Fn::GetAZs": "us-west-2"}, ["us-west-2a", "us-west-2b"]),
        ({"Fn::ImportValue": {"Fn::Sub": "${AWS::StackName}-x"}}, "export-one-x"),
        ({"Fn::GetStackOutput": {"StackName": "s", "OutputName": "o"}}, "s/o/us-east-2"),
        ({"Fn::ToJsonString": {"a": {"Ref": "Size"}}}, '{"a": "8"}'),
        ({"Fn::Length": {"Ref": "Names"}}, 2),
        ("{{resolve:ssm:/a/b:1}}", "ssm=/a/b:1"),
        ({"a": {"Ref": "AWS::NoValue"}, "b": [{"Ref": "AWS::NoValue"}, 1]}, {"b": [1]}),
        ({"Ref": "New"}, UNKNOWN),
        ({"Fn::Join": ["", ["a", {"Ref": "New"}]]}, UNKNOWN),
        ({"Fn::Sub": "a-${New}"}, UNKNOWN),
        ({"Fn::Select": [0, {"Fn::Split": ["-", {"Ref": "New"}]}]}, UNKNOWN),
    ],
)
def test_a_value(value: Any, expected: Any) -> None:
    assert evaluate(value) == expected


MAP = {"Images": {"us-east-2": {"arm": "ami-1"}}}


def test_a_map() -> None:
    assert evaluate({"Fn::FindInMap": ["Images", {"Ref": "AWS::Region"}, "arm"]}, Mappings=MAP) == "ami-1"
    default = {"Fn::FindInMap": ["Images", "none", "arm", {"DefaultValue": "x"}]}
    assert evaluate(default, Mappings=MAP) == "x"


CONDITIONS = {
    "Yes": {"Fn::Equals": [{"Ref": "Size"}, 8]},
    "No": {"Fn::Not": [{"Condition": "Yes"}]},
    "Both": {"Fn::And": [{"Condition": "Yes"}, {"Condition": "No"}]},
    "Either": {"Fn::Or": [{"Condition": "Yes"}, {"Condition": "No"}]},
}


@pytest.mark.parametrize(("name", "expected"), [("Yes", 1), ("No", 2), ("Both", 2), ("Either", 1)])
def test_a_condition(name: str, expected: int) -> None:
    assert evaluate({"Fn::If": [name, 1, 2]}, Conditions=CONDITIONS) == expected


def test_the_branch_not_taken_is_not_evaluated() -> None:
    assert evaluate({"Fn::If": ["Yes", 1, {"Ref": "Missing"}]}, Conditions=CONDITIONS) == 1


@pytest.mark.parametrize(
    "value",
    [
        {"Ref": "Missing"},
        {"Fn::GetAtt": ["Missing", "Arn"]},
        {"Fn::Select": [5, ["a"]]},
        {"Fn::FindInMap": ["None", "a", "b"]},
        {"Fn::If": ["None", 1, 2]},
        {"Fn::Cidr": ["10.0.0.0/24", 9, 7]},
        {"Fn::Unheard": 1},
        {"Fn::Join": "x"},
    ],
)
def test_what_cannot_be_evaluated_is_refused(value: Any) -> None:
    with pytest.raises(ValidationError):
        evaluate(value)


def test_short_forms_of_yaml() -> None:
    body = """
Resources:
  A:
    Type: AWS::S3::Bucket
    Properties:
      One: !Ref B
      Two: !GetAtt B.Arn.Deep
      Three: !Sub "${B}-x"
      Four: !If [C, !Ref B, 2020-01-01]
      Five: !Equals [a, b]
"""
    props = parse(body)["Resources"]["A"]["Properties"]
    assert props == {
        "One": {"Ref": "B"},
        "Two": {"Fn::GetAtt": ["B", "Arn.Deep"]},
        "Three": {"Fn::Sub": "${B}-x"},
        "Four": {"Fn::If": ["C", {"Ref": "B"}, "2020-01-01"]},
        "Five": {"Fn::Equals": ["a", "b"]},
    }


@pytest.mark.parametrize("body", ["", "[]", "{", "a: [", "Resources: {}", '{"Resources": {"A": {}}}'])
def test_no_template_is_refused(body: str) -> None:
    with pytest.raises(ValidationError):
        parse(body)


def test_references_are_found_in_every_form() -> None:
    value = {"a": [{"Ref": "A"}, {"Fn::GetAtt": "B.Arn"}, {"Fn::Sub": ["${C}${D.Arn}${!E}", {"x": {"Ref": "F"}}]}]}
    assert set(references(value)) >= {"A", "B", "C", "D", "F"}
    assert "E" not in set(references(value))


def test_a_circle_is_named() -> None:
    with pytest.raises(ValidationError, match=r"Circular dependency .*A"):
        creation_order({"A": {"Properties": {"x": {"Ref": "B"}}}, "B": {"DependsOn": "A"}})


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [(8, "8", False), (True, "true", False), ([1], ["1"], False), ({"a": 1}, {"a": 2}, True), (UNKNOWN, "x", True)],
)
def test_values_that_mean_the_same_do_not_differ(left: Any, right: Any, expected: bool) -> None:
    assert differ(left, right) is expected


def test_values_take_the_types_of_the_api() -> None:
    from botocore.loaders import Loader
    from botocore.model import ServiceModel

    model = ServiceModel(Loader().load_service_model("ec2", "service-2"))
    shape = model.operation_model("RunInstances").input_shape
    assert shape is not None
    given = {"MinCount": "1", "DryRun": "true", "ImageId": 5, "NetworkInterfaces": [{"DeviceIndex": "0"}]}
    assert coerce(shape, given) == {
        "MinCount": 1,
        "DryRun": True,
        "ImageId": "5",
        "NetworkInterfaces": [{"DeviceIndex": 0}],
    }


def resources(count: int) -> dict[str, Any]:
    return {f"R{index}": {"Type": "AWS::S3::Bucket"} for index in range(count)}


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        ({"Resources": resources(501)}, "501, is greater than maximum allowed, 500"),
        ({"Resources": resources(1), "Outputs": {f"O{index}": {} for index in range(201)}}, "maximum allowed, 200"),
        ({"Resources": {"A-1": {"Type": "AWS::S3::Bucket"}}}, "non alphanumeric"),
        ({"Resources": resources(1), "Transform": "AWS::LanguageExtensions"}, "transforms"),
    ],
)
def test_a_template_beyond_the_limits_is_refused(template: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError) as caught:
        check_limits(template)
    assert problem in str(caught.value.message)


def test_a_template_at_the_limits_is_accepted() -> None:
    check_limits({"Resources": resources(500), "Outputs": {f"O{index}": {} for index in range(200)}})


@pytest.mark.parametrize("limit", [BODY_BYTES, STORED_BYTES])
def test_a_template_may_be_as_large_as_the_limit(limit: int) -> None:
    check_size("x" * limit, limit)
    with pytest.raises(ValidationError):
        check_size("x" * (limit + 1), limit)
