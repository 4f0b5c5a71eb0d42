"""Demand of templates: every resource that launches nodes, counts, and what only a deployment decides."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand, Group
from cdk_trainium.demand.from_templates import from_templates
from cdk_trainium.demand.measure import interfaces_total, vcpus_of
from cdk_trainium.template import load_text

LAUNCH = {
    "InstanceType": "trn2.48xlarge",
    "ImageId": "ami-0123456789abcdef0",
    "NetworkInterfaces": [
        {"NetworkCardIndex": card, "DeviceIndex": int(card > 0), "InterfaceType": "efa", "Groups": ["sg-1"]}
        for card in range(16)
    ],
    "BlockDeviceMappings": [{"DeviceName": "/dev/xvda", "Ebs": {"VolumeSize": 512, "VolumeType": "gp3"}}],
}


def template(
    kind: str, properties: dict[str, Any], launch: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    resources = {"Owner": {"Type": kind, "Properties": properties, **more}}
    lt = {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": {**LAUNCH, **(launch or {})}}}
    return {"Resources": {**resources, "Lt": lt}}


def demand(data: dict[str, Any]) -> Demand:
    (only,) = from_templates([load_text(json.dumps(data), region="us-east-2")])
    return only


def group(data: dict[str, Any]) -> Group:
    (only,) = demand(data).groups
    return only


USE = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": {"Fn::GetAtt": ["Lt", "LatestVersionNumber"]}}


def auto_scaling(
    launch: dict[str, Any] | None = None, policy: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    properties = {"MinSize": "0", "MaxSize": "8", "LaunchTemplate": USE, "VPCZoneIdentifier": ["subnet-1"], **more}
    return template("AWS::AutoScaling::AutoScalingGroup", properties, launch, UpdatePolicy=policy or {})


def test_an_auto_scaling_group_counts_at_its_maximum() -> None:
    found = group(auto_scaling())
    assert (found.instance_type, found.count, found.desired, found.surge) == ("trn2.48xlarge", 8, 0, 0)
    assert found.subnet_ids == ("subnet-1",)
    assert found.security_group_ids == ("sg-1",)
    assert found.block_devices[0].gib == 512
    assert interfaces_total(found, default()) == 128


@pytest.mark.parametrize(
    ("key", "written", "existing"),
    [("alias/mine", "alias/mine", ("alias/mine",)), ({"Fn::GetAtt": ["Key", "Arn"]}, "new:Key", ()), (None, "", ())],
)
def test_a_key_of_the_plan_is_none_to_ask_for(key: Any, written: str, existing: tuple[str, ...]) -> None:
    ebs = {"VolumeSize": 512, "VolumeType": "gp3", **({"KmsKeyId": key} if key else {})}
    data = auto_scaling({"BlockDeviceMappings": [{"DeviceName": "/dev/xvda", "Ebs": ebs}]})
    data["Resources"]["Key"] = {"Type": "AWS::KMS::Key"}
    found = demand(data)
    assert (found.groups[0].block_devices[0].kms_key_id, found.kms_keys) == (written, existing)


@pytest.mark.parametrize(
    ("key", "existing", "is_open"),
    [
        ("alias/mine", "alias/mine", False),
        ("alias/ours", "", False),
        ("arn:aws:kms:us-east-2:111122223333:alias/ours", "", False),
        ({"Ref": "Key"}, "", False),
        ({"Ref": "Empty"}, "", True),
    ],
)
def test_the_key_of_a_volume_beside_those_of_nodes(key: Any, existing: str, is_open: bool) -> None:
    """An alias that the plan makes is none to ask for, whether a node names it or a volume."""
    ebs = {"VolumeSize": 512, "VolumeType": "gp3", "KmsKeyId": key}
    data = auto_scaling({"BlockDeviceMappings": [{"DeviceName": "/dev/xvda", "Ebs": ebs}]})
    data["Parameters"] = {"Empty": {"Type": "String"}}
    data["Resources"]["Key"] = {"Type": "AWS::KMS::Key"}
    data["Resources"]["Alias"] = {"Type": "AWS::KMS::Alias", "Properties": {"AliasName": "alias/ours"}}
    assert demand(data).kms_keys == ((existing,) if existing else ())
    disk = {"Type": "AWS::EC2::Volume", "Properties": {"Size": 8, "Encrypted": True, "KmsKeyId": key}}
    made = {name: data["Resources"][name] for name in ("Key", "Alias")}
    data = {**data, "Resources": {**made, "Disk": disk}}
    found = demand(data)
    assert (found.kms_keys, [one.kms_key_id for one in found.volumes]) == ((), [existing])
    assert ("KmsKeyId" in open_parts(data)) == is_open


def test_updates_that_need_more_nodes_are_counted() -> None:
    replacing = {"AutoScalingReplacingUpdate": {"WillReplace": True}}
    assert group(auto_scaling(policy=replacing)).surge == 8
    healthy = {"MinHealthyPercentage": 100, "MaxHealthyPercentage": 150}
    assert group(auto_scaling(InstanceMaintenancePolicy=healthy)).surge == 4
    assert group(auto_scaling(InstanceMaintenancePolicy={**healthy, "MaxHealthyPercentage": 100})).surge == 0


def test_a_block_is_read_from_the_launch_template() -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationId": "cr-1"}}
    launch = {"InstanceMarketOptions": {"MarketType": "capacity-block"}, "CapacityReservationSpecification": target}
    found = group(auto_scaling(launch))
    assert (found.capacity.kind, found.capacity.ids) == ("block", ("cr-1",))
    assert found.launch is not None
    assert found.launch.market_type == "capacity-block"


def test_a_reservation_on_the_auto_scaling_group_is_read() -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationIds": ["cr-2"]}}
    found = group(auto_scaling(CapacityReservationSpecification=target))
    assert (found.capacity.kind, found.capacity.ids) == ("reservation", ("cr-2",))


def test_a_pool_of_blocks_is_read_through_its_resource_group() -> None:
    arn = ["arn:", {"Ref": "AWS::Partition"}, ":ec2:us-east-2:", {"Ref": "AWS::AccountId"}, ":capacity-reservation/"]
    pool = {"Resources": [{"Fn::Join": ["", [*arn, f"cr-{at}"]]} for at in (1, 2)]}
    target = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArn": {"Fn::GetAtt": ["Pool", "Arn"]}}}
    launch = {"InstanceMarketOptions": {"MarketType": "capacity-block"}, "CapacityReservationSpecification": target}
    data = auto_scaling(launch)
    data["Resources"]["Pool"] = {"Type": "AWS::ResourceGroups::Group", "Properties": pool}
    assert group(data).capacity.model_dump(exclude_defaults=True) == {"kind": "block", "ids": ("cr-1", "cr-2")}


def test_a_reservation_of_the_plan_is_counted_once() -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationIds": [{"Ref": "Odcr"}]}}
    data = auto_scaling(CapacityReservationSpecification=target)
    data["Resources"]["Odcr"] = {
        "Type": "AWS::EC2::CapacityReservation",
        "Properties": {"InstanceType": "trn2.48xlarge", "InstanceCount": 10},
    }
    groups = demand(data).groups
    assert [(one.count, one.capacity.creates_reservation) for one in groups] == [(8, True), (2, True)]


def test_an_image_parameter_is_kept() -> None:
    path = "/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id"
    assert group(auto_scaling({"ImageId": f"resolve:ssm:{path}"})).image_parameter == path
    assert group(auto_scaling({"ImageId": "{{resolve:ssm:" + path + "}}"})).image_parameter == path


@pytest.mark.parametrize("written", ["", " ", "resolve:ssm:", 5, [], {}])
def test_an_image_that_names_none_is_no_image_that_was_judged(written: Any) -> None:
    (note,) = demand(auto_scaling({"ImageId": written})).not_determined
    assert (note.what, note.judged) == ("ImageId", False)


def test_a_node_group_grows_while_it_updates() -> None:
    properties = {
        "ScalingConfig": {"MinSize": 0, "MaxSize": 6, "DesiredSize": 4},
        "LaunchTemplate": {"Id": {"Ref": "Lt"}},
        "Subnets": ["subnet-1", "subnet-2"],
    }
    found = group(template("AWS::EKS::Nodegroup", properties))
    assert (found.count, found.desired, found.surge) == (6, 4, 4)
    block = group(template("AWS::EKS::Nodegroup", {**properties, "CapacityType": "CAPACITY_BLOCK"}))
    assert (block.capacity.kind, block.surge) == ("block", 0)


def test_batch_counts_nodes_by_vcpus() -> None:
    compute = {
        "Type": "SPOT",
        "MaxvCpus": 1000,
        "InstanceTypes": ["trn1.32xlarge"],
        "Subnets": ["subnet-1"],
        "LaunchTemplate": {"LaunchTemplateId": {"Ref": "Lt"}},
    }
    found = group(template("AWS::Batch::ComputeEnvironment", {"ComputeResources": compute}))
    assert (found.instance_type, found.count, found.capacity.kind) == ("trn1.32xlarge", 7, "spot")


def batch(*types: str, most: int = 1000) -> Demand:
    compute = {"Type": "SPOT", "MaxvCpus": most, "InstanceTypes": list(types), "Subnets": ["subnet-1"]}
    return demand(template("AWS::Batch::ComputeEnvironment", {"ComputeResources": compute}))


def batch_groups(found: Demand) -> dict[str, int | None]:
    return {one.instance_type: one.count for one in found.groups if one.count != 0}


@given(st.lists(st.sampled_from(["trn1.2xlarge", "trn1.32xlarge", "trn2.48xlarge"]), min_size=2, unique=True))
def test_batch_with_several_types_is_counted_at_its_worst(types: list[str]) -> None:
    found = batch(*types)
    assert any("counted at most" in item.why for item in found.not_determined)
    (worst,) = [one for one in found.groups if one.count]
    for name in types:
        vcpus = default().types[name].vcpus
        assert vcpus
        alone = Group(name="g", instance_type=name, count=1000 // vcpus)
        assert (interfaces_total(worst, default()) or 0) >= (interfaces_total(alone, default()) or 0)
    assert worst.count
    assert (vcpus_of(worst, default()) or 0) * worst.count >= 1000


def test_batch_bounds_every_quota_that_it_may_meet() -> None:
    assert set(batch_groups(batch("trn2.48xlarge", "p5.48xlarge"))) == {"trn2.48xlarge", "p5.48xlarge"}


def test_batch_families_are_those_of_the_catalog() -> None:
    assert batch_groups(batch("trn1")) == batch_groups(batch("trn1.2xlarge", "trn1.32xlarge")) == {"trn1.2xlarge": 125}
    assert batch_groups(batch("optimal")) == {}
    assert any(item.what == "InstanceTypes" for item in batch("optimal").not_determined)


def test_a_family_with_a_size_that_the_catalog_does_not_hold_is_not_determined() -> None:
    assert batch_groups(batch("p5")) == {}
    assert any(item.what == "InstanceTypes" for item in batch("p5").not_determined)


def test_fleets_are_counted_at_their_target() -> None:
    properties = {
        "LaunchTemplateConfigs": [{"LaunchTemplateSpecification": USE}],
        "TargetCapacitySpecification": {"TotalTargetCapacity": 3, "DefaultTargetCapacityType": "spot"},
    }
    found = group(template("AWS::EC2::EC2Fleet", properties))
    assert (found.count, found.capacity.kind) == (3, "spot")


def test_an_instance_without_interfaces_has_one() -> None:
    data = {"Resources": {"I": {"Type": "AWS::EC2::Instance", "Properties": {"InstanceType": "m7i.large"}}}}
    assert interfaces_total(group(data), default()) == 1


def test_a_launch_template_on_its_own_has_no_nodes_and_is_noted() -> None:
    found = demand({"Resources": {"Lt": template("x", {})["Resources"]["Lt"]}})
    assert [one.count for one in found.groups] == [0]
    assert any(note.what == "the node count" for note in found.not_determined)


def test_what_a_parameter_decides_is_not_determined() -> None:
    data = auto_scaling(MaxSize={"Ref": "Size"})
    data["Parameters"] = {"Size": {"Type": "Number"}}
    found = demand(data)
    assert found.groups[0].count is None
    assert [(note.what, "Size" in note.why) for note in found.not_determined] == [("MaxSize", True)]


def test_the_default_of_a_parameter_counts() -> None:
    data = auto_scaling(MaxSize={"Ref": "Size"})
    data["Parameters"] = {"Size": {"Type": "Number", "Default": 5}}
    assert group(data).count == 5


def test_resources_behind_a_condition_count_where_the_defaults_lead() -> None:
    data = auto_scaling()
    data["Parameters"] = {"Big": {"Type": "String", "Default": "no"}}
    data["Conditions"] = {"IsBig": {"Fn::Equals": [{"Ref": "Big"}, "yes"]}}
    data["Resources"]["Owner"]["Condition"] = "IsBig"
    found = demand(data)
    assert [one.count for one in found.groups] == [0]
    assert any("IsBig is true" in note.why for note in found.not_determined)


def test_resources_are_counted() -> None:
    resources = {
        "V": {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}},
        "S": {"Type": "AWS::EC2::Subnet", "Properties": {"VpcId": {"Ref": "V"}, "CidrBlock": "10.0.0.0/20"}},
        "E": {"Type": "AWS::EC2::VPCEndpoint", "Properties": {"VpcEndpointType": "Interface"}},
        "G": {"Type": "AWS::EC2::VPCEndpoint", "Properties": {}},
        "F": {
            "Type": "AWS::FSx::FileSystem",
            "Properties": {
                "FileSystemType": "LUSTRE",
                "StorageCapacity": 1200,
                "LustreConfiguration": {"DeploymentType": "PERSISTENT_2"},
            },
        },
        "D": {"Type": "AWS::EC2::Volume", "Properties": {"Size": 100, "VolumeType": "gp3"}},
        "I": {"Type": "AWS::EC2::Volume", "Properties": {"Size": "9", "VolumeType": "io1", "Iops": "450"}},
        "N": {"Type": "AWS::EC2::Volume", "Properties": {"SnapshotId": SNAPSHOT}},
        "R": {"Type": "AWS::IAM::Role", "Properties": {}},
    }
    found = demand({"Resources": resources})
    counts = {name: count for name, count in found.counts.model_dump().items() if count}
    assert counts == {"vpcs": 1, "subnets": 1, "interface_endpoints": 1, "gateway_endpoints": 1, "roles": 1}
    assert [(one.deployment, one.gib) for one in found.file_systems] == [("PERSISTENT_2", 1200)]
    assert [(one.type, one.gib, one.iops) for one in found.volumes] == [
        ("gp3", 100, None),
        ("io1", 9, 450),
        ("gp2", None, None),
    ]
    assert found.new_subnets[0].cidr == "10.0.0.0/20"


def test_groups_know_the_subnets_and_the_vpc_that_the_plan_creates() -> None:
    data = auto_scaling(VPCZoneIdentifier=[{"Ref": "S"}])
    data["Resources"]["S"] = {
        "Type": "AWS::EC2::Subnet",
        "Properties": {"VpcId": {"Ref": "V"}, "CidrBlock": "10.0.0.0/20", "AvailabilityZoneId": "use2-az1"},
    }
    data["Resources"]["V"] = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}
    found = group(data)
    assert found.subnet_ids == ()
    assert found.zone_id == "use2-az1"
    assert [name.rpartition("/")[2] for name in found.new_subnets] == ["S"]
    assert found.vpc.endswith("/V")


def test_the_bootstrap_version_is_read() -> None:
    data = auto_scaling()
    data["Parameters"] = {
        "BootstrapVersion": {
            "Type": "AWS::SSM::Parameter::Value<String>",
            "Default": "/cdk-bootstrap/hnb659fds/version",
        }
    }
    refused = [["1", "2", "3", "4", "5"], {"Ref": "BootstrapVersion"}]
    data["Rules"] = {"CheckBootstrapVersion": {"Assertions": [{"Assert": {"Fn::Not": [{"Fn::Contains": refused}]}}]}}
    found = demand(data)
    assert [(one.parameter, one.version) for one in found.bootstraps] == [("/cdk-bootstrap/hnb659fds/version", 6)]


def test_a_device_index_that_is_not_written_is_not_0() -> None:
    nics = [{"NetworkCardIndex": 0, "InterfaceType": "efa"}, {"NetworkCardIndex": 1, "DeviceIndex": 1}]
    found = group(auto_scaling({"NetworkInterfaces": nics}))
    assert [one.device for one in found.interfaces or ()] == [None, 1]


@pytest.mark.parametrize("contains", [None, 3, "x", [], [3, "x"], [None], ["12"], [{"Ref": "X"}, "y"], [[{}]]])
def test_a_rule_of_the_bootstrap_version_that_cannot_be_read_is_none(contains: object) -> None:
    data = template("AWS::EC2::Instance", {"InstanceType": "trn2.48xlarge"})
    data["Parameters"] = {"BootstrapVersion": {"Type": "String", "Default": "/cdk-bootstrap/x/version"}}
    assertion = {"Assert": {"Fn::Not": [{"Fn::Contains": contains}]}}
    data["Rules"] = {"CheckBootstrapVersion": {"Assertions": [assertion]}}
    assert [one.version for one in demand(data).bootstraps] == [1]


def subnets(*places: dict[str, Any], vpcs: tuple[str, ...] = ("vpc-1",)) -> dict[str, Any]:
    """A group whose nodes may stand in several subnets of the plan."""
    names = [f"Subnet{at}" for at in range(len(places))]
    data = auto_scaling(VPCZoneIdentifier=[{"Ref": name} for name in names])
    for at, (name, place) in enumerate(zip(names, places, strict=True)):
        network = {"CidrBlock": f"10.0.{at}.0/24", "VpcId": vpcs[at % len(vpcs)]}
        data["Resources"][name] = {"Type": "AWS::EC2::Subnet", "Properties": {**network, **place}}
    return {**data, "Parameters": {"Hidden": {"Type": "String"}}}


A, B, B_ID = {"AvailabilityZone": "us-east-2a"}, {"AvailabilityZone": "us-east-2b"}, {"AvailabilityZoneId": "use2-az2"}


@pytest.mark.parametrize(
    ("data", "one", "several"),
    [
        (auto_scaling(AvailabilityZones=["us-east-2a"]), ("us-east-2a", ""), ()),
        (auto_scaling(AvailabilityZones=["us-east-2a", "us-east-2b"]), ("", ""), ("us-east-2a", "us-east-2b")),
        (auto_scaling(AvailabilityZoneIds=["use2-az1", "use2-az2"]), ("", ""), ("use2-az1", "use2-az2")),
        (
            auto_scaling(AvailabilityZones=["us-east-2a"], AvailabilityZoneIds=["use2-az1"]),
            ("us-east-2a", "use2-az1"),
            (),
        ),
        (subnets(A, A), ("us-east-2a", ""), ()),
        (subnets(A, B), ("", ""), ("us-east-2a", "us-east-2b")),
        (subnets(A, B_ID), ("", ""), ("us-east-2a", "use2-az2")),
        (subnets(B_ID), ("", "use2-az2"), ()),
    ],
)
def test_every_zone_is_read(data: dict[str, Any], one: tuple[str, str], several: tuple[str, ...]) -> None:
    found = group(data)
    assert ((found.zone, found.zone_id), found.zones) == (one, several)


def open_parts(data: dict[str, Any]) -> set[str]:
    return {note.what for note in demand(data).not_determined if not note.judged}


def test_a_zone_that_is_hidden_beside_a_known_one_is_noted() -> None:
    assert "the zone" in open_parts(subnets(A, {"AvailabilityZone": {"Ref": "Hidden"}}))
    assert "the zone" in open_parts({**auto_scaling(AvailabilityZones=["us-east-2a", {"Fn::ImportValue": "z"}])})
    assert "the zone" not in open_parts(subnets(A, B))


def test_subnets_of_several_vpcs_are_noted() -> None:
    assert "the VPC" in open_parts(subnets(A, A, vpcs=("vpc-1", "vpc-2")))
    assert "the VPC" not in open_parts(subnets(A, B))


def test_a_fleet_with_subnets_and_zones_is_noted() -> None:
    config = {"LaunchTemplateSpecification": USE, "Overrides": [{"SubnetId": "subnet-1"}, A]}
    target = {"TotalTargetCapacity": 2, "DefaultTargetCapacityType": "on-demand"}
    fleet = {"LaunchTemplateConfigs": [config], "TargetCapacitySpecification": target}
    assert "the zone" in open_parts(template("AWS::EC2::EC2Fleet", fleet))


def in_vpc(vpc: Any, **more: Any) -> dict[str, Any]:
    """An Auto Scaling group in an existing subnet, with a security group that the template makes in ``vpc``."""
    nics = [{**one, "Groups": [{"Fn::GetAtt": ["Sg", "GroupId"]}]} for one in LAUNCH["NetworkInterfaces"]]
    data = auto_scaling({"NetworkInterfaces": nics})
    properties = {"GroupDescription": "nodes", "VpcId": vpc}
    data["Resources"] |= {"Sg": {"Type": "AWS::EC2::SecurityGroup", "Properties": properties}, **more}
    return data


ASSOCIATION = {"Type": "AWS::EC2::SecurityGroupVpcAssociation", "Properties": {"GroupId": "sg-1", "VpcId": "vpc-9"}}


@pytest.mark.parametrize(
    ("data", "vpc", "existing"),
    [
        (in_vpc("vpc-1"), "vpc-1", ("vpc-1",)),
        (in_vpc({"Ref": "Vpc"}, Vpc={"Type": "AWS::EC2::VPC"}), "", ()),
        (in_vpc({"Fn::ImportValue": "x"}), "", ()),
        # Associated with a further VPC it serves nodes there, too.
        (in_vpc("vpc-1", Lent=ASSOCIATION), "", ("vpc-1", "vpc-9")),
    ],
)
def test_the_existing_vpc_of_a_group_is_that_of_its_security_group(data: Any, vpc: str, existing: Any) -> None:
    found = demand(data)
    assert (found.groups[0].vpc, found.vpc_ids) == (vpc, existing)


PAIR = {"Type": "AWS::EC2::KeyPair", "Properties": {"KeyName": "ours"}}


@pytest.mark.parametrize(
    ("key", "existing", "is_open"),
    [
        ("admin", "admin", False),
        ("ours", "", False),
        ({"Ref": "Pair"}, "", False),
        ({"Ref": "Empty"}, "", True),
        ({"Fn::ImportValue": "key"}, "", True),
    ],
)
def test_a_key_pair_of_the_plan_is_none_to_ask_for(key: Any, existing: str, is_open: bool) -> None:
    data = auto_scaling({"KeyName": key})
    data["Resources"]["Pair"] = PAIR
    data["Parameters"] = {"Empty": {"Type": "String"}}
    assert group(data).key_name == existing
    assert ("the key pair" in open_parts(data)) == is_open


def test_a_key_pair_whose_name_is_open_may_be_the_one_of_the_launch() -> None:
    data = auto_scaling({"KeyName": "admin"})
    data["Resources"]["Pair"] = {"Type": "AWS::EC2::KeyPair", "Properties": {"KeyName": {"Fn::ImportValue": "x"}}}
    assert group(data).key_name == ""


SNAPSHOT = "snap-0aaa0000000000001"


@pytest.mark.parametrize(("value", "existing", "is_open"), [(SNAPSHOT, SNAPSHOT, False), ({"Ref": "Empty"}, "", True)])
def test_snapshots_that_volumes_are_made_from(value: Any, existing: str, is_open: bool) -> None:
    device = {"DeviceName": "/dev/sdb", "Ebs": {"SnapshotId": value, "VolumeSize": 8}}
    data = auto_scaling({"BlockDeviceMappings": [device]})
    data["Parameters"] = {"Empty": {"Type": "String"}}
    assert [one.snapshot_id for one in group(data).block_devices] == [existing]
    assert ("SnapshotId" in open_parts(data)) == is_open
    alone = {"Type": "AWS::EC2::Volume", "Properties": {"SnapshotId": value, "AvailabilityZone": "us-east-2a"}}
    assert demand({**data, "Resources": {"Disk": alone}}).snapshot_ids == ((existing,) if existing else ())


ROLE = "arn:aws:iam::111122223333:instance-profile/path/ours"


@pytest.mark.parametrize(
    ("profile", "name", "existing"),
    [
        ({"Name": "nodes"}, "ours", "nodes"),
        ({"Name": "ours"}, "ours", ""),
        ({"Arn": ROLE}, "ours", ""),
        ({"Arn": ROLE}, "other", ROLE),
        ({"Name": "nodes"}, None, "nodes"),  # CloudFormation gives it a name of its own
        ({"Name": "nodes"}, {"Fn::ImportValue": "x"}, ""),
    ],
)
def test_an_instance_profile_of_the_plan_is_none_to_ask_for(profile: Any, name: Any, existing: str) -> None:
    data = auto_scaling({"IamInstanceProfile": profile})
    named = {} if name is None else {"InstanceProfileName": name}
    data["Resources"]["Made"] = {"Type": "AWS::IAM::InstanceProfile", "Properties": {"Roles": ["r"], **named}}
    assert group(data).instance_profile == existing


THEIRS = "lt-0aaa0000000000001"


@pytest.mark.parametrize(
    ("named", "existing"),
    [
        ({"LaunchTemplateId": THEIRS, "Version": "3"}, [{"id": THEIRS, "version": "3"}]),
        ({"LaunchTemplateId": THEIRS, "Version": 3}, [{"id": THEIRS, "version": "3"}]),
        ({"LaunchTemplateId": THEIRS, "Version": 0}, [{"id": THEIRS, "version": "0"}]),
        ({"LaunchTemplateName": "theirs", "Version": "$Latest"}, [{"name": "theirs", "version": "$Latest"}]),
        ({"LaunchTemplateName": "theirs", "Version": {"Ref": "Empty"}}, [{"name": "theirs"}]),
        ({"LaunchTemplateName": "theirs"}, [{"name": "theirs"}]),
        ({"LaunchTemplateName": "ours", "Version": "1"}, []),
        ({"LaunchTemplateName": {"Ref": "Empty"}, "Version": "1"}, []),
        (USE, []),
    ],
)
def test_launch_templates_of_the_account_are_named(named: Any, existing: list[Any]) -> None:
    """What they say stays open; those that the plan makes, also by their names, are none to ask for."""
    data = auto_scaling(LaunchTemplate=named)
    data["Parameters"] = {"Empty": {"Type": "String"}}
    made = {"LaunchTemplateName": "ours", "LaunchTemplateData": {"InstanceType": "trn2.48xlarge"}}
    data["Resources"]["Ours"] = {"Type": "AWS::EC2::LaunchTemplate", "Properties": made}
    found = [one for one in demand(data).groups if one.count]
    assert [one.model_dump(exclude_defaults=True) for one in found[0].launch_templates] == existing
    assert ("the launch template" in open_parts(data)) == (named != USE and named.get("LaunchTemplateName") != "ours")


def test_every_launch_template_that_a_group_chooses_among_is_named() -> None:
    other = {"LaunchTemplateSpecification": {"LaunchTemplateName": "other", "Version": "2"}}
    mixed = {"LaunchTemplateSpecification": USE, "Overrides": [{"InstanceType": "trn2.48xlarge"}, other]}
    data = auto_scaling(MixedInstancesPolicy={"LaunchTemplate": mixed}, LaunchTemplate=None)
    del data["Resources"][next(iter(data["Resources"]))]["Properties"]["LaunchTemplate"]
    assert [one.name for one in demand(data).groups[0].launch_templates] == ["other"]


def test_a_launch_configuration_is_no_launch_template() -> None:
    data = auto_scaling(LaunchConfigurationName="theirs")
    del data["Resources"][next(iter(data["Resources"]))]["Properties"]["LaunchTemplate"]
    assert not demand(data).groups[0].launch_templates


def keyed(service: str, key: Any) -> dict[str, Any]:
    """Nodes of ``service``, which names their key pair beside a launch template that names another one."""
    if service == "eks":
        nodes = {"ScalingConfig": {"MaxSize": 1}, "InstanceTypes": ["trn1.2xlarge"], "RemoteAccess": {"Ec2SshKey": key}}
        return template("AWS::EKS::Nodegroup", nodes)
    use: dict[str, Any] = {"LaunchTemplate": USE}
    if service == "batch":
        compute = {"Type": "EC2", "MaxvCpus": 192, "InstanceTypes": ["trn2.48xlarge"], "Ec2KeyPair": key, **use}
        return template("AWS::Batch::ComputeEnvironment", {"ComputeResources": compute}, {"KeyName": "other"})
    return template("AWS::EC2::Instance", {"KeyName": key, **use}, {"KeyName": "other"})


@pytest.mark.parametrize("service", ["eks", "batch", "instance"])
@pytest.mark.parametrize(
    ("key", "existing", "is_open"),
    [
        ("admin", "admin", False),
        ("ours", "", False),
        ({"Ref": "Pair"}, "", False),
        ({"Ref": "Empty"}, "", True),
    ],
)
def test_services_name_the_key_pair_of_their_nodes(service: str, key: Any, existing: str, is_open: bool) -> None:
    data = keyed(service, key)
    data["Resources"]["Pair"] = PAIR
    data["Parameters"] = {"Empty": {"Type": "String"}}
    assert next(one.key_name for one in demand(data).groups if one.count) == existing
    assert ("the key pair" in open_parts(data)) == is_open


def test_an_open_key_pair_is_told_once() -> None:
    data = keyed("instance", {"Ref": "Empty"})
    del data["Resources"]["Owner"]["Properties"]["LaunchTemplate"]
    data["Resources"]["Owner"]["Properties"]["InstanceType"] = "trn1.2xlarge"
    data["Parameters"] = {"Empty": {"Type": "String"}}
    assert [one.what for one in demand(data).not_determined if "Owner" in one.where].count("the key pair") == 1
    assert "KeyName" not in open_parts(data)


def test_access_to_nodes_that_nobody_knows_is_open() -> None:
    data = keyed("eks", "admin")
    data["Resources"]["Owner"]["Properties"]["RemoteAccess"] = {"Fn::ImportValue": "access"}
    assert "RemoteAccess" in open_parts(data)


def test_without_a_key_pair_of_its_own_the_launch_template_decides() -> None:
    data = keyed("batch", None)
    del data["Resources"]["Owner"]["Properties"]["ComputeResources"]["Ec2KeyPair"]
    assert group(data).key_name == "other"
