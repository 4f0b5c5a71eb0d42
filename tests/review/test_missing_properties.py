"""What AWS's schemas require is there, in every case of the conditions."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, cluster, findings, group_of, launch_of

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
NONE = {"Ref": "AWS::NoValue"}
EKS = {"ClusterName": "c", "NodeRole": "arn:aws:iam::111122223333:role/n", "Subnets": ["subnet-0123456789abcdef0"]}
GROUP = {"GroupDescription": "x"}
SIZES = {"MinSize": "0", "MaxSize": "4"}
TAG = {"Key": "team", "Value": "llama"}


def batch(**resources: Any) -> Data:
    on_ec2 = {"Type": "EC2", "MaxvCpus": 8, "Subnets": EKS["Subnets"], "InstanceRole": "ecs"}
    return {"Type": "MANAGED", "ComputeResources": {**on_ec2, **resources}}


def levels(data: Data) -> list[Level]:
    return [item.level for item in findings(data) if item.id == "TRN928"]


def one(kind: str, properties: Any, **more: Any) -> Data:
    own = {} if properties is None else {"Properties": properties}
    conditions = {"C": {"Fn::Equals": [{"Ref": "P"}, "a"]}}
    parameters = {"P": {"Type": "String", "Default": "a"}}
    return {"Parameters": parameters, "Conditions": conditions, "Resources": {"One": {"Type": kind, **own}}, **more}


@pytest.mark.parametrize(
    ("kind", "properties", "expected"),
    [
        ("AWS::EKS::Nodegroup", EKS, []),
        ("AWS::EKS::Nodegroup", {**EKS, "NodeRole": NONE}, [E]),
        ("AWS::EKS::Nodegroup", {"Subnets": EKS["Subnets"]}, [E, E]),
        ("AWS::EKS::Nodegroup", {**EKS, "NodeRole": {"Fn::ImportValue": "role"}}, []),
        ("AWS::EKS::Nodegroup", {**EKS, "NodeRole": {"Fn::If": ["C", "arn", NONE]}}, [W]),
        ("AWS::EKS::Nodegroup", {**EKS, "NodeRole": {"Fn::If": ["C", NONE, "arn"]}}, [E]),
        ("AWS::EKS::Nodegroup", {**EKS, "NodeRole": {"Fn::If": ["C", "arn", "arn2"]}}, []),
        ("AWS::EC2::SecurityGroup", GROUP, []),
        ("AWS::EC2::SecurityGroup", {}, [E]),
        ("AWS::EC2::SecurityGroup", None, [E]),
        ("AWS::EC2::SecurityGroup", {"Fn::Transform": {"Name": "Own"}}, []),
        ("AWS::EC2::SecurityGroup", {**GROUP, "Tags": [TAG, {"Key": "x"}]}, [E]),
        ("AWS::EC2::SecurityGroup", {**GROUP, "Tags": {"Fn::ImportValue": "tags"}}, []),
        ("AWS::EC2::SecurityGroup", {**GROUP, "Tags": [{"Fn::If": ["C", TAG, NONE]}]}, []),
        ("AWS::AutoScaling::AutoScalingGroup", {**SIZES, "Tags": [TAG]}, [E]),
        ("AWS::AutoScaling::AutoScalingGroup", {**SIZES, "Tags": [{**TAG, "PropagateAtLaunch": True}]}, []),
        ("AWS::Batch::ComputeEnvironment", batch(), []),
        ("AWS::Batch::ComputeEnvironment", batch(InstanceRole=NONE), [E]),
        ("AWS::Batch::ComputeEnvironment", batch(Type="SPOT", Subnets=NONE, InstanceRole=NONE), [E, E]),
        ("AWS::Batch::ComputeEnvironment", batch(Type="FARGATE", InstanceRole=NONE), []),
        ("AWS::Batch::ComputeEnvironment", batch(MaxvCpus=NONE), [E]),
        ("AWS::S3::Bucket", None, []),
    ],
)
def test_what_a_schema_requires(kind: str, properties: Any, expected: list[Level]) -> None:
    assert levels(one(kind, properties)) == expected


@pytest.mark.parametrize(
    ("transform", "expected"),
    [("AWS::LanguageExtensions", [E]), ("AWS::Serverless-2016-10-31", [E]), ("Own", [U]), (["AWS::Include"], [E])],
)
def test_a_transform_may_add_it(transform: Any, expected: list[Level]) -> None:
    assert levels(one("AWS::EC2::SecurityGroup", {}, Transform=transform)) == expected


@pytest.mark.parametrize(
    ("transform", "expected"),
    [
        ("AWS::CodeDeployBlueGreen", E),
        ("AWS::SecretsManager-2020-07-23", E),
        (["AWS::SecretsManager-2024-09-16", "AWS::LanguageExtensions"], E),
        ("AWS::Include", E),
        (["AWS::CodeDeployBlueGreen", "Own"], Level.UNKNOWN),
    ],
)
def test_transforms_of_other_resources_add_nothing_to_a_group(transform: Any, expected: Level) -> None:
    data = cluster()
    del group_of(data)["MinSize"]
    assert levels({**data, "Transform": transform}) == [expected]


@pytest.mark.parametrize("name", ["MinSize", "MaxSize"])
def test_a_group_has_its_sizes(name: str) -> None:
    data = cluster()
    del group_of(data)[name]
    assert levels(data) == [E]


def test_the_place_is_that_of_the_object_which_lacks_it() -> None:
    data = cluster()
    launch_of(data)["TagSpecifications"][0]["Tags"].append({"Key": "x"})
    (found,) = (item for item in findings(data) if item.id == "TRN928")
    assert found.subject.property == "Properties.LaunchTemplateData.TagSpecifications.0.Tags.1"
