"""Subnets of another VPC than the one given beside them; keys of another region."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_kms as kms

from cdk_trainium import (
    Capacity,
    ClusterNetwork,
    EfaSecurityGroup,
    NeuronImage,
    NodeGroup,
    NodeLaunchTemplate,
    PropsError,
    Trn2Instance,
    UltraCluster,
    UltraServer,
)
from cdk_trainium.cdk.told_subnet import ToldSubnet

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
BLOCK = {"reservation_id": "cr-0aaaaaaaaaaaaaaa1", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
ACCOUNT = cdk.Environment(account="111122223333", region="us-east-2")


@pytest.fixture
def stack() -> cdk.Stack:
    return cdk.Stack(cdk.App(), "Test", env=ACCOUNT)


def imported(stack: cdk.Stack, id: str, vpc_id: str) -> ec2.IVpc:
    return ec2.Vpc.from_vpc_attributes(
        stack, id, vpc_id=vpc_id, availability_zones=["us-east-2b"], private_subnet_ids=["subnet-00000001"]
    )


def made(stack: cdk.Stack, id: str) -> ec2.IVpc:
    return ec2.Vpc(stack, id, availability_zones=["us-east-2b"], restrict_default_security_group=False)


def node_group(stack: cdk.Stack, vpc: ec2.IVpc, subnets: Any, **props: Any) -> None:
    given: Any = {"vpc": vpc, "subnets": subnets, "image": IMAGE, "capacity": Capacity.reservation(), **props}
    NodeGroup(stack, "G", instance_type="trn2.48xlarge", **given)


def ultra_cluster(stack: cdk.Stack, vpc: ec2.IVpc, subnets: Any) -> None:
    given: Any = {"vpc": vpc, "subnets": subnets, "image": IMAGE, "capacity": Capacity.reservation()}
    UltraCluster(stack, "G", instance_type="trn2.48xlarge", group_count=2, node_count=4, **given)


def ultra_server(stack: cdk.Stack, vpc: ec2.IVpc, subnets: Any) -> None:
    UltraServer(stack, "G", vpc=vpc, subnets=subnets, image=IMAGE, node_count=4, capacity=[Capacity.block(BLOCK)])


def instance(stack: cdk.Stack, vpc: ec2.IVpc, subnets: Any) -> None:
    given: Any = {"vpc": vpc, "subnet": subnets[0], "image": IMAGE, "capacity": Capacity.reservation()}
    Trn2Instance(stack, "G", instance_type="trn2.48xlarge", **given)


Pair = Callable[[cdk.Stack], tuple[ec2.IVpc, Any]]
OTHER: list[Pair] = [
    lambda s: (imported(s, "V", "vpc-00000001"), made(s, "W").private_subnets),
    lambda s: (made(s, "V"), made(s, "W").private_subnets),
    lambda s: (made(s, "V"), imported(s, "W", "vpc-00000002").private_subnets),
    lambda s: (imported(s, "V", "vpc-00000001"), imported(s, "W", "vpc-00000002").private_subnets),
    lambda s: (made(s, "V"), ClusterNetwork(s, "W", zone="us-east-2b").subnets),
    lambda s: (made(s, "V"), made(cdk.Stack(s.node.root, "Other", env=ACCOUNT), "W").private_subnets),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("pair", OTHER)
def test_subnets_of_another_vpc_are_refused(stack: cdk.Stack, pair: Pair) -> None:
    with pytest.raises(PropsError) as caught:
        node_group(stack, *pair(stack))
    assert set(caught.value.codes) == {"TRN209"}


@pytest.mark.parametrize("make", [ultra_cluster, ultra_server, instance])
def test_of_every_construct_that_takes_both(stack: cdk.Stack, make: Any) -> None:
    with pytest.raises(PropsError) as caught:
        make(stack, *OTHER[1](stack))
    assert set(caught.value.codes) == {"TRN209"}


def network(stack: cdk.Stack) -> tuple[ec2.IVpc, Any]:
    own = ClusterNetwork(stack, "Network", zone="us-east-2b")
    return own.vpc, own.subnets


def by_parameter(stack: cdk.Stack) -> tuple[ec2.IVpc, Any]:
    """What a parameter holds may be the VPC of the subnets."""
    vpc_id = cdk.CfnParameter(stack, "VpcId").value_as_string
    return imported(stack, "V", vpc_id), imported(stack, "W", "vpc-00000002").private_subnets


def by_reference(stack: cdk.Stack) -> tuple[ec2.IVpc, Any]:
    """The same VPC, written another way."""
    vpc = ec2.CfnVPC(stack, "Vpc", cidr_block="10.0.0.0/16")
    subnet = ec2.CfnSubnet(
        stack, "Subnet", vpc_id=vpc.attr_vpc_id, cidr_block="10.0.0.0/20", availability_zone="us-east-2b"
    )
    return imported(stack, "V", vpc.ref), [subnet]


def own_subnet(stack: cdk.Stack) -> tuple[ec2.IVpc, Any]:
    """A subnet that stands apart from its VPC and tells it through itself."""
    vpc = made(stack, "V")
    props: Any = {"availability_zone": "us-east-2b", "cidr_block": "10.0.200.0/24", "vpc_id": vpc.vpc_id}
    return vpc, [ec2.PrivateSubnet(stack, "Own", **props)]


SAME: list[Pair] = [
    network,
    by_parameter,
    by_reference,
    lambda s: (vpc := made(s, "V"), vpc.private_subnets),
    own_subnet,
    lambda s: (vpc := imported(s, "V", "vpc-00000001"), vpc.private_subnets),
    lambda s: (made(s, "V"), [ec2.Subnet.from_subnet_id(s, "S", "subnet-00000001")]),
]


@pytest.mark.parametrize("pair", SAME)
def test_subnets_that_may_be_of_the_vpc_are_taken(stack: cdk.Stack, pair: Pair) -> None:
    node_group(stack, *pair(stack), zone="us-east-2b")
    cdk.assertions.Template.from_stack(stack).resource_count_is("AWS::AutoScaling::AutoScalingGroup", 1)


def plain(stack: cdk.Stack, vpc: ec2.IVpc) -> ec2.ISecurityGroup:
    return ec2.SecurityGroup(stack, "Plain", vpc=vpc)


def efa(stack: cdk.Stack, vpc: ec2.IVpc) -> EfaSecurityGroup:
    return EfaSecurityGroup(stack, "Efa", vpc=vpc)


def completed(stack: cdk.Stack, vpc: ec2.IVpc) -> EfaSecurityGroup:
    return EfaSecurityGroup(stack, "Efa", vpc=vpc, security_group=plain(stack, vpc))


def by_import(stack: cdk.Stack, vpc: ec2.IVpc) -> ec2.ISecurityGroup:
    return ec2.SecurityGroup.from_security_group_id(stack, "Imported", "sg-00000001")


def template(stack: cdk.Stack, group: EfaSecurityGroup, *further: ec2.ISecurityGroup) -> NodeLaunchTemplate:
    given: Any = {"image": IMAGE, "capacity": Capacity.reservation(), "further_security_groups": list(further)}
    return NodeLaunchTemplate(stack, "Lt", instance_type="trn2.48xlarge", security_group=group, **given)


VPCS: list[Callable[[cdk.Stack], tuple[ec2.IVpc, ec2.IVpc]]] = [
    lambda s: (made(s, "V"), made(s, "W")),
    lambda s: (imported(s, "V", "vpc-00000001"), made(s, "W")),
    lambda s: (made(s, "V"), imported(s, "W", "vpc-00000002")),
    lambda s: (imported(s, "V", "vpc-00000001"), imported(s, "W", "vpc-00000002")),
]


@pytest.mark.parametrize("vpcs", VPCS)
@pytest.mark.parametrize("group", [plain, efa, completed])
def test_a_group_of_another_vpc_is_refused(stack: cdk.Stack, vpcs: Any, group: Any) -> None:
    own, other = vpcs(stack)
    with pytest.raises(PropsError) as caught:
        node_group(stack, own, own.private_subnets, security_group=group(stack, other))
    assert caught.value.codes == ["TRN209"]
    assert caught.value.problems[0].prop == "security_group"


@pytest.mark.parametrize("group", [plain, efa, completed, by_import])
def test_a_group_of_the_vpc_or_one_that_does_not_tell_is_taken(stack: cdk.Stack, group: Any) -> None:
    vpc = made(stack, "V")
    node_group(stack, vpc, vpc.private_subnets, security_group=group(stack, vpc))
    cdk.assertions.Template.from_stack(stack).resource_count_is("AWS::AutoScaling::AutoScalingGroup", 1)


def test_a_vpc_that_a_parameter_names_may_be_that_of_the_group(stack: cdk.Stack) -> None:
    vpc = imported(stack, "V", cdk.CfnParameter(stack, "VpcId").value_as_string)
    node_group(stack, vpc, vpc.private_subnets, security_group=efa(stack, imported(stack, "W", "vpc-00000002")))
    cdk.assertions.Template.from_stack(stack).resource_count_is("AWS::AutoScaling::AutoScalingGroup", 1)


def test_an_association_may_lend_the_group_to_the_vpc(stack: cdk.Stack) -> None:
    vpc, other = made(stack, "V"), made(stack, "W")
    group = efa(stack, other)
    ids = {"group_id": group.security_group_id, "vpc_id": vpc.vpc_id}
    ec2.CfnSecurityGroupVpcAssociation(stack, "Lent", **ids)
    node_group(stack, vpc, vpc.private_subnets, security_group=group)
    cdk.assertions.Template.from_stack(stack).resource_count_is("AWS::AutoScaling::AutoScalingGroup", 1)


def test_the_groups_of_a_given_launch_template_are_of_the_vpc(stack: cdk.Stack) -> None:
    vpc, other = made(stack, "V"), made(stack, "W")
    with pytest.raises(PropsError) as caught:
        node_group(stack, vpc, vpc.private_subnets, launch_template=template(stack, efa(stack, other)), image=None)
    assert [(one.code, one.prop) for one in caught.value.problems] == [("TRN209", "launch_template")]


def test_the_groups_of_one_launch_template_are_of_one_vpc(stack: cdk.Stack) -> None:
    vpc, other = made(stack, "V"), made(stack, "W")
    with pytest.raises(PropsError) as caught:
        template(stack, efa(stack, vpc), plain(stack, other))
    assert [(one.code, one.prop) for one in caught.value.problems] == [("TRN209", "further_security_groups")]


@pytest.mark.parametrize(
    "where", [{"zone": "us-east-2a"}, {"zone": "us-east-2a", "zone_id": "use2-az2"}], ids=["zone", "both"]
)
def test_a_zone_that_is_not_the_subnets_own_is_called_that(stack: cdk.Stack, where: dict[str, str]) -> None:
    vpc = imported(stack, "V", "vpc-00000001")
    with pytest.raises(PropsError) as caught:
        node_group(stack, vpc, vpc.private_subnets, **where)
    assert caught.value.codes == ["TRN401"]
    assert (caught.value.problems[0].prop, caught.value.problems[0].got) == ("zone", "us-east-2a")
    assert caught.value.problems[0].allowed == "us-east-2b"


def key_in(region: str) -> Callable[[cdk.Stack], kms.IKey]:
    return lambda stack: kms.Key.from_key_arn(stack, "Key", f"arn:aws:kms:{region}:111122223333:key/1234abcd")


def test_a_key_of_another_region_is_refused(stack: cdk.Stack) -> None:
    vpc = imported(stack, "V", "vpc-00000001")
    with pytest.raises(PropsError) as caught:
        node_group(stack, vpc, vpc.private_subnets, encryption_key=key_in("us-west-2")(stack))
    assert caught.value.codes == ["TRN001"]
    assert caught.value.problems[0].prop == "encryption_key"


@pytest.mark.parametrize("key", [key_in("us-east-2"), lambda stack: kms.Key(stack, "Key")])
def test_a_key_of_the_region_is_taken(stack: cdk.Stack, key: Callable[[cdk.Stack], kms.IKey]) -> None:
    vpc = imported(stack, "V", "vpc-00000001")
    node_group(stack, vpc, vpc.private_subnets, encryption_key=key(stack))
    data = json.dumps(cdk.assertions.Template.from_stack(stack).find_resources("AWS::EC2::LaunchTemplate"))
    assert '"KmsKeyId": ' in data


def test_no_further_groups_may_be_said_with_none(stack: cdk.Stack) -> None:
    group = EfaSecurityGroup(stack, "Efa", vpc=imported(stack, "V", "vpc-00000001"))
    given: Any = {"image": IMAGE, "capacity": Capacity.reservation(), "further_security_groups": None}
    made_ = NodeLaunchTemplate(stack, "Lt", instance_type="trn2.48xlarge", security_group=group, **given)
    data = cdk.assertions.Template.from_stack(cdk.Stack.of(made_)).find_resources("AWS::EC2::LaunchTemplate")
    interfaces = next(iter(data.values()))["Properties"]["LaunchTemplateData"]["NetworkInterfaces"]
    assert all(len(one["Groups"]) == 1 for one in interfaces)


class Telling:
    """A subnet that names its VPC."""

    vpc_id = "vpc-00000001"

    def __getattr__(self, name: str) -> str:
        raise AssertionError(f"asked for {name}, which costs a call to Node")


def test_a_subnet_that_names_its_vpc_is_asked_for_nothing_else() -> None:
    assert ToldSubnet(Telling()).vpc_id == "vpc-00000001"  # type: ignore[arg-type]
