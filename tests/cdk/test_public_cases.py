"""The public bug reports that concern constructs: what each must mean for ours, named by the case's id."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import jsii
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import (
    Capacity,
    EfaSecurityGroup,
    NeuronImage,
    NodeGroup,
    PropsError,
    TrainingCluster,
    UltraServer,
)
from cdk_trainium.spec import parse_cluster

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
RESERVATION = "cr-0aaaaaaaaaaaaaaa1"
BLOCK = {"reservation_id": RESERVATION, "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
CLUSTER = """
name: case
region: us-east-2
zone: us-east-2b
image: {id: ami-0123456789abcdef0}
groups:
  - {name: train, instance_type: trn2.48xlarge, node_count: 64, capacity: {kind: reservation}}
"""


@pytest.fixture
def make(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> Any:
    def group(**props: Any) -> NodeGroup:
        given = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand(), "image": IMAGE, **props}
        return NodeGroup(stack, "Group", vpc=vpc, subnets=[subnet], **given)

    return group


def data(stack: cdk.Stack, find: Any) -> dict[str, Any]:
    (found,) = find(stack, "AWS::EC2::LaunchTemplate")
    content: dict[str, Any] = found["Properties"]["LaunchTemplateData"]
    return content


def refused(error: pytest.ExceptionInfo[PropsError], code: str, *words: str) -> bool:
    return code in error.value.codes and all(word in str(error.value) for word in words)


@pytest.mark.parametrize("existing", [True, False])
def test_k1_07_self_egress_is_never_dropped(stack: cdk.Stack, vpc: ec2.IVpc, find: Any, existing: bool) -> None:
    theirs = ec2.SecurityGroup(stack, "Theirs", vpc=vpc) if existing else None
    EfaSecurityGroup(stack, "Efa", vpc=vpc, security_group=theirs, allow_all_outbound=True)
    (rule,) = (item["Properties"] for item in find(stack, "AWS::EC2::SecurityGroupEgress"))
    assert rule["IpProtocol"] == "-1"
    assert rule["DestinationSecurityGroupId"] == rule["GroupId"]


def test_k1_15_no_groups_beside_interfaces(make: Any, stack: cdk.Stack, find: Any) -> None:
    make()
    content = data(stack, find)
    assert "SecurityGroupIds" not in content
    assert len(content["NetworkInterfaces"]) == 16
    assert all(item["Groups"] for item in content["NetworkInterfaces"])


def test_k1_17_efa_is_decided_by_type_and_not_by_family(make: Any) -> None:
    with pytest.raises(PropsError) as caught:
        make(instance_type="trn1.2xlarge", layout="efa", capacity=Capacity.spot())
    assert refused(caught, "TRN107", "trn1.2xlarge", "EFA")


@pytest.mark.parametrize(("name", "count"), [("trn1.32xlarge", 8), ("trn2.3xlarge", 1)])
def test_k1_17_efa_where_there_is_one(make: Any, stack: cdk.Stack, find: Any, name: str, count: int) -> None:
    make(instance_type=name, layout="efa", capacity=Capacity.spot())
    kinds = [item["InterfaceType"] for item in data(stack, find)["NetworkInterfaces"]]
    assert kinds.count("efa") == count


@pytest.mark.parametrize("layout", ["efa", "efa-only"])
def test_k1_19_interfaces_go_with_their_node(make: Any, stack: cdk.Stack, find: Any, layout: str) -> None:
    make(layout=layout)
    assert all(item["DeleteOnTermination"] is True for item in data(stack, find)["NetworkInterfaces"])


def test_k2_01_a_block_has_market_type_and_target(make: Any, stack: cdk.Stack, find: Any) -> None:
    make(capacity=Capacity.block(BLOCK))
    content = data(stack, find)
    target = content["CapacityReservationSpecification"]["CapacityReservationTarget"]
    assert content["InstanceMarketOptions"]["MarketType"] == "capacity-block"
    assert target["CapacityReservationId"] == RESERVATION


def test_k2_07_a_block_has_no_placement_group(make: Any, stack: cdk.Stack, find: Any) -> None:
    make(capacity=Capacity.block(BLOCK))
    (group,) = find(stack, "AWS::AutoScaling::AutoScalingGroup")
    assert "PlacementGroup" not in group["Properties"]
    assert "Placement" not in data(stack, find)
    assert find(stack, "AWS::EC2::PlacementGroup") == []


def test_k2_07_a_placement_group_on_a_block_is_refused(make: Any) -> None:
    with pytest.raises(PropsError) as caught:
        make(capacity=Capacity.block(BLOCK), placement_group="pg")
    assert refused(caught, "TRN315", "placement group", "capacity block")


def test_k2_09_a_reservation_is_targeted(make: Any, stack: cdk.Stack, find: Any) -> None:
    make(capacity=Capacity.reservation(RESERVATION))
    (group,) = find(stack, "AWS::AutoScaling::AutoScalingGroup")
    specification = group["Properties"]["CapacityReservationSpecification"]
    assert specification["CapacityReservationPreference"] == "capacity-reservations-only"
    assert specification["CapacityReservationTarget"]["CapacityReservationIds"] == [RESERVATION]


def test_k4_03_a_zone_id_is_no_zone_name(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    with pytest.raises(PropsError) as caught:
        NodeGroup(
            stack,
            "Group",
            vpc=vpc,
            subnets=[subnet],
            zone="use2-az3",
            image=IMAGE,
            instance_type="trn2.48xlarge",
            capacity=Capacity.on_demand(),
        )
    assert refused(caught, "TRN601", "use2-az3", "AvailabilityZone")


def test_k4_03_a_zone_id_stands_where_cloudformation_has_a_place_for_it(stack: cdk.Stack, find: Any) -> None:
    text = CLUSTER.replace("zone: us-east-2b", "zone_id: use2-az3")
    TrainingCluster(stack, "Cluster", cluster=parse_cluster(text, where="case"))
    for kind in ("AWS::EC2::Subnet", "AWS::EC2::CapacityReservation"):
        for item in find(stack, kind):
            assert item["Properties"]["AvailabilityZoneId"] == "use2-az3"
            assert "AvailabilityZone" not in item["Properties"]


def test_k5_01_an_image_floats_on_request_only() -> None:
    with pytest.raises(PropsError) as caught:
        NeuronImage(family="neuron-multi-framework", os="ubuntu-24.04")
    assert refused(caught, "TRN501", "floating")


def test_k5_13_user_data_over_16_kib_is_refused(make: Any) -> None:
    with pytest.raises(PropsError) as caught:
        make(user_data="#!/bin/sh\n" + "# padding\n" * 1700)
    assert refused(caught, caught.value.codes[0], "16384", "user data")
    assert "S3" in str(caught.value)


def test_k5_15_the_default_system_is_not_frozen(make: Any, stack: cdk.Stack, template: Any) -> None:
    make(image=NeuronImage(family="neuron-multi-framework", floating=True))
    defaults = [item.get("Default") for item in template(stack)["Parameters"].values()]
    assert "/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id" in defaults


def test_k6_03_no_zone_is_looked_up(context: Mapping[str, Any], template: Any) -> None:
    env = cdk.Environment(account="111122223333", region="us-east-2")
    stack = cdk.Stack(cdk.App(context=dict(context)), "Explicit", env=env)
    TrainingCluster(stack, "Cluster", cluster=parse_cluster(CLUSTER, where="case"))
    assert "dummy" not in str(template(stack))


def test_k6_05_a_token_is_no_node_count(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    count = cdk.CfnParameter(stack, "Nodes", type="Number", default=6).value_as_number
    with pytest.raises(PropsError) as caught:
        UltraServer(
            stack,
            "Server",
            vpc=vpc,
            subnets=[subnet],
            node_count=count,  # type: ignore[arg-type]
            capacity=[Capacity.block(BLOCK)],
            image=IMAGE,
        )
    assert refused(caught, "TRN004", "node count")


@jsii.implements(cdk.IAspect)
class Hardened:
    """Another team's mutating aspect."""

    def visit(self, node: Any) -> None:
        if isinstance(node, ec2.CfnLaunchTemplate):
            node.add_property_override("LaunchTemplateData.DisableApiTermination", True)


