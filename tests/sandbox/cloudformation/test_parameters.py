"""Parameters and rules: what stops a deployment before it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError

from .conftest import aws
from .shapes import VPC

if TYPE_CHECKING:
    from .conftest import Stacks


def echo(value: Any) -> dict[str, Any]:
    return {"Par": {"Type": "AWS::SSM::Parameter", "Properties": {"Type": "String", "Value": value}}}


def given(**values: str) -> list[dict[str, str]]:
    return [{"ParameterKey": key, "ParameterValue": value} for key, value in values.items()]


GOT = {"Got": {"Value": {"Fn::GetAtt": ["Par", "Value"]}}}
REF = echo({"Ref": "Size"})


@pytest.mark.parametrize(
    ("declared", "values", "problem"),
    [
        ({"Type": "String"}, {}, "must have values"),
        ({"Type": "Number"}, {"Size": "x"}, "must be a number"),
        ({"Type": "Number", "MinValue": 2}, {"Size": "1"}, "not less than 2"),
        ({"Type": "Number", "MaxValue": 2}, {"Size": "3"}, "not greater than 2"),
        ({"Type": "Number", "MinValue": 2}, {"Size": "x"}, "must be a number"),
        ({"Type": "Number"}, {"Size": "nan"}, "must be a number"),
        ({"Type": "Number", "MinValue": 10**400}, {"Size": "1"}, "not less than 1000"),
        ({"Type": "Number", "MaxValue": "x"}, {"Size": "1"}, "MaxValue of parameter 'Size'"),
        ({"Type": "String", "MinLength": "x"}, {"Size": "1"}, "MinLength of parameter 'Size'"),
        ({"Type": "String", "AllowedPattern": "("}, {"Size": "1"}, "AllowedPattern of parameter 'Size'"),
        ({"Type": "String", "AllowedValues": ["a", "b"]}, {"Size": "c"}, "AllowedValues"),
        ({"Type": "String", "AllowedPattern": "[a-z]+"}, {"Size": "A"}, "must match pattern"),
        ({"Type": "String", "AllowedPattern": "[a-z]+", "ConstraintDescription": "letters"}, {"Size": "1"}, "letters"),
        ({"Type": "String", "MaxLength": 2}, {"Size": "abc"}, "at most 2"),
        ({"Type": "String", "MinLength": 2}, {"Size": "a"}, "at least 2"),
        ({"Type": "String", "Default": "a"}, {"Other": "a"}, "do not exist in the template"),
        ({"Type": "AWS::SSM::Parameter::Value<String>"}, {"Size": "/none"}, "/none"),
    ],
)
def test_a_bad_value_is_refused(stacks: Stacks, declared: Any, values: dict[str, str], problem: str) -> None:
    with pytest.raises(ClientError, match=problem) as caught:
        stacks.create(REF, parameters={"Size": declared}, Parameters=given(**values))
    assert caught.value.response["Error"]["Code"] == "ValidationError"
    assert not stacks.client.list_stacks()["StackSummaries"]


@pytest.mark.parametrize(
    ("declared", "values", "seen"),
    [
        ({"Type": "String", "Default": "a"}, {}, "a"),
        ({"Type": "Number", "Default": 2}, {"Size": "3"}, "3"),
        ({"Type": "String", "Default": True}, {}, "true"),
    ],
)
def test_a_value_reaches_the_template(stacks: Stacks, declared: Any, values: dict[str, str], seen: str) -> None:
    stacks.create(REF, parameters={"Size": declared}, outputs=GOT, Parameters=given(**values))
    assert stacks.outputs() == {"Got": seen}


@pytest.mark.parametrize("pattern", [r"\p{Alpha}+", "(?=a)(a|a)*b", "(" * 3000 + ")" * 3000, "a{99999999999}"])
def test_a_pattern_that_only_java_reads_for_sure_refuses_nothing(stacks: Stacks, pattern: str) -> None:
    declared = {"Size": {"Type": "String", "AllowedPattern": pattern}}
    stacks.create(REF, parameters=declared, outputs=GOT, Parameters=given(Size="a" * 60))
    assert stacks.outputs() == {"Got": "a" * 60}


def test_a_list_is_split(stacks: Stacks) -> None:
    pick = echo({"Fn::Select": [1, {"Ref": "Size"}]})
    declared = {"Size": {"Type": "CommaDelimitedList"}}
    stacks.create(pick, parameters=declared, outputs=GOT, Parameters=given(Size="a, b ,c"))
    assert stacks.outputs() == {"Got": "b"}


def test_a_previous_value_is_kept(stacks: Stacks) -> None:
    declared = {"Size": {"Type": "String"}}
    stacks.create({**REF}, parameters=declared, outputs=GOT, Parameters=given(Size="a"))
    again = [{"ParameterKey": "Size", "UsePreviousValue": True}]
    stacks.update({**REF, "Vpc": VPC}, parameters=declared, outputs=GOT, Parameters=again)
    assert stacks.outputs() == {"Got": "a"}


def test_an_ssm_parameter_is_read_at_each_update(stacks: Stacks) -> None:
    ssm = aws("ssm")
    ssm.put_parameter(Name="/size", Type="String", Value="small")
    declared = {"Size": {"Type": "AWS::SSM::Parameter::Value<String>", "Default": "/size"}}
    stacks.create(REF, parameters=declared, outputs=GOT)
    shown = stacks.described()["Parameters"][0]
    assert (shown["ParameterValue"], shown["ResolvedValue"]) == ("/size", "small")
    assert stacks.change_set(REF, parameters=declared, outputs=GOT)["Status"] == "FAILED"
    ssm.put_parameter(Name="/size", Type="String", Value="large", Overwrite=True)
    previous = [{"ParameterKey": "Size", "UsePreviousValue": True}]
    stacks.update(REF, parameters=declared, outputs=GOT, Parameters=previous)
    assert stacks.outputs() == {"Got": "large"}


def test_a_secret_is_not_shown(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC}, parameters={"Size": {"Type": "String", "NoEcho": True}}, Parameters=given(Size="a"))
    assert stacks.described()["Parameters"][0]["ParameterValue"] == "****"


def rule(check: Any, **more: Any) -> dict[str, Any]:
    return {"Guard": {"Assertions": [{"Assert": check, "AssertDescription": "never deploy this"}], **more}}


NEVER = {"Fn::Equals": ["a", "b"]}


@pytest.mark.parametrize(
    "check",
    [
        NEVER,
        {"Fn::Not": [{"Fn::Contains": [["a", "b"], {"Ref": "Size"}]}]},
        {"Fn::EachMemberIn": [["a", "c"], ["a", "b"]]},
        {"Fn::EachMemberEquals": [["a", "c"], "a"]},
    ],
)
def test_a_rule_that_fails_stops_everything(stacks: Stacks, check: Any) -> None:
    declared = {"Size": {"Type": "String", "Default": "a"}}
    with pytest.raises(ClientError, match="never deploy this"):
        stacks.create({"Vpc": VPC}, parameters=declared, rules=rule(check))
    with pytest.raises(ClientError, match="never deploy this"):
        stacks.change_set({"Vpc": VPC}, kind="CREATE", parameters=declared, rules=rule(check))
    assert not stacks.client.list_stacks()["StackSummaries"]


def test_a_rule_whose_condition_fails_is_not_asked(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC}, rules=rule(NEVER, RuleCondition=NEVER))
    assert stacks.status() == "CREATE_COMPLETE"
