"""Roles and instance profiles of nodes, as each service asks for them."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, block_cluster, changed, cluster, findings
from tests.review.test_rules import (
    EKS_POLICIES,
    WITH_PROFILE,
    add,
    both,
    compute_environment,
    eks_role,
    managed_group,
    pcs_nodes,
    profile_of,
    role,
    trusting,
)

ROLE_ARN = "arn:aws:iam::111122223333:role/nodes"
PROFILE_ARN = "arn:aws:iam::111122223333:instance-profile/nodes"
LAMBDA = trusting("lambda.amazonaws.com")


def found(change: Change, rule: str) -> list[str]:
    return [str(item.subject.logical_id) for item in findings(changed(cluster(), change)) if item.id == rule]


def trusted(principal: Any, **statement: Any) -> Data:
    made = role()
    made["Properties"]["AssumeRolePolicyDocument"]["Statement"][0].update(Principal=principal, **statement)
    return made


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (add(Asg=managed_group(NodeRole=ROLE_ARN)), []),
        (add(Asg=managed_group(NodeRole=PROFILE_ARN)), ["Asg"]),
        (add(Asg=managed_group(NodeRole={"Ref": "Role"}), Role=role()), ["Asg"]),
        (add(Asg=managed_group(NodeRole={"Fn::GetAtt": ["Role", "Arn"]}), Role=role()), []),
        (add(Asg=compute_environment(InstanceRole=PROFILE_ARN)), []),
        (add(Asg=compute_environment(InstanceRole="ecsInstanceRole")), []),
        (add(Asg=compute_environment(InstanceRole=ROLE_ARN)), ["Asg"]),
        (add(Asg=compute_environment(InstanceRole={"Fn::GetAtt": ["Role", "Arn"]}), Role=role()), ["Asg"]),
        (add(Asg=compute_environment(InstanceRole={"Fn::Sub": "arn:${AWS::Partition}:iam::1:role/x"})), ["Asg"]),
        (add(Asg=compute_environment(InstanceRole={"Fn::ImportValue": "x"})), []),
        (add(Asg=managed_group(NodeRole={"Ref": "Profile"}), Profile=profile_of("one")), ["Asg"]),
        (add(Asg=managed_group(NodeRole="nodes")), ["Asg"]),
        (add(Asg=managed_group(NodeRole="")), []),
        (add(Asg=managed_group(NodeRole={"Fn::ImportValue": "x"})), []),
        (add(Asg=managed_group(NodeRole={"Fn::Sub": "arn:${AWS::Partition}:iam::${AWS::AccountId}:role/x"})), []),
        (add(Asg=managed_group(NodeRole="{{resolve:ssm:/nodes/role}}")), []),
        (add(Asg=compute_environment(InstanceRole={"Ref": "Profile"}), Profile=profile_of("one")), []),
        (add(Profile=profile_of("one", "two")), ["Profile"]),
        (add(Profile=profile_of("one")), []),
    ],
)
def test_each_service_is_named_what_it_asks_for(change: Change, expected: list[str]) -> None:
    assert found(change, "TRN716") == expected


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (role(), []),
        (LAMBDA, ["Role"]),
        (trusted({"Service": ["ssm.amazonaws.com", "ec2.amazonaws.com"]}), []),
        (trusted({"Service": {"Fn::Sub": "ec2.${AWS::URLSuffix}"}}), []),
        (trusted({"Service": {"Fn::ImportValue": "x"}}), ["Role"]),
        (trusted("*"), []),
        (trusted({"AWS": "*"}), []),
        (trusted({"AWS": "arn:aws:iam::111122223333:root"}), ["Role"]),
    ],
)
def test_nodes_have_a_role_that_ec2_may_assume(made: Data, expected: list[str]) -> None:
    change = both(add(Role=made, Profile=profile_of({"Ref": "Role"})), WITH_PROFILE)
    assert found(change, "TRN717") == expected


def test_an_instance_profile_that_no_node_has_is_not_judged() -> None:
    assert found(add(Role=LAMBDA, Profile=profile_of({"Ref": "Role"})), "TRN717") == []


@pytest.mark.parametrize(
    "group",
    [
        managed_group(NodeRole={"Fn::GetAtt": ["Role", "Arn"]}),
        compute_environment(InstanceRole={"Fn::GetAtt": ["Profile", "Arn"]}),
    ],
)
def test_services_hand_the_role_to_their_nodes(group: Data) -> None:
    change = add(Asg=group, Role=LAMBDA, Profile=profile_of({"Ref": "Role"}))
    assert found(change, "TRN717") == ["Role"]


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ({"RoleName": "AWSPCS-nodes"}, []),
        ({"RoleName": {"Fn::Sub": "AWSPCS-${AWS::StackName}"}}, []),
        ({"Path": "/aws-pcs/", "RoleName": "nodes"}, []),
        ({"Path": {"Fn::Sub": "/aws-pcs/${AWS::StackName}/"}, "RoleName": "nodes"}, []),
        ({"Path": {"Fn::Join": ["/", ["", "aws-pcs", {"Ref": "AWS::StackName"}, ""]]}}, []),
        ({"Path": {"Fn::Sub": "/${AWS::StackName}/"}, "RoleName": "nodes"}, [Level.UNKNOWN]),
        ({"Path": {"Fn::Sub": "/${AWS::StackName}/"}}, [Level.UNKNOWN]),
        ({"RoleName": "nodes"}, [Level.ERROR]),
        ({"RoleName": {"Fn::Sub": "nodes-${AWS::StackName}"}}, [Level.ERROR]),
        ({"RoleName": {"Fn::Sub": "${AWS::StackName}-nodes"}}, [Level.UNKNOWN]),
        ({}, [Level.WARNING]),
    ],
)
def test_pcs_takes_roles_of_its_prefix_or_path(properties: Data, expected: list[Level]) -> None:
    found = findings(changed(cluster(), pcs_nodes(**properties)))
    assert [item.level for item in found if item.id == "TRN718"] == expected


def test_a_managed_group_on_a_block_ends_old_nodes_first() -> None:
    def levels(**properties: Any) -> list[Level]:
        group = managed_group(CapacityType="CAPACITY_BLOCK", **properties)
        return [item.level for item in findings(changed(block_cluster(), add(Asg=group))) if item.id == "TRN369"]

    assert levels() == [Level.INFO]
    assert levels(UpdateConfig={"UpdateStrategy": "MINIMAL", "MaxUnavailable": 1}) == []


def policy(kind: str, **properties: Any) -> Change:
    return both(eks_role(), add(Further={"Type": f"AWS::IAM::{kind}", "Properties": properties}))


def in_partition(name: str) -> Data:
    return {"Fn::Join": ["", ["arn:", {"Ref": "AWS::Partition"}, f":iam::aws:policy/{name}"]]}


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        (eks_role(), 2),
        (eks_role(*EKS_POLICIES), 0),
        (eks_role("AmazonEKSWorkerNodeMinimalPolicy", "AmazonEC2ContainerRegistryReadOnly"), 0),
        (eks_role("AmazonEKS_CNI_Policy", "AmazonEKSWorkerNodePolicy"), 1),
        (eks_role("AdministratorAccess"), 0),
        (eks_role("AmazonSSMManagedInstanceCore"), 2),
        (eks_role(ManagedPolicyArns=[in_partition(name) for name in EKS_POLICIES]), 0),
        (eks_role(ManagedPolicyArns=[in_partition("AmazonEKS_CNI_Policy")]), 2),
        (eks_role(ManagedPolicyArns=["arn:aws:iam::111122223333:policy/nodes"]), 0),
        (eks_role(ManagedPolicyArns=[{"Ref": "Further"}]), 0),
        (eks_role(ManagedPolicyArns={"Fn::Split": [",", {"Fn::ImportValue": "policies"}]}), 0),
        (eks_role(ManagedPolicyArns={"Ref": "AWS::NoValue"}), 2),
        (eks_role(Policies=[{"PolicyName": "nodes", "PolicyDocument": {"Statement": []}}]), 0),
        (policy("Policy", Roles=[{"Ref": "Role"}]), 0),
        (policy("RolePolicy", RoleName={"Ref": "Role"}), 0),
        (policy("ManagedPolicy", Roles=["nodes"]), 0),
        (policy("ManagedPolicy", Roles={"Fn::Split": [",", {"Fn::ImportValue": "roles"}]}), 0),
        (policy("ManagedPolicy"), 2),
        (add(Asg=managed_group(NodeRole=ROLE_ARN)), 0),
    ],
)
def test_roles_of_eks_nodes_have_the_policies_by_which_they_join(change: Change, missing: int) -> None:
    assert found(change, "TRN719") == ["Asg"] * missing
