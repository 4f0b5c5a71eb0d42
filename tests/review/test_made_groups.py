"""Security groups that a service makes: EKS opens its own to itself, a VPC's default group is open one way."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings, ids, launch_of

GROUP_RULES = {"TRN201", "TRN202", "TRN205"}
CLUSTER = {"Type": "AWS::EKS::Cluster", "Properties": {"RoleArn": "arn:aws:iam::111122223333:role/r"}}
CUSTOM = {"Type": "Custom::AWSCDK-EKS-Cluster", "Properties": {"ServiceToken": "arn:x"}}
VPC = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}
DEFAULT = {"Fn::GetAtt": ["Owner", "DefaultSecurityGroup"]}
OUT = {"GroupId": DEFAULT, "IpProtocol": "-1", "DestinationSecurityGroupId": DEFAULT}
SELF_EGRESS = {"Type": "AWS::EC2::SecurityGroupEgress", "Properties": OUT}
REMOVER = {"Type": "Custom::VpcRestrictDefaultSG", "Properties": {"DefaultSecurityGroupId": DEFAULT}}


def put_in(group: Any, **resources: Data) -> Data:
    """Return the cluster with every interface in ``group``."""

    def change(data: Data) -> None:
        for nic in launch_of(data)["NetworkInterfaces"]:
            nic["Groups"] = [group]
        data["Resources"] |= resources

    return changed(cluster(), change)


def in_group(group: Any, **resources: Data) -> set[str]:
    return GROUP_RULES & set(ids(put_in(group, **resources)))


@pytest.mark.parametrize("owner", [CLUSTER, CUSTOM])
def test_the_group_of_an_eks_cluster_is_open_to_itself(owner: Data) -> None:
    assert in_group({"Fn::GetAtt": ["Owner", "ClusterSecurityGroupId"]}, Owner=owner) == set()
    assert in_group({"Fn::GetAtt": "Owner.ClusterSecurityGroupId"}, Owner=owner) == set()


def test_a_default_group_lacks_egress_to_itself_until_it_is_written() -> None:
    assert in_group(DEFAULT, Owner=VPC) == {"TRN202"}
    assert in_group(DEFAULT, Owner=VPC, SelfOut=SELF_EGRESS) == set()


def test_a_default_group_whose_rules_cdk_removes_is_closed() -> None:
    assert in_group(DEFAULT, Owner=VPC, Remover=REMOVER) == {"TRN201", "TRN202"}
    assert in_group(DEFAULT, Owner=VPC, Other={**REMOVER, "Properties": {"DefaultSecurityGroupId": "sg-1"}}) == {
        "TRN202"
    }


def test_the_rules_of_any_other_resource_are_not_known() -> None:
    other = {"Type": "Custom::Group", "Properties": {"ServiceToken": "arn:x"}}
    data = put_in({"Fn::GetAtt": ["Owner", "GroupId"]}, Owner=other)
    found = {(item.id, item.level) for item in findings(data) if item.id in GROUP_RULES}
    assert found == {("TRN201", Level.UNKNOWN), ("TRN202", Level.UNKNOWN)}
