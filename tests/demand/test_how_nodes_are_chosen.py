"""Groups that choose among types, buy in shares, or describe their nodes themselves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium.demand import Demand
from cdk_trainium.demand.from_templates import from_templates
from cdk_trainium.demand.shares import shares
from cdk_trainium.template import load_text

Data = dict[str, Any]
USE = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}
REQUIREMENTS = {"InstanceRequirements": {"VCpuCount": {"Min": 100}, "MemoryMiB": {"Min": 1}}}
LAUNCH = {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": {"InstanceType": "trn2.48xlarge"}}}


def demand(kind: str, properties: Data) -> Demand:
    data = {"Resources": {"Owner": {"Type": kind, "Properties": properties}, "Lt": LAUNCH}}
    (only,) = from_templates([load_text(json.dumps(data), region="us-east-2")])
    return only


def mixed(*overrides: Data, distribution: Data | None = None, **more: Any) -> Demand:
    policy: Data = {"LaunchTemplate": {"LaunchTemplateSpecification": USE, "Overrides": list(overrides)}}
    if distribution is not None:
        policy["InstancesDistribution"] = distribution
    properties = {"MinSize": "0", "MaxSize": "8", "MixedInstancesPolicy": policy, **more}
    return demand("AWS::AutoScaling::AutoScalingGroup", properties)


def fleet(*overrides: Data, **target: Any) -> Demand:
    config = {"LaunchTemplateSpecification": USE, "Overrides": list(overrides)}
    wanted = {"TotalTargetCapacity": 4, "DefaultTargetCapacityType": "on-demand", **target}
    properties = {"LaunchTemplateConfigs": [config], "TargetCapacitySpecification": wanted}
    return demand("AWS::EC2::EC2Fleet", properties)


def spot_fleet(**request: Any) -> Demand:
    return demand("AWS::EC2::SpotFleet", {"SpotFleetRequestConfigData": {"TargetCapacity": 4, **request}})


def bought(found: Demand) -> list[tuple[str, str, int | None]]:
    return [(group.instance_type, group.capacity.kind, group.count) for group in found.groups]


def noted(found: Demand) -> set[str]:
    return {note.what for note in found.not_determined}


def hyperpod(**group: Any) -> Demand:
    return demand("AWS::SageMaker::Cluster", {"InstanceGroups": [{"InstanceCount": 4, **group}]})


@pytest.mark.parametrize(
    "found",
    [
        mixed(REQUIREMENTS),
        fleet(REQUIREMENTS),
        spot_fleet(LaunchTemplateConfigs=[{"LaunchTemplateSpecification": USE, "Overrides": [REQUIREMENTS]}]),
        spot_fleet(LaunchSpecifications=[REQUIREMENTS]),
    ],
    ids=["asg", "fleet", "spot-fleet", "specification"],
)
def test_requirements_leave_the_type_open(found: Demand) -> None:
    assert found.groups[0].instance_type == ""
    assert "the instance type" in noted(found)


TYPES = [{"InstanceType": "trn1.32xlarge"}, {"InstanceType": "trn2.48xlarge"}]
NODE_GROUP = {"LaunchTemplate": USE, "InstanceTypes": [one["InstanceType"] for one in TYPES]}


@pytest.mark.parametrize(
    "found",
    [
        mixed(*TYPES),
        fleet(*TYPES),
        spot_fleet(LaunchSpecifications=TYPES),
        demand("AWS::EKS::Nodegroup", NODE_GROUP),
        demand("AWS::PCS::ComputeNodeGroup", {"CustomLaunchTemplate": USE, "InstanceConfigs": TYPES}),
        mixed({"InstanceType": "trn1.32xlarge"}, {"WeightedCapacity": "1"}),
    ],
    ids=["asg", "fleet", "spot-fleet", "eks", "pcs", "override-without-type"],
)
def test_a_choice_among_types_is_noted(found: Demand) -> None:
    assert found.groups[0].instance_type == "trn1.32xlarge"
    assert "the instance type" in noted(found)


@pytest.mark.parametrize("found", [mixed(TYPES[0]), fleet(TYPES[0]), mixed()], ids=["asg", "fleet", "none"])
def test_one_type_is_no_choice(found: Demand) -> None:
    assert "the instance type" not in noted(found)


@pytest.mark.parametrize(
    ("base", "percent", "expected"),
    [
        (0, 100, [("on-demand", 8)]),
        (0, 0, [("spot", 8)]),
        (2, 0, [("on-demand", 2), ("spot", 6)]),
        (1, 50, [("on-demand", 5), ("spot", 3)]),
        (8, 0, [("on-demand", 8)]),
    ],
)
def test_the_shares_of_a_group(base: int, percent: int, expected: list[tuple[str, int]]) -> None:
    found = mixed(distribution={"OnDemandBaseCapacity": base, "OnDemandPercentageAboveBaseCapacity": percent})
    assert [(kind, count) for _, kind, count in bought(found)] == expected


def test_a_hidden_share_is_not_determined() -> None:
    found = mixed(distribution={"OnDemandPercentageAboveBaseCapacity": {"Fn::ImportValue": "share"}})
    assert "OnDemandPercentageAboveBaseCapacity" in noted(found)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500), st.integers(0, 600), st.integers(0, 100))
def test_shares_add_up(most: int, least: int, surge: int, base: int, percent: int) -> None:
    sizes = {"count": most, "least": min(least, most), "desired": most, "surge": surge}
    parts = [part for part in shares(sizes, base, percent) if part is not None]
    assert {name: sum(part[name] for part in parts) for name in sizes} == sizes
    assert all(size >= 0 for part in parts for size in part.values())


def test_a_fleet_on_a_block_is_one() -> None:
    assert bought(fleet(DefaultTargetCapacityType="capacity-block")) == [("trn2.48xlarge", "block", 4)]


def test_the_shares_of_a_fleet() -> None:
    found = fleet(DefaultTargetCapacityType="spot", OnDemandTargetCapacity=1)
    assert [(kind, count) for _, kind, count in bought(found)] == [("spot", 3), ("on-demand", 1)]
    shared = spot_fleet(LaunchTemplateConfigs=[{"LaunchTemplateSpecification": USE}], OnDemandTargetCapacity=4)
    assert [(kind, count) for _, kind, count in bought(shared)] == [("on-demand", 4)]


def test_subnets_of_a_fleet_are_all_read() -> None:
    found = fleet({"SubnetId": "subnet-1, subnet-2"}, {"SubnetId": "subnet-3"})
    assert found.groups[0].subnet_ids == ("subnet-1", "subnet-2", "subnet-3")


def test_a_launch_specification_is_read_as_launch_data() -> None:
    own = {"InstanceType": "trn1.32xlarge", "SecurityGroups": [{"GroupId": "sg-1"}], "SubnetId": "subnet-1"}
    (group, *_) = spot_fleet(LaunchSpecifications=[own]).groups
    assert (group.instance_type, group.capacity.kind, group.count) == ("trn1.32xlarge", "spot", 4)
    assert (group.security_group_ids, group.subnet_ids) == (("sg-1",), ("subnet-1",))


@pytest.mark.parametrize("name", ["ml.trn2.48xlarg", "ml.trn9.48xlarge", "trn2.48xlarge"])
def test_a_hyperpod_type_that_does_not_exist_is_noted(name: str) -> None:
    assert "InstanceType" in noted(hyperpod(InstanceType=name))


@pytest.mark.parametrize("name", ["ml.trn2.48xlarge", "ml.c5.large"])
def test_other_hyperpod_types_are_not_noted(name: str) -> None:
    found = hyperpod(InstanceType=name)
    assert "InstanceType" not in noted(found)
    assert found.hyperpod[0].instance_type == name


@pytest.mark.parametrize(
    ("bought", "what"),
    [
        ({"TrainingPlanArn": "arn:aws:sagemaker:us-east-2:1:training-plan/p"}, "TrainingPlanArn"),
        ({"TrainingPlanArn": {"Fn::ImportValue": "plan"}}, "TrainingPlanArn"),
        ({"CapacityRequirements": {"Spot": {}}}, "CapacityRequirements"),
    ],
)
def test_hyperpod_instances_that_are_not_bought_on_demand_are_open(bought: dict[str, Any], what: str) -> None:
    """Nobody tells which quota they count against: neither counted as on demand, nor passed over."""
    found = hyperpod(InstanceType="ml.trn2.48xlarge", **bought)
    assert found.hyperpod == ()
    assert what in noted(found)
    assert not next(note for note in found.not_determined if note.what == what).judged


@pytest.mark.parametrize("bought", [{}, {"TrainingPlanArn": ""}, {"CapacityRequirements": {"OnDemand": {}}}])
def test_hyperpod_instances_on_demand_are_counted(bought: dict[str, Any]) -> None:
    found = hyperpod(InstanceType="ml.trn2.48xlarge", **bought)
    assert [one.count for one in found.hyperpod] == [4]


def test_a_hyperpod_group_that_chooses_its_type_is_noted() -> None:
    found = hyperpod(InstanceRequirements={"InstanceTypes": ["ml.trn2.48xlarge", "ml.trn1.32xlarge"]})
    assert "the instance type" in noted(found)


WEIGHTED = {"InstanceType": "trn2.48xlarge", "WeightedCapacity": 2}


@pytest.mark.parametrize(
    "found",
    [
        mixed({**WEIGHTED, "WeightedCapacity": "2"}),
        mixed(DesiredCapacityType="vcpu"),
        fleet(WEIGHTED),
        fleet(TargetCapacityUnitType="vcpu"),
        spot_fleet(LaunchSpecifications=[WEIGHTED]),
        spot_fleet(TargetCapacityUnitType="memory-mib"),
    ],
    ids=["asg", "asg-unit", "fleet", "fleet-unit", "spot-fleet", "spot-fleet-unit"],
)
def test_a_capacity_that_is_not_counted_in_nodes_is_noted(found: Demand) -> None:
    (note,) = (note for note in found.not_determined if note.what == "the node count" and note.judged)
    assert note.where.endswith("Owner")
    assert "the node count" not in noted(mixed())
