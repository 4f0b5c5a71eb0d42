"""What a group says in place of its launch template is told where the group says it, and when it does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.review.build import Change, Data, changed, cluster, findings
from tests.review.test_rules import add, both, parameter, with_sections

LT = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}
DISKS = [{"DeviceName": "/dev/xvda", "Ebs": {"VolumeSize": 100, "VolumeType": "gp3", "Encrypted": False}}]
INTERFACES = [{"DeviceIndex": "0", "GroupSet": [{"Ref": "Sg"}], "AssociatePublicIpAddress": True}]


def instance(**properties: Any) -> Change:
    return add(Other={"Type": "AWS::EC2::Instance", "Properties": {"LaunchTemplate": LT, **properties}})


def fleet(**override: Any) -> Change:
    configs = [{"LaunchTemplateSpecification": LT, "Overrides": [{}, override]}]
    size = {"TotalTargetCapacity": 1, "DefaultTargetCapacityType": "on-demand"}
    values = {"LaunchTemplateConfigs": configs, "TargetCapacitySpecification": size}
    return add(Other={"Type": "AWS::EC2::EC2Fleet", "Properties": values})


def places(rule: str, *changes: Change) -> set[tuple[str, str]]:
    found = findings(changed(cluster(), both(*changes)))
    return {(item.subject.logical_id, item.subject.property) for item in found if item.id == rule}


OVERRIDE = "Properties.LaunchTemplateConfigs.0.Overrides.1"


@pytest.mark.parametrize(
    ("change", "rule", "place"),
    [
        (instance(ImageId="ami-xyz"), "TRN522", "Properties.ImageId"),
        (instance(BlockDeviceMappings=DISKS), "TRN703", "Properties.BlockDeviceMappings.0.Ebs"),
        (instance(MetadataOptions={"HttpTokens": "optional"}), "TRN701", "Properties.MetadataOptions.HttpTokens"),
        (instance(UserData="echo hi"), "TRN524", "Properties.UserData"),
        (instance(UserData={"Fn::Base64": "x" * 20000}), "TRN510", "Properties.UserData"),
        (instance(NetworkInterfaces=INTERFACES), "TRN705", "Properties.NetworkInterfaces.0.AssociatePublicIpAddress"),
        (fleet(ImageId="ami-xyz"), "TRN522", f"{OVERRIDE}.ImageId"),
        (fleet(BlockDeviceMappings=DISKS), "TRN703", f"{OVERRIDE}.BlockDeviceMappings.0.Ebs"),
        (fleet(Placement={"PartitionNumber": 3}), "TRN411", f"{OVERRIDE}.Placement.PartitionNumber"),
    ],
)
def test_a_finding_is_where_the_group_says_it(change: Change, rule: str, place: str) -> None:
    assert places(rule, change) == {("Other", place)}


NONE_SUCH = "trn9.48xlarge"


def grouped(kind: str, **properties: Any) -> Change:
    return add(Other={"Type": kind, "Properties": properties})


def overriding(**override: Any) -> Change:
    launch = {"LaunchTemplateSpecification": LT, "Overrides": [{"InstanceType": NONE_SUCH, **override}]}
    sizes = {"MinSize": "0", "MaxSize": "1", "VPCZoneIdentifier": [{"Ref": "Subnet"}]}
    return grouped("AWS::AutoScaling::AutoScalingGroup", MixedInstancesPolicy={"LaunchTemplate": launch}, **sizes)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (instance(InstanceType=NONE_SUCH), "InstanceType"),
        (fleet(InstanceType=NONE_SUCH), "LaunchTemplateConfigs.0.Overrides.1.InstanceType"),
        (overriding(), "MixedInstancesPolicy.LaunchTemplate.Overrides"),
        (
            overriding(LaunchTemplateSpecification=LT),
            "MixedInstancesPolicy.LaunchTemplate.Overrides.0.InstanceType",
        ),
        (
            grouped("AWS::EKS::Nodegroup", InstanceTypes=[NONE_SUCH], LaunchTemplate={"Id": {"Ref": "Lt"}}),
            "InstanceTypes",
        ),
        (
            grouped(
                "AWS::Batch::ComputeEnvironment",
                ComputeResources={"Type": "EC2", "InstanceTypes": [NONE_SUCH], "LaunchTemplate": LT},
            ),
            "ComputeResources.InstanceTypes",
        ),
        (
            grouped(
                "AWS::PCS::ComputeNodeGroup",
                InstanceConfigs=[{"InstanceType": NONE_SUCH}],
                CustomLaunchTemplate={"TemplateId": {"Ref": "Lt"}, "Version": "1"},
            ),
            "InstanceConfigs",
        ),
    ],
)
def test_a_type_is_told_where_the_group_says_it(change: Change, place: str) -> None:
    assert places("TRN010", change) == {("Other", f"Properties.{place}")}


def test_what_a_group_leaves_alone_is_told_of_the_launch_template() -> None:
    def optional(data: Data) -> None:
        data["Resources"]["Lt"]["Properties"]["LaunchTemplateData"]["MetadataOptions"] = {"HttpTokens": "optional"}

    told = places("TRN701", optional, instance(ImageId="ami-0123456789abcdef0"))
    assert told == {("Lt", "Properties.LaunchTemplateData.MetadataOptions.HttpTokens")}


def test_a_finding_says_when_the_group_says_it() -> None:
    sections = with_sections(Conditions={"Bare": {"Fn::Equals": [{"Ref": "P"}, "x"]}})
    disks = {"Fn::If": ["Bare", DISKS, {"Ref": "AWS::NoValue"}]}
    data = changed(cluster(), both(parameter("P", Default="y"), sections, instance(BlockDeviceMappings=disks)))
    (found,) = (item for item in findings(data) if item.id == "TRN703")
    assert found.subject.logical_id == "Other"
    assert "Bare" in found.message