def test_k6_09_a_foreign_mutating_aspect_coexists(context: Mapping[str, Any], find: Any) -> None:
    app = cdk.App(context={**context, "@aws-cdk/core:aspectStabilization": True})
    stack = cdk.Stack(app, "Test", env=cdk.Environment(region="us-east-2"))
    TrainingCluster(stack, "Cluster", cluster=parse_cluster(CLUSTER, where="case"))
    cdk.Aspects.of(app).add(Hardened(), priority=cdk.AspectPriority.MUTATING)
    assert data(stack, find)["DisableApiTermination"] is True


def test_k6_11_resources_grow_with_groups_and_not_with_nodes(stack: cdk.Stack, template: Any) -> None:
    imported = CLUSTER + (
        "network: {imported: {vpc_id: vpc-0123456789abcdef0, subnet_ids: [subnet-0123456789abcdef0]}}\n"
    )
    TrainingCluster(stack, "Cluster", cluster=parse_cluster(imported, where="case"))
    assert len(template(stack)["Resources"]) <= 30


def test_k6_11_a_cluster_with_its_own_network_has_as_many_resources_for_64_nodes_as_for_one(
    context: Mapping[str, Any], template: Any
) -> None:
    def resources(nodes: int) -> list[str]:
        stack = cdk.Stack(cdk.App(context=dict(context)), "Test", env=cdk.Environment(region="us-east-2"))
        text = CLUSTER.replace("node_count: 64", f"node_count: {nodes}")
        TrainingCluster(stack, "Cluster", cluster=parse_cluster(text, where="case"))
        return sorted(item["Type"] for item in template(stack)["Resources"].values())

    assert "AWS::EC2::VPC" in resources(1)
    assert resources(64) == resources(1)


