"""Secure strings of SSM, which CloudFormation reads in few properties. Source: coverage roadmap issue 1821."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review.model.schema import schema
from tests.review.build import Data, changed, cluster, findings, launch_of, subnet

E, U = Level.ERROR, Level.UNKNOWN
SECURE, PLAIN = "{{resolve:ssm-secure:/own/image:1}}", "{{resolve:ssm:/own/image:1}}"
SUPPORTED = (
    "AWS::DirectoryService::MicrosoftAD",
    "AWS::DirectoryService::SimpleAD",
    "AWS::ElastiCache::ReplicationGroup",
    "AWS::IAM::User",
    "AWS::KinesisFirehose::DeliveryStream",
    "AWS::OpsWorks::App",
    "AWS::OpsWorks::Stack",
    "AWS::RDS::DBCluster",
    "AWS::RDS::DBInstance",
    "AWS::Redshift::Cluster",
)
"""Resources of the CloudFormation User Guide, of which one property each reads them."""


def with_image(image: Any) -> Data:
    def change(data: Data) -> None:
        data["Parameters"] = {"Of": {"Type": "String", "Default": SECURE}, "Hidden": {"Type": "String"}}
        data["Mappings"] = {"M": {"us-east-2": {"one": SECURE}, "us-west-2": {"one": PLAIN}}}
        data["Conditions"] = {"C": {"Fn::Equals": [{"Ref": "Hidden"}, "x"]}}
        launch_of(data)["ImageId"] = image

    return changed(cluster(), change)


def levels(data: Data) -> list[Level]:
    return [item.level for item in findings(data) if item.id == "TRN541"]


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        (SECURE, [E]),
        ("{{resolve:ssm-secure:/own/image}}", [E]),
        (PLAIN, []),
        ({"Ref": "Of"}, [E]),
        ({"Ref": "Hidden"}, []),
        ({"Fn::Sub": "{{resolve:ssm-secure:/${Hidden}/image}}"}, [E]),
        ({"Fn::Join": ["", ["{{resolve:ssm-secure:/own/", {"Ref": "Hidden"}, "}}"]]}, [E]),
        ({"Fn::FindInMap": ["M", "us-east-2", "one"]}, [E]),
        ({"Fn::FindInMap": ["M", "us-west-2", "one"]}, []),
        ({"Fn::FindInMap": ["M", {"Ref": "AWS::Region"}, "one"]}, [U]),
        ({"Fn::If": ["C", SECURE, PLAIN]}, [E]),
        ({"Fn::If": ["C", {"Ref": "AWS::NoValue"}, PLAIN]}, []),
        ({"Fn::Transform": {"Name": "Own", "Parameters": {"Text": SECURE}}}, []),
    ],
)
def test_a_node_takes_no_secure_string(image: Any, expected: list[Level]) -> None:
    assert levels(with_image(image)) == expected


def test_it_is_no_secure_string_inside_of_base64_for_all_that_is_known() -> None:
    data = changed(cluster(), lambda data: launch_of(data).update(UserData={"Fn::Base64": f"#!/bin/sh\n: {SECURE}"}))
    assert levels(data) == []


def test_other_resources_are_judged_too_and_those_that_read_them_are_not() -> None:
    user = {"Type": "AWS::IAM::User", "Properties": {"LoginProfile": {"Password": SECURE}}}
    assert levels(changed(cluster(), lambda data: data["Resources"].update(User=user))) == []
    network = subnet("us-east-2b", VpcId=SECURE)
    assert levels(changed(cluster(), lambda data: data["Resources"].update(Subnet=network))) == [E]
    assert not set(SUPPORTED) & set(schema().types)
