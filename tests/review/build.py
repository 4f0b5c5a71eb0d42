"""Templates for tests: a cluster without any finding, to be broken one property at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from datetime import date
from typing import Any

from cdk_trainium.findings import Finding, Report
from cdk_trainium.review import Options, Policy, review
from cdk_trainium.template import Loaded, Template, load_text

TODAY = date(2026, 11, 30)
Data = dict[str, Any]
Change = Callable[[Data], None]


def efas(count: int = 16, group: str = "Sg") -> list[Data]:
    return [
        {
            "NetworkCardIndex": card,
            "DeviceIndex": 0 if card == 0 else 1,
            "InterfaceType": "efa",
            "DeleteOnTermination": True,
            "Groups": [{"Fn::GetAtt": [group, "GroupId"]}],
        }
        for card in range(count)
    ]


def self_rule(side: str, peer: str, group: str = "Sg", protocol: Any = "-1") -> Data:
    identity = {"Fn::GetAtt": [group, "GroupId"]}
    properties = {"GroupId": identity, "IpProtocol": protocol, peer: identity}
    return {"Type": f"AWS::EC2::SecurityGroup{side}", "Properties": properties}


def subnet(zone: str, **properties: Any) -> Data:
    return {
        "Type": "AWS::EC2::Subnet",
        "Properties": {
            "VpcId": "vpc-0123456789abcdef0",
            "CidrBlock": "10.0.0.0/20",
            "AvailabilityZone": zone,
            **properties,
        },
    }


def launch_template(**data: Any) -> Data:
    launch = {
        "InstanceType": "trn2.48xlarge",
        "ImageId": "ami-0123456789abcdef0",
        "MetadataOptions": {"HttpTokens": "required", "HttpPutResponseHopLimit": 2},
        "BlockDeviceMappings": [{"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 500, "Encrypted": True}}],
        "Placement": {"GroupName": {"Ref": "Pg"}},
        "NetworkInterfaces": efas(),
        "TagSpecifications": [{"ResourceType": "instance", "Tags": [{"Key": "team", "Value": "llama"}]}],
        **data,
    }
    kept = {name: value for name, value in launch.items() if value is not None}
    return {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": kept}}


def auto_scaling_group(**properties: Any) -> Data:
    return {
        "Type": "AWS::AutoScaling::AutoScalingGroup",
        "Properties": {
            "MinSize": "0",
            "MaxSize": "4",
            "DesiredCapacity": "4",
            "VPCZoneIdentifier": [{"Ref": "Subnet"}],
            "LaunchTemplate": {
                "LaunchTemplateId": {"Ref": "Lt"},
                "Version": {"Fn::GetAtt": ["Lt", "LatestVersionNumber"]},
            },
            **properties,
        },
    }


def cluster() -> Data:
    """A template that no rule has anything to say about."""
    return {
        "Resources": {
            "Sg": {
                "Type": "AWS::EC2::SecurityGroup",
                "Properties": {"GroupDescription": "EFA", "VpcId": "vpc-0123456789abcdef0"},
            },
            "In": self_rule("Ingress", "SourceSecurityGroupId"),
            "Out": self_rule("Egress", "DestinationSecurityGroupId"),
            "Https": {
                "Type": "AWS::EC2::SecurityGroupEgress",
                "Properties": {
                    "GroupId": {"Fn::GetAtt": ["Sg", "GroupId"]},
                    "IpProtocol": "tcp",
                    "FromPort": 443,
                    "ToPort": 443,
                    "CidrIp": "0.0.0.0/0",
                },
            },
            "Pg": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}},
            "Subnet": subnet("us-east-2b"),
            "Lt": launch_template(),
            "Asg": auto_scaling_group(),
        }
    }


def block_cluster() -> Data:
    """The same cluster on a Capacity Block."""
    data = cluster()
    launch_of(data).update(
        InstanceMarketOptions={"MarketType": "capacity-block"},
        CapacityReservationSpecification={
            "CapacityReservationTarget": {"CapacityReservationId": "cr-0123456789abcdef0"}
        },
    )
    del launch_of(data)["Placement"]
    data["Resources"]["Asg"]["UpdatePolicy"] = {
        "AutoScalingScheduledAction": {"IgnoreUnmodifiedGroupSizeProperties": True}
    }
    data["Resources"]["ScaleIn"] = {
        "Type": "AWS::AutoScaling::ScheduledAction",
        "Properties": {
            "AutoScalingGroupName": {"Ref": "Asg"},
            "MinSize": 0,
            "MaxSize": 0,
            "DesiredCapacity": 0,
            "StartTime": "2026-12-14T10:15:00Z",
        },
    }
    return data


def launch_of(data: Data) -> Data:
    launch: Data = data["Resources"]["Lt"]["Properties"]["LaunchTemplateData"]
    return launch


def group_of(data: Data) -> Data:
    group: Data = data["Resources"]["Asg"]["Properties"]
    return group


def changed(data: Data, change: Change) -> Data:
    copy = deepcopy(data)
    change(copy)
    return copy


def read(*templates: Data | str, region: str = "") -> Loaded:
    texts = [item if isinstance(item, str) else json.dumps(item) for item in templates]
    loaded: list[Template] = [load_text(text, f"t{at}.json", region) for at, text in enumerate(texts)]
    return Loaded(loaded)


def judged(
    *templates: Data | str,
    region: str = "",
    policy: Policy | None = None,
    protected: bool | None = None,
    **options: Any,
) -> Report:
    chosen = Options(today=TODAY, policy=policy or Policy(), **options)
    loaded = read(*templates, region=region)
    for template in loaded.templates:
        template.environment = template.environment._replace(protected=protected)
    return review(loaded, chosen)


def findings(data: Data, **options: Any) -> Sequence[Finding]:
    return judged(data, **options).findings


def ids(data: Data, **options: Any) -> list[str]:
    return sorted({finding.id for finding in findings(data, **options)})
