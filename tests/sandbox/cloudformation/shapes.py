"""Small templates that the tests vary."""

from __future__ import annotations

from typing import Any

VPC = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}
IMAGE = "{{resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64}}"


def subnet(cidr: str = "10.0.0.0/24", **props: Any) -> dict[str, Any]:
    return {
        "Type": "AWS::EC2::Subnet",
        "Properties": {"VpcId": {"Ref": "Vpc"}, "CidrBlock": cidr, "AvailabilityZone": "us-east-2a", **props},
    }


def log_group(days: int = 7, **props: Any) -> dict[str, Any]:
    return {"Type": "AWS::Logs::LogGroup", "Properties": {"RetentionInDays": days, **props}}


def group(count: int = 0, *, type: str = "c5.large", **props: Any) -> dict[str, Any]:
    """A network, a launch template and an Auto Scaling group that takes the template's latest version."""
    data = {"ImageId": IMAGE, "InstanceType": type}
    version = {"Fn::GetAtt": ["Template", "LatestVersionNumber"]}
    return {
        "Vpc": VPC,
        "Subnet": subnet(),
        "Template": {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": data}},
        "Group": {
            "Type": "AWS::AutoScaling::AutoScalingGroup",
            "Properties": {
                "MinSize": "0",
                "MaxSize": "8",
                "DesiredCapacity": str(count),
                "VPCZoneIdentifier": [{"Ref": "Subnet"}],
                "LaunchTemplate": {"LaunchTemplateId": {"Ref": "Template"}, "Version": version},
                **props,
            },
        },
    }


CLASH = subnet("10.0.0.0/24")
"""A subnet that EC2 refuses beside another one of the same range."""
