"""Objects given as props: what is none is named, with all else that is wrong, in one error."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sns as sns

from cdk_trainium import (
    Capacity,
    EfaSecurityGroup,
    NeuronImage,
    NodeGroup,
    NodeLaunchTemplate,
    PropsError,
    TrainingCluster,
    Trn2Instance,
    UltraCluster,
    UltraServer,
)

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
MANY = {"subnets": ["subnet-1"]}
ONE = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand()}
KINDS: dict[Any, dict[str, Any]] = {
    NodeGroup: {**ONE, **MANY},
    UltraCluster: {**ONE, **MANY, "group_count": 2, "node_count": 4},
    UltraServer: {**MANY, "node_count": 4, "design_only": True},
    Trn2Instance: {**ONE, "subnet": "subnet-1"},
}
BAD = {"vpc": "vpc-1", "image": "ami-1", "security_group": "sg-1", "role": "arn", "encryption_key": "arn"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_string_is_named_in_one_error(stack: cdk.Stack, kind: Any) -> None:
    with pytest.raises(PropsError) as caught:
        kind(stack, "Bad", **{**KINDS[kind], **BAD})
    bad = {problem.prop: problem for problem in caught.value.problems if problem.code == "TRN001"}
    assert set(bad) == {*BAD, "subnet" if kind is Trn2Instance else "subnets[0]"}
    assert caught.value.where == "Test/Bad"
    assert all(problem.got.startswith("str '") and problem.allowed for problem in bad.values())


@pytest.mark.parametrize("kind", KINDS)
def test_a_vpc_is_required(stack: cdk.Stack, subnet: ec2.ISubnet, kind: Any) -> None:
    place = {"subnet": subnet} if kind is Trn2Instance else {"subnets": [subnet]}
    with pytest.raises(PropsError) as caught:
        kind(stack, "Bad", **{**KINDS[kind], **place, "image": IMAGE, "vpc": None})
    assert [(item.code, item.prop) for item in caught.value.problems] == [("TRN003", "vpc")]


@pytest.mark.parametrize("kind", [NodeGroup, UltraCluster, UltraServer])
@pytest.mark.parametrize("subnets", ["subnet-1", 7, ec2.SubnetSelection()])
def test_subnets_are_a_list(stack: cdk.Stack, vpc: ec2.IVpc, kind: Any, subnets: Any) -> None:
    with pytest.raises(PropsError) as caught:
        kind(stack, "Bad", **{**KINDS[kind], "subnets": subnets, "image": IMAGE, "vpc": vpc})
    assert [(item.code, item.prop) for item in caught.value.problems] == [("TRN001", "subnets")]


def test_problems_of_the_spec_come_in_the_same_error(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    given = {**KINDS[NodeGroup], "node_count": 0, "topic": "arn", "launch_template": "lt-1"}
    with pytest.raises(PropsError) as caught:
        NodeGroup(stack, "Bad", vpc=vpc, image=IMAGE, **given)
    assert {item.prop for item in caught.value.problems} == {"subnets[0]", "topic", "launch_template", "node_count"}


def test_a_launch_template_needs_a_group_with_self_rules(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    plain: Any = ec2.SecurityGroup(stack, "Plain", vpc=vpc)
    with pytest.raises(PropsError) as caught:
        NodeLaunchTemplate(stack, "Node", security_group=plain, image=IMAGE, **ONE)
    (problem,) = caught.value.problems
    assert (problem.code, problem.prop) == ("TRN001", "security_group")
    assert "EfaSecurityGroup" in problem.hint


@pytest.mark.parametrize("bad", [{"vpc": None}, {"vpc": "vpc-1"}, {"security_group": "sg-1"}])
def test_an_efa_security_group(stack: cdk.Stack, vpc: ec2.IVpc, bad: dict[str, Any]) -> None:
    with pytest.raises(PropsError) as caught:
        EfaSecurityGroup(stack, "Efa", **{"vpc": vpc, **bad})
    assert caught.value.codes == ["TRN003" if bad == {"vpc": None} else "TRN001"]


def test_a_training_cluster(stack: cdk.Stack) -> None:
    bad: dict[str, Any] = {"vpc": "vpc-1", "subnets": "subnet-1", "encryption_key": "arn"}
    with pytest.raises(PropsError) as caught:
        TrainingCluster(stack, "Cluster", cluster="none.yaml", **bad)
    assert {(item.code, item.prop) for item in caught.value.problems} == {("TRN001", name) for name in bad}


def test_ids_of_an_image_are_a_mapping() -> None:
    ids: Any = "ami-0123456789abcdef0"
    with pytest.raises(PropsError) as caught:
        NeuronImage(ids=ids)
    assert "TRN001" in caught.value.codes


@pytest.mark.parametrize("kind", [NodeGroup, UltraCluster])
def test_no_subnet_is_refused(stack: cdk.Stack, vpc: ec2.IVpc, kind: Any) -> None:
    with pytest.raises(PropsError) as caught:
        kind(stack, "None", **{**KINDS[kind], "vpc": vpc, "image": IMAGE, "subnets": []})
    assert ("TRN003", "subnets") in [(item.code, item.prop) for item in caught.value.problems]


def test_imported_objects_pass(stack: cdk.Stack, subnet: ec2.ISubnet) -> None:
    arn = "arn:aws:{}:us-east-2:111122223333:{}"
    group = NodeGroup(
        stack,
        "Good",
        vpc=ec2.Vpc.from_vpc_attributes(stack, "Theirs", vpc_id="vpc-1", availability_zones=["us-east-2b"]),
        subnets=[subnet, ec2.CfnSubnet.from_subnet_id(stack, "Second", "subnet-2")],
        image=IMAGE,
        role=iam.Role.from_role_arn(stack, "Role", "arn:aws:iam::111122223333:role/x"),
        encryption_key=kms.Key.from_key_arn(stack, "Key", arn.format("kms", "key/x")),
        topic=sns.Topic.from_topic_arn(stack, "Topic", arn.format("sns", "x")),
        **ONE,
    )
    assert group.auto_scaling_group_name
