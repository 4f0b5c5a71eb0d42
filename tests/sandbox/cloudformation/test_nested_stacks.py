"""Nested stacks: created, updated in place, brought back and deleted with their parent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import aws
from .shapes import CLASH, VPC, log_group, subnet

if TYPE_CHECKING:
    from .conftest import Stacks

BUCKET = "templates"


@pytest.fixture
def nested(stacks: Stacks) -> Any:
    """Return a function that stores a template and gives a nested stack of it."""
    del stacks
    s3 = aws("s3")
    s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "us-east-2"})

    def make(resources: dict[str, Any], key: str = "child", parameters: Any = None, **rest: Any) -> dict[str, Any]:
        body = json.dumps({"Resources": resources, **rest})
        s3.put_object(Bucket=BUCKET, Key=f"{key}.json", Body=body.encode())
        url = f"https://s3.us-east-2.amazonaws.com/{BUCKET}/{key}.json"
        props = {"TemplateURL": url, **({"Parameters": parameters} if parameters else {})}
        return {"Type": "AWS::CloudFormation::Stack", "Properties": props}

    return make


OUT = {"Out": {"Value": {"Ref": "Logs"}}}


def days(name: str) -> int:
    found = aws("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"]
    return int(found[0]["retentionInDays"])


def test_outputs_reach_the_parent(stacks: Stacks, nested: Any) -> None:
    outputs = {"Got": {"Value": {"Fn::GetAtt": ["Child", "Outputs.Out"]}}}
    stacks.create({"Child": nested({"Logs": log_group()}, Outputs=OUT)}, outputs=outputs)
    child = stacks.described(stacks.physical("Child"))
    assert child["ParentId"] == child["RootId"] == stacks.described()["StackId"]
    assert stacks.outputs()["Got"] == stacks.physical("Logs", child["StackId"])


def test_parameters_and_tags_reach_the_child(stacks: Stacks, nested: Any) -> None:
    child = {"Subnet": {**subnet(), "Properties": {**subnet()["Properties"], "VpcId": {"Ref": "Network"}}}}
    made = nested(child, parameters={"Network": {"Ref": "Vpc"}}, Parameters={"Network": {"Type": "String"}})
    stacks.create({"Vpc": VPC, "Child": made}, Tags=[{"Key": "team", "Value": "a"}])
    key = stacks.physical("Child")
    assert stacks.described(key)["Tags"] == [{"Key": "team", "Value": "a"}]
    found = aws("ec2").describe_subnets(SubnetIds=[stacks.physical("Subnet", key)])["Subnets"][0]
    assert found["VpcId"] == stacks.physical("Vpc")
    assert {"Key": "team", "Value": "a"} in found["Tags"]


def test_a_child_is_updated_in_place(stacks: Stacks, nested: Any) -> None:
    stacks.create({"Child": nested({"Logs": log_group(7)})})
    child = stacks.physical("Child")
    logs = stacks.physical("Logs", child)
    stacks.update({"Child": nested({"Logs": log_group(30)}, "second")})
    assert stacks.physical("Child") == child
    assert stacks.status(child) == "UPDATE_COMPLETE"
    assert days(logs) == 30


def test_the_same_child_is_no_change(stacks: Stacks, nested: Any) -> None:
    stacks.create({"Child": nested({"Logs": log_group(7)})})
    assert stacks.changes({"Child": nested({"Logs": log_group(7)})}) == {}


def test_a_child_goes_back_when_its_parent_fails_later(stacks: Stacks, nested: Any) -> None:
    stacks.create({"Vpc": VPC, "Subnet": subnet(), "Child": nested({"Logs": log_group(7), "Old": log_group(1)})})
    child = stacks.physical("Child")
    logs, old = stacks.physical("Logs", child), stacks.physical("Old", child)
    after = nested({"Logs": log_group(30), "New": log_group(3)}, "second")
    stacks.update(
        {"Vpc": VPC, "Subnet": subnet(), "Child": after, "Clash": {**CLASH, "DependsOn": ["Child", "Subnet"]}}
    )
    assert stacks.status() == "UPDATE_ROLLBACK_COMPLETE"
    assert stacks.status(child) == "UPDATE_ROLLBACK_COMPLETE"
    assert (days(logs), days(old)) == (7, 1)
    assert len(aws("logs").describe_log_groups()["logGroups"]) == 2


def test_a_failing_child_fails_its_parent_and_leaves_nothing(stacks: Stacks, nested: Any) -> None:
    broken = {"Logs": log_group(LogGroupName="same"), "Bad": {**log_group(LogGroupName="same"), "DependsOn": "Logs"}}
    stacks.create({"Vpc": VPC, "Child": nested(broken)})
    assert stacks.status() == "ROLLBACK_COMPLETE"
    assert "was not successfully created" in stacks.reason("Child", "CREATE_FAILED")
    assert not aws("logs").describe_log_groups()["logGroups"]
    gone = [item for item in stacks.client.list_stacks()["StackSummaries"] if item.get("ParentId")]
    assert [item["StackStatus"] for item in gone] == ["DELETE_COMPLETE"]


def test_a_failing_childs_update_goes_back_too(stacks: Stacks, nested: Any) -> None:
    stacks.create({"Child": nested({"Logs": log_group(7)})})
    child = stacks.physical("Child")
    logs = stacks.physical("Logs", child)
    bad = {"Logs": log_group(30), "Bad": {**log_group(7, LogGroupName=logs), "DependsOn": "Logs"}}
    stacks.update({"Child": nested(bad, "second")})
    assert stacks.status() == stacks.status(child) == "UPDATE_ROLLBACK_COMPLETE"
    assert days(logs) == 7


def test_a_child_is_deleted_with_its_parent(stacks: Stacks, nested: Any) -> None:
    stacks.create({"Child": nested({"Logs": log_group()})})
    child = stacks.physical("Child")
    stacks.delete()
    assert stacks.status(child) == "DELETE_COMPLETE"
    assert not aws("logs").describe_log_groups()["logGroups"]


def test_a_child_of_a_child(stacks: Stacks, nested: Any) -> None:
    inner = nested({"Logs": log_group()}, "inner", Outputs=OUT)
    outer = nested({"Inner": inner}, "outer", Outputs={"Out": {"Value": {"Fn::GetAtt": ["Inner", "Outputs.Out"]}}})
    stacks.create({"Outer": outer}, outputs={"Got": {"Value": {"Fn::GetAtt": ["Outer", "Outputs.Out"]}}})
    inner_key = stacks.physical("Inner", stacks.physical("Outer"))
    assert stacks.outputs()["Got"] == stacks.physical("Logs", inner_key)
    assert stacks.described(inner_key)["RootId"] == stacks.described()["StackId"]


def test_a_missing_template_fails_the_child(stacks: Stacks, nested: Any) -> None:
    child = nested({"Logs": log_group()})
    child["Properties"]["TemplateURL"] = "https://s3.us-east-2.amazonaws.com/templates/none.json"
    stacks.create({"Child": child})
    assert stacks.status() == "ROLLBACK_COMPLETE"
    assert "NoSuchKey" in stacks.reason("Child", "CREATE_FAILED")
