"""Whether the policy of a key that templates make lets the service that launches nodes use it."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, changed, cluster, findings
from tests.review.test_rules import (
    KEY_OF_ACCOUNT,
    KEY_OF_AUTO_SCALING,
    add,
    both,
    by_role,
    encrypted_by,
    gp3,
    managed_group,
    on_group,
    on_launch,
    parameter,
    pcs_group,
    statement,
    with_sections,
)

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
NOTHING = {"Ref": "AWS::NoValue"}
ROLE = by_role("AWSServiceRoleForAutoScaling")
# Auto Scaling User Guide, "Required AWS KMS key policy for use with encrypted volumes"
USE = ("kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey")
TO_AWS = {"Condition": {"Bool": {"kms:GrantIsForAWSResource": True}}}
OF_EBS = {
    "StringEquals": {"kms:CallerAccount": "111122223333", "kms:ViaService": "ec2.us-east-2.amazonaws.com"},
}


def levels(*changes: Change, rule: str = "TRN713") -> list[Level]:
    sections = with_sections(Conditions={"Yes": {"Fn::Equals": [{"Ref": "Q"}, "y"]}})
    data = changed(cluster(), both(parameter("P"), parameter("Q", Default="y"), sections, *changes))
    return [item.level for item in findings(data) if item.id == rule]


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ([KEY_OF_ACCOUNT], [W]),  # aws/aws-cdk#34491
        ([], [W]),
        ([KEY_OF_ACCOUNT, statement(ROLE, *USE), statement(ROLE, "kms:CreateGrant", **TO_AWS)], []),
        ([KEY_OF_ACCOUNT, statement(ROLE, *USE)], [W]),
        ([KEY_OF_ACCOUNT, statement(ROLE, "kms:CreateGrant", **TO_AWS)], [W]),
        ([statement({"AWS": ["arn:aws:iam::111122223333:root", ROLE["AWS"]]})], []),
        ([statement(by_role("AWSServiceRoleForAutoScaling_mine"))], [W]),
        ([statement({"AWS": {"Ref": "P"}})], [U]),
        ([statement({"Ref": "P"})], [U]),
        ([statement({"AWS": {"Fn::Sub": "arn:aws:iam::1:role/${P}"}})], [U]),
        ([statement({"AWS": {"Fn::Sub": "arn:aws:iam::${P}:root"}})], [W]),
        ([statement({"AWS": {"Fn::GetAtt": ["Role", "Arn"]}})], [W]),
        ([statement({"Service": "autoscaling.amazonaws.com"})], [W]),
        ([statement("*")], []),
        ([statement({"AWS": "*"}, Condition=OF_EBS)], []),
        ([statement({"AWS": "*"}, Condition={"StringEquals": {"aws:PrincipalOrgID": "o-1"}})], [U]),
        ([{**KEY_OF_AUTO_SCALING, "Effect": "Deny"}], [W]),
        ([{**KEY_OF_AUTO_SCALING, "Effect": {"Ref": "P"}}], [U]),
        ([statement(ROLE, {"Ref": "P"})], [U]),
        ([{"Effect": "Allow", "NotPrincipal": {"AWS": "arn:aws:iam::1:role/x"}, "Action": "kms:*"}], [U]),
        ([{"Effect": "Allow", "Principal": ROLE, "NotAction": "kms:Sign"}], [U]),
        ([{"Fn::If": ["Yes", KEY_OF_AUTO_SCALING, NOTHING]}], [W]),
        ([{"Fn::If": ["Yes", NOTHING, KEY_OF_AUTO_SCALING]}], [W]),
        ([KEY_OF_ACCOUNT, {"Fn::Transform": {"Name": "Mine"}}], [U]),
        ([{**KEY_OF_ACCOUNT, "Fn::Transform": {"Name": "Mine"}}], [U]),
    ],
)
def test_who_may_use_a_key(statements: list[Any], expected: list[Level]) -> None:
    role = {"Type": "AWS::IAM::Role", "Properties": {"AssumeRolePolicyDocument": {"Statement": []}}}
    assert levels(encrypted_by(*statements), add(Role=role)) == expected


@pytest.mark.parametrize(
    ("policy", "expected"),
    [({}, [W]), ({"KeyPolicy": {"Ref": "P"}}, [U]), ({"KeyPolicy": "{}"}, [U]), ({"KeyPolicy": NOTHING}, [W])],
)
def test_a_key_policy_as_a_whole(policy: Data, expected: list[Level]) -> None:
    key = {"Type": "AWS::KMS::Key", "Properties": policy}
    disks = on_launch(BlockDeviceMappings=gp3(3000, KmsKeyId={"Ref": "Key"}))
    assert levels(add(Key=key), disks) == expected


def handed(kind: str) -> Change:
    return add(Maker={"Type": kind, "Properties": {"Key": {"Fn::Sub": "to ${Key.Arn}"}}})


MINE = "arn:aws:iam::111122223333:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling_mine"
OWN_ROLE = encrypted_by(statement(by_role("AWSServiceRoleForAutoScaling_mine")))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (both(encrypted_by(KEY_OF_ACCOUNT), handed("Custom::Grant")), [U]),
        (both(encrypted_by(KEY_OF_ACCOUNT), handed("AWS::CloudFormation::CustomResource")), [U]),
        (both(encrypted_by(KEY_OF_ACCOUNT), handed("AWS::S3::Bucket")), [W]),
        (both(OWN_ROLE, on_group(ServiceLinkedRoleARN=MINE)), []),
        (both(OWN_ROLE, on_group(ServiceLinkedRoleARN={"Ref": "P"})), []),
        (both(encrypted_by(KEY_OF_AUTO_SCALING), on_group(ServiceLinkedRoleARN=MINE)), [W]),
        (
            both(encrypted_by(KEY_OF_ACCOUNT), add(Asg=managed_group())),
            [W],
        ),  # terraform-aws-modules/terraform-aws-eks#1619
        (both(encrypted_by(KEY_OF_AUTO_SCALING), add(Asg=managed_group())), []),
        (both(encrypted_by(KEY_OF_AUTO_SCALING), add(Asg=pcs_group())), [W]),
        (both(encrypted_by(statement(by_role("AWSServiceRoleForPCS", "pcs"))), add(Asg=pcs_group())), []),
        (both(encrypted_by(KEY_OF_ACCOUNT), add(Asg=None)), []),
    ],
)
def test_which_role_needs_the_key(change: Change, expected: list[Level]) -> None:
    assert levels(change) == expected


@pytest.mark.parametrize(
    ("target", "expected"), [({"Ref": "Key"}, [W]), ({"Fn::GetAtt": ["Key", "Arn"]}, [W]), ("arn:aws:kms:x", [])]
)
def test_a_key_is_found_behind_its_alias(target: Any, expected: list[Level]) -> None:
    alias = {"Type": "AWS::KMS::Alias", "Properties": {"AliasName": "alias/nodes", "TargetKeyId": target}}
    disks = on_launch(BlockDeviceMappings=gp3(3000, KmsKeyId={"Ref": "Alias"}))
    assert levels(encrypted_by(KEY_OF_ACCOUNT), add(Alias=alias), disks) == expected


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ({}, []),
        ({"KeySpec": NOTHING, "Enabled": "true"}, []),
        ({"KeySpec": "SYMMETRIC_DEFAULT", "Enabled": True}, []),
        ({"KeySpec": "ECC_NIST_P256"}, [E]),
        ({"Enabled": False}, [E]),
        ({"KeySpec": {"Ref": "P"}}, [U]),
        ({"Enabled": {"Fn::If": ["Yes", True, False]}}, [W]),
    ],
)
def test_which_keys_a_volume_takes(properties: Data, expected: list[Level]) -> None:
    change = both(encrypted_by(KEY_OF_AUTO_SCALING, **properties), add(Asg=None))
    assert levels(change, rule="TRN714") == expected