@pytest.mark.parametrize("bought", [Capacity.on_demand(), Capacity.reservation(), Capacity.block(BLOCK)])
def test_k6_11_a_node_group_alone_stays_within_30_resources(
    make: Any, stack: cdk.Stack, template: Any, bought: Any
) -> None:
    make(capacity=bought, node_count=64)
    assert len(template(stack)["Resources"]) <= 30


def test_k6_15_no_docker_and_no_function(
    stack: cdk.Stack, template: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    TrainingCluster(stack, "Cluster", cluster=parse_cluster(CLUSTER, where="case"))
    kinds = {item["Type"] for item in template(stack)["Resources"].values()}
    assert kinds.isdisjoint({"AWS::Lambda::Function", "Custom::VpcRestrictDefaultSG"})


def test_k8_01_subnets_of_two_zones_are_refused(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    other = ec2.Subnet.from_subnet_attributes(
        stack, "Other", subnet_id="subnet-00000001", availability_zone="us-east-2c", route_table_id="rtb-1"
    )
    with pytest.raises(PropsError) as caught:
        NodeGroup(
            stack,
            "Group",
            vpc=vpc,
            subnets=[subnet, other],
            image=IMAGE,
            instance_type="trn2.48xlarge",
            capacity=Capacity.reservation(),
        )
    assert refused(caught, "TRN401", "cluster", "subnet")


def test_k8_05_the_strategy_is_always_written(make: Any, stack: cdk.Stack, find: Any) -> None:
    make(capacity=Capacity.reservation())
    (group,) = find(stack, "AWS::EC2::PlacementGroup")
    assert group["Properties"]["Strategy"] == "cluster"
