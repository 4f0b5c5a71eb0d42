"""What launches nodes is read whole: overrides, requirements, fleets, shares, families."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review import Policy

from .build import Data, changed, cluster, findings, group_of, ids, judged, launch_of, subnet

REQUIREMENTS = {"InstanceRequirements": {"VCpuCount": {"Min": 100}, "MemoryMiB": {"Min": 1}}}
TARGET = {"CapacityReservationTarget": {"CapacityReservationId": "cr-0123456789abcdef0"}}
BLOCK = ("cr-0123456789abcdef0",)


def without_group(*resources: tuple[str, Data]) -> Data:
    data = cluster()
    del data["Resources"]["Asg"]
    data["Resources"].update(resources)
    return data


def mixed(*overrides: Data, distribution: Data | None = None) -> Data:
    data = cluster()
    group = group_of(data)
    template = {"LaunchTemplateSpecification": group.pop("LaunchTemplate"), "Overrides": list(overrides)}
    group["MixedInstancesPolicy"] = {"LaunchTemplate": template}
    if distribution is not None:
        group["MixedInstancesPolicy"]["InstancesDistribution"] = distribution
    return data


def fleet(*overrides: Data, **target: Any) -> Data:
    config = {
        "LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"},
        "Overrides": list(overrides),
    }
    wanted = {"TotalTargetCapacity": 4, "DefaultTargetCapacityType": "on-demand", **target}
    properties = {"LaunchTemplateConfigs": [config], "TargetCapacitySpecification": wanted}
    return without_group(("Fleet", {"Type": "AWS::EC2::EC2Fleet", "Properties": properties}))


def spot_fleet(**request: Any) -> Data:
    request = {"IamFleetRole": "arn:aws:iam::123456789012:role/fleet", "TargetCapacity": 4, **request}
    properties = {"SpotFleetRequestConfigData": request}
    return without_group(("Fleet", {"Type": "AWS::EC2::SpotFleet", "Properties": properties}))


def batch(*types: str) -> Data:
    resources = {
        "Type": "EC2",
        "MaxvCpus": 768,
        "InstanceTypes": list(types),
        "Subnets": [{"Ref": "Subnet"}],
        "InstanceRole": "ecs",
        "LaunchTemplate": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"},
    }
    properties = {"Type": "MANAGED", "ComputeResources": resources}
    data = without_group(("Batch", {"Type": "AWS::Batch::ComputeEnvironment", "Properties": properties}))
    del launch_of(data)["InstanceType"]
    return data


def test_requirements_leave_the_launch_template_to_the_group() -> None:
    data = mixed(REQUIREMENTS)
    data["Resources"]["Subnet"]["Properties"]["MapPublicIpOnLaunch"] = True
    data["Resources"]["Other"] = subnet("us-east-2c")
    group = group_of(data)
    group["VPCZoneIdentifier"].append({"Ref": "Other"})
    group["MixedInstancesPolicy"]["LaunchTemplate"]["LaunchTemplateSpecification"]["Version"] = "$Latest"
    assert ids(data) == ["TRN100", "TRN113", "TRN341", "TRN401"]


def test_a_block_behind_requirements_is_still_a_block() -> None:
    data = mixed(REQUIREMENTS)
    launch_of(data).update(
        InstanceMarketOptions={"MarketType": "capacity-block"}, CapacityReservationSpecification=TARGET
    )
    assert {"TRN308", "TRN315", "TRN342"} <= set(ids(data))


def test_requirements_of_one_override_say_nothing_of_another() -> None:
    own = {"LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}}
    typeless = changed(mixed(REQUIREMENTS, own), lambda data: launch_of(data).pop("InstanceType"))
    assert "TRN913" in ids(typeless)
    assert "TRN913" not in ids(changed(mixed(REQUIREMENTS), lambda data: launch_of(data).pop("InstanceType")))


def test_an_override_without_type_keeps_that_of_the_launch_template() -> None:
    data = mixed({"WeightedCapacity": "1"}, {"InstanceType": "trn1.32xlarge"})
    launch_of(data)["InstanceType"] = "trn2.48xlargee"
    assert {"TRN010", "TRN101"} <= set(ids(data))


@pytest.mark.parametrize(
    "data",
    [
        mixed(REQUIREMENTS),
        fleet(REQUIREMENTS),
        spot_fleet(
            LaunchTemplateConfigs=[
                {
                    "LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"},
                    "Overrides": [REQUIREMENTS],
                }
            ]
        ),
    ],
    ids=["asg", "fleet", "spot-fleet"],
)
def test_requirements_hide_the_type(data: Data) -> None:
    assert ids(data) == ["TRN100"]


def test_launch_specifications_of_a_spot_fleet_are_nodes() -> None:
    data = spot_fleet(
        LaunchSpecifications=[
            {
                "InstanceType": "trn2.48xlarge",
                "ImageId": "ami-0123456789abcdef0",
                "UserData": {"Fn::Base64": "x" * 17000},
                "NetworkInterfaces": [{"DeviceIndex": 0}, {"DeviceIndex": 5, "AssociatePublicIpAddress": True}],
            }
        ]
    )
    del data["Resources"]["Lt"]
    assert {"TRN102", "TRN112", "TRN510", "TRN701"} <= set(ids(data))
    change = data["Resources"]["Fleet"]["Properties"]["SpotFleetRequestConfigData"]["LaunchSpecifications"][0]
    change["InstanceType"] = "trn2.48xlargee"
    assert {"TRN010", "TRN112"} <= set(ids(data))


def test_overrides_of_a_spot_fleet_are_its_types() -> None:
    template = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}
    overrides = [{"InstanceType": "trn1.32xlarge"}]
    data = spot_fleet(LaunchTemplateConfigs=[{"LaunchTemplateSpecification": template, "Overrides": overrides}])
    assert {"TRN101", "TRN105"} <= set(ids(data))


def test_a_spot_fleet_is_bought_as_spot() -> None:
    template = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}
    data = spot_fleet(LaunchTemplateConfigs=[{"LaunchTemplateSpecification": template}])
    launch_of(data)["CapacityReservationSpecification"] = TARGET
    assert "TRN303" in ids(data)


def test_a_fleet_on_a_block_is_one() -> None:
    data = fleet({"SubnetId": {"Ref": "Subnet"}}, DefaultTargetCapacityType="capacity-block")
    assert {"TRN301", "TRN315"} <= set(ids(data))


@pytest.mark.parametrize("share", ["SpotTargetCapacity", "OnDemandTargetCapacity"])
def test_shares_of_a_fleet_are_each_judged(share: str) -> None:
    default = "on-demand" if share.startswith("Spot") else "spot"
    data = fleet({}, DefaultTargetCapacityType=default, **{share: 1})
    launch_of(data)["CapacityReservationSpecification"] = TARGET
    assert {"TRN302", "TRN303"} <= set(ids(data, blocks=BLOCK))


@pytest.mark.parametrize("wrong", [["spot"], {"Kind": "spot"}, None])
def test_a_default_of_the_wrong_type_is_told(wrong: Any) -> None:
    found = ids(fleet({}, DefaultTargetCapacityType=wrong))
    assert "TRN917" in found
    assert "TRN990" not in found


def test_overrides_of_a_fleet_name_its_zones() -> None:
    data = fleet({"AvailabilityZone": "us-east-2a"}, {"AvailabilityZone": "us-east-2b"})
    found = {item.id: item for item in findings(data)}
    assert found["TRN401"].subject.property == "Properties.LaunchTemplateConfigs"


def test_a_zone_beside_a_subnet_of_another_override_counts() -> None:
    data = fleet({"SubnetId": {"Ref": "Subnet"}}, {"AvailabilityZone": "us-east-2a"})
    assert "TRN401" in ids(data)
    assert ids(fleet({"SubnetId": {"Ref": "Subnet"}}, {"AvailabilityZone": "us-east-2b"})) == []


def test_one_override_may_name_several_subnets_with_commas() -> None:
    data = fleet({"SubnetId": "subnet-0123456789abcdef0, subnet-0123456789abcdef1"})
    assert ids(data) == ["TRN401"]


def test_an_override_replaces_the_placement_group() -> None:
    data = fleet({"Placement": {"GroupName": {"Ref": "Apart"}}})
    data["Resources"]["Apart"] = {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "spread"}}
    assert ids(data) == ["TRN402"]


def test_an_override_replaces_what_the_node_says() -> None:
    data = fleet({"MetadataOptions": {"HttpTokens": "optional"}})
    assert "TRN701" in ids(data)


@pytest.mark.parametrize(
    ("base", "percent", "expected"),
    [
        (0, 0, {"TRN303"}),
        (0, 100, {"TRN302"}),
        (2, 0, {"TRN302", "TRN303"}),
        (0, 50, {"TRN302", "TRN303"}),
        (4, 0, {"TRN302"}),
    ],
)
def test_shares_of_a_mixed_group_are_each_judged(base: int, percent: int, expected: set[str]) -> None:
    distribution = {"OnDemandBaseCapacity": base, "OnDemandPercentageAboveBaseCapacity": percent}
    data = mixed({"InstanceType": "trn2.48xlarge"}, distribution=distribution)
    launch_of(data)["CapacityReservationSpecification"] = TARGET
    assert {"TRN302", "TRN303"} & set(ids(data, blocks=BLOCK)) == expected


def test_a_hidden_share_is_unknown() -> None:
    distribution = {"OnDemandPercentageAboveBaseCapacity": {"Ref": "Share"}}
    data = mixed({"InstanceType": "trn2.48xlarge"}, distribution=distribution)
    data["Parameters"] = {"Share": {"Type": "Number"}}
    assert "TRN304" in ids(data)


@pytest.mark.parametrize("kind", [{"Ref": "Kind"}, {"Fn::ImportValue": "kind"}])
def test_a_hidden_type_is_told_where_no_group_is(kind: Data) -> None:
    launch = {"InstanceType": kind, "ImageId": "ami-0123456789abcdef0", "MetadataOptions": {"HttpTokens": "required"}}
    lone = {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": launch}}
    data = {"Parameters": {"Kind": {"Type": "String"}}, "Resources": {"Lt": lone}}
    assert {item.level for item in findings(data) if item.id == "TRN913"} == {Level.UNKNOWN}
    launch["InstanceType"] = "t3.micro"
    assert "TRN913" not in ids(data)


def test_a_family_of_batch_is_its_types() -> None:
    assert ids(batch("trn2"), region="us-east-2") == []
    assert {"TRN101", "TRN105"} <= set(ids(batch("trn1")))
    assert "TRN010" not in ids(batch("trn1"))
    assert "TRN010" in ids(batch("trn9"))


@pytest.mark.parametrize(("family", "told"), [("p5", True), ("p5e", False), ("p5en", False), ("inf2", False)])
def test_a_size_of_a_family_that_the_catalog_does_not_hold_is_unknown(family: str, told: bool) -> None:
    found = [item.id for item in findings(batch(family)) if item.level is Level.UNKNOWN]
    assert ("TRN100" in found) is told


@pytest.mark.parametrize("choice", ["optimal", "default_x86_64", "default_arm64"])
def test_types_that_batch_chooses_are_unknown_and_have_no_efa(choice: str) -> None:
    assert ids(batch(choice)) == ["TRN100", "TRN913"]
    plain = changed(batch(choice), lambda data: launch_of(data).pop("NetworkInterfaces"))
    assert not {"TRN100", "TRN913"} & set(ids(plain))


def hyperpod(*groups: Data) -> Data:
    data = without_group()
    del data["Resources"]["Lt"]
    vpc = {"SecurityGroupIds": [{"Ref": "Sg"}], "Subnets": [{"Ref": "Subnet"}]}
    role = "arn:aws:iam::123456789012:role/nodes"
    common = {"InstanceCount": 4, "ExecutionRole": role}
    listed = [{**common, "InstanceGroupName": f"g{at}", **group} for at, group in enumerate(groups)]
    properties = {"InstanceGroups": listed, "VpcConfig": vpc, "Tags": [{"Key": "team", "Value": "llama"}]}
    data["Resources"]["Pod"] = {"Type": "AWS::SageMaker::Cluster", "Properties": properties}
    return data


def test_a_hyperpod_type_that_does_not_exist_is_refused() -> None:
    found = {item.id: item for item in findings(hyperpod({"InstanceType": "ml.trn9.48xlarge"}))}
    assert found["TRN010"].subject.property == "Properties.InstanceGroups.0.InstanceType"


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ({"InstanceType": "ml.trn2.48xlarge"}, []),
        ({"InstanceRequirements": {"InstanceTypes": ["ml.c5.large", "ml.trn2.48xlarge"]}}, []),
        ({"InstanceType": {"Fn::ImportValue": "type"}}, ["TRN606"]),
    ],
    ids=["type", "choice", "hidden"],
)
def test_what_hyperpod_makes_itself_is_not_judged(group: Data, expected: list[str]) -> None:
    report = judged(hyperpod({"InstanceType": "ml.c5.large"}, group), region="us-east-2")
    assert [item.id for item in report.findings] == expected
    assert all(item.level is Level.UNKNOWN for item in report.findings)
    assert [item.status for item in report.results if item.id == "TRN914"] == ["skipped"]


def test_a_hyperpod_cluster_without_efa_has_no_finding() -> None:
    assert ids(hyperpod({"InstanceType": "ml.c5.large"}, {"InstanceType": "ml.g5.xlarge"}), region="us-east-2") == []


@pytest.mark.parametrize("kind", ["AWS::EKS::Nodegroup", "AWS::Batch::ComputeEnvironment"])
def test_a_group_without_launch_template_uses_no_efa(kind: str) -> None:
    if kind == "AWS::EKS::Nodegroup":
        properties = {"ClusterName": "c", "Subnets": [{"Ref": "Subnet"}], "InstanceTypes": ["trn2.48xlarge"]}
    else:
        properties = batch("trn2.48xlarge")["Resources"]["Batch"]["Properties"]
        del properties["ComputeResources"]["LaunchTemplate"]
    data = without_group(("Group", {"Type": kind, "Properties": properties}))
    del data["Resources"]["Lt"]
    found = {item.id: item for item in findings(data)}
    assert found["TRN111"].subject.property == "Properties"


PLACES = ({"AvailabilityZone": "us-east-2a"}, {"AvailabilityZone": "us-east-2b"})
ONE_ZONE = {"SingleAvailabilityZone": True}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, [Level.ERROR]),
        ({"Type": "instant"}, [Level.ERROR]),
        ({"Type": "instant", "OnDemandOptions": ONE_ZONE}, []),
        ({"Type": "instant", "SpotOptions": ONE_ZONE}, [Level.ERROR]),
        ({"Type": "request", "OnDemandOptions": ONE_ZONE}, [Level.ERROR]),
        ({"OnDemandOptions": ONE_ZONE}, [Level.ERROR]),
        ({"Type": {"Ref": "P"}, "OnDemandOptions": ONE_ZONE}, [Level.WARNING]),
        ({"Type": "instant", "OnDemandOptions": {"SingleAvailabilityZone": {"Ref": "P"}}}, [Level.WARNING]),
        ({"Type": "instant", "OnDemandOptions": {"SingleAvailabilityZone": "false"}}, [Level.ERROR]),
    ],
)
def test_a_fleet_that_takes_one_of_its_zones(more: Data, expected: list[Level]) -> None:
    data = {**fleet(*PLACES), "Parameters": {"P": {"Type": "String"}}}
    data["Resources"]["Fleet"]["Properties"] |= more
    assert [item.level for item in findings(data) if item.id == "TRN401"] == expected


def test_each_override_is_held_against_its_own_zone() -> None:
    """Trn1 is offered in use1-az6 and Trn2 is not: which override is where decides."""
    places = [{"InstanceType": "trn2.48xlarge", "AvailabilityZoneId": "use2-az3"}]
    places += [{"InstanceType": "trn1.32xlarge", "AvailabilityZoneId": "use2-az3"}]
    told = {at: len([item for item in findings(fleet(*places[:at])) if item.id == "TRN605"]) for at in (1, 2)}
    alone = len([item for item in findings(fleet(*places[1:])) if item.id == "TRN605"])
    assert told[2] == told[1] + alone


def instance(**properties: Any) -> Data:
    launched = {"LaunchTemplate": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}, **properties}
    return without_group(("One", {"Type": "AWS::EC2::Instance", "Properties": launched}))


OWNER = {"Key": "owner", "Value": "a"}


@pytest.mark.parametrize(
    ("data", "required", "expected"),
    [
        (instance(Tags=[OWNER]), ("owner", "team"), []),
        (instance(Tags=[OWNER]), ("cost",), [Level.ERROR]),
        (instance(), ("team",), []),
        (instance(Tags=[{"Key": {"Ref": "P"}, "Value": "a"}]), ("owner",), [Level.UNKNOWN]),
    ],
)
def test_tags_of_an_instance_come_to_those_of_its_launch_template(
    data: Data, required: tuple[str, ...], expected: list[Level]
) -> None:
    found = findings({**data, "Parameters": {"P": {"Type": "String"}}}, policy=Policy(required_tags=required))
    assert [item.level for item in found if item.id == "TRN807"] == expected


def test_tags_that_services_give_to_their_nodes() -> None:
    data = batch("trn2.48xlarge")
    data["Resources"]["Batch"]["Properties"]["ComputeResources"]["Tags"] = {"owner": "a"}
    instant = fleet()
    instant["Resources"]["Fleet"]["Properties"] |= {
        "Type": "instant",
        "TagSpecifications": [{"ResourceType": "instance", "Tags": [OWNER]}],
    }
    for one in (data, instant):
        found = findings(one, policy=Policy(required_tags=("owner", "team")))
        assert [item for item in found if item.id == "TRN807"] == []
