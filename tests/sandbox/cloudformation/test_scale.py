"""500 nodes in 31 groups deploy and go; how fast is for `bench/sandbox_scale.py` to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .conftest import aws
from .shapes import IMAGE, VPC, subnet

if TYPE_CHECKING:
    from .conftest import Stacks

GROUPS, NODES = 31, 500


def cluster() -> dict[str, Any]:
    common = {"InterfaceType": "efa", "Groups": [{"Ref": "Firewall"}], "DeleteOnTermination": True}
    interfaces = [{"NetworkCardIndex": card, "DeviceIndex": min(card, 1), **common} for card in range(16)]
    data = {"ImageId": IMAGE, "InstanceType": "trn2.48xlarge", "NetworkInterfaces": interfaces}
    firewall = {"GroupDescription": "efa", "VpcId": {"Ref": "Vpc"}}
    version = {"Fn::GetAtt": ["Template", "LatestVersionNumber"]}
    made = {
        "Vpc": VPC,
        "Subnet": subnet("10.0.0.0/16"),
        "Firewall": {"Type": "AWS::EC2::SecurityGroup", "Properties": firewall},
        "Near": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}},
        "Template": {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": data}},
    }
    for index in range(GROUPS):
        count = NODES // GROUPS + (index < NODES % GROUPS)
        props = {
            "MinSize": "0",
            "MaxSize": str(count),
            "DesiredCapacity": str(count),
            "PlacementGroup": {"Ref": "Near"},
            "VPCZoneIdentifier": [{"Ref": "Subnet"}],
            "LaunchTemplate": {"LaunchTemplateId": {"Ref": "Template"}, "Version": version},
        }
        made[f"Group{index}"] = {"Type": "AWS::AutoScaling::AutoScalingGroup", "Properties": props}
    return made


def test_a_large_cluster_deploys_and_goes(stacks: Stacks) -> None:
    assert stacks.create(cluster())["StackStatus"] == "CREATE_COMPLETE"
    groups = aws("autoscaling").get_paginator("describe_auto_scaling_groups").paginate()
    assert sum(len(group["Instances"]) for page in groups for group in page["AutoScalingGroups"]) == NODES
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"
