"""An account where every check of `DEMAND` passes, to take one answer away at a time."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from cdk_trainium.demand import Demand

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
BLOCK, ODCR, IMAGE = "cr-0aaaaaaaaaaaaaaa1", "cr-0bbbbbbbbbbbbbbb2", "ami-0123456789abcdef0"
LENT = "sg-0bbb0000000000002"
"""A security group of another VPC, which is associated with that of the plan."""
SUBNET, GROUP, KEY = "subnet-0aaa0000000000001", "sg-0aaa0000000000001", "arn:aws:kms:us-east-2:111122223333:key/k"
DISK_KEY = "arn:aws:kms:us-east-2:111122223333:key/disk"
SNAPSHOT = "snap-0aaa0000000000001"
POOL = "arn:aws:resource-groups:us-east-2:111122223333:group/blocks"
PARAMETER = "/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id"

_PLACE = {"subnet_ids": [SUBNET], "security_group_ids": [GROUP], "vpc": "vpc-1"}
DEMAND = Demand.model_validate(
    {
        "region": "us-east-2",
        "account": "111122223333",
        "groups": [
            {
                "name": "block",
                "instance_type": "trn2.48xlarge",
                "count": 4,
                "capacity": {"kind": "block", "ids": [BLOCK]},
                "launch": {"market_type": "capacity-block", "target": BLOCK},
                "image_id": IMAGE,
                "block_devices": [{"device": "/dev/sda1", "gib": 512, "kms_key_id": KEY, "snapshot_id": SNAPSHOT}],
                "instance_profile": "nodes",
                "key_name": "admin",
                "launch_templates": [{"id": "lt-0aaa0000000000001", "version": "3"}],
                **_PLACE,
            },
            {
                "name": "reserved",
                "instance_type": "trn1.32xlarge",
                "count": 2,
                "capacity": {"kind": "reservation", "ids": [ODCR]},
                "launch": {"preference": "capacity-reservations-only", "target": ODCR},
                "image_parameter": PARAMETER,
                "placement_group": "train",
                "zone": "us-east-2a",
                **_PLACE,
            },
            {
                "name": "pool",
                "instance_type": "trn2.48xlarge",
                "count": 4,
                "capacity": {"kind": "block", "resource_group_arn": POOL},
                "launch": {"market_type": "capacity-block", "target": POOL},
                "image_id": IMAGE,
                **_PLACE,
            },
            {"name": "demand", "instance_type": "trn1.32xlarge", "count": 1, "image_parameter": PARAMETER, **_PLACE},
            {"name": "spot", "instance_type": "trn1.32xlarge", "count": 1, "capacity": "spot", "zone": "us-east-2a"},
            {"name": "buy", "instance_type": "trn2.48xlarge", "count": 1, "capacity": "block", "zone_id": "use2-az1"},
            {
                "name": "head",
                "eks_node_group": True,
                "instance_type": "m7i.large",
                "count": 1,
                "zone": "us-east-2a",
                "image_id": IMAGE,
                **_PLACE,
                "security_group_ids": [GROUP, LENT],
            },
        ],
        "counts": {
            "vpcs": 1,
            "elastic_ips": 1,
            "nat_gateways": 1,
            "internet_gateways": 1,
            "interface_endpoints": 2,
            "gateway_endpoints": 1,
            "security_groups": 1,
            "placement_groups": 1,
            "launch_templates": 3,
            "auto_scaling_groups": 3,
            "roles": 2,
            "instance_profiles": 1,
            "eks_clusters": 1,
            "eks_node_groups": 2,
            "batch_compute_environments": 1,
            "batch_job_queues": 1,
        },
        "volumes": [
            {"name": "scratch", "gib": 1024},
            {"name": "fast", "gib": 500, "type": "io2", "iops": 10_000, "kms_key_id": DISK_KEY},
        ],
        "file_systems": [{"name": "data", "deployment": "PERSISTENT_2", "gib": 1200}],
        "hyperpod": [
            {"instance_type": "ml.trn1.32xlarge", "count": 2},
            {"instance_type": "ml.trn2.48xlarge", "count": 1},
        ],
        "stacks": ["training"],
        "bootstraps": [{"parameter": "/cdk-bootstrap/hnb659fds/version", "version": 6}],
        "kms_keys": [KEY],
        "vpc_ids": ["vpc-1"],
    }
)

_BLOCK_ROW = {
    "CapacityReservationId": BLOCK,
    "OwnerId": "111122223333",
    "InstanceType": "trn2.48xlarge",
    "InstancePlatform": "Linux/UNIX",
    "AvailabilityZone": "us-east-2a",
    "AvailabilityZoneId": "use2-az1",
    "Tenancy": "default",
    "TotalInstanceCount": 8,
    "AvailableInstanceCount": 8,
    "State": "active",
    "InstanceMatchCriteria": "targeted",
    "ReservationType": "capacity-block",
    "StartDate": "2026-11-30T11:30:00Z",
    "EndDate": "2026-12-02T11:30:00Z",
    "EndDateType": "limited",
}
_ODCR_ROW = {
    **{key: value for key, value in _BLOCK_ROW.items() if key not in ("StartDate", "EndDate")},
    "CapacityReservationId": ODCR,
    "InstanceType": "trn1.32xlarge",
    "ReservationType": "default",
    "EndDateType": "unlimited",
    "TotalInstanceCount": 2,
    "AvailableInstanceCount": 2,
    "PlacementGroupArn": "arn:aws:ec2:us-east-2:111122223333:placement-group/train",
}
_RUNNING = {
    "InstanceId": "i-1",
    "InstanceType": "trn1.2xlarge",
    "State": {"Name": "running", "Code": 16},
    "Placement": {"GroupName": "train", "AvailabilityZone": "us-east-2a"},
    "NetworkInterfaces": [{"NetworkInterfaceId": "eni-1", "SubnetId": SUBNET}],
}
_SELF = [{"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": GROUP, "UserId": "111122223333"}]}]
_ZONE = {
    "ZoneName": "us-east-2a",
    "ZoneId": "use2-az1",
    "RegionName": "us-east-2",
    "ZoneType": "availability-zone",
    "OptInStatus": "opt-in-not-required",
    "State": "available",
}
_OFFERED = ("trn2.48xlarge", "trn1.32xlarge", "m7i.large")
_POLICY = {
    "Statement": [
        {
            "Effect": "Allow",
            "Principal": {"AWS": "arn:aws:iam::111122223333:role/x/AWSServiceRoleForAutoScaling"},
            "Action": "kms:*",
        }
    ]
}

ANSWERS: dict[str, dict[str, Any]] = {
    "sts:GetCallerIdentity": {"Account": "111122223333", "Arn": "arn:aws:iam::111122223333:user/me", "UserId": "me"},
    "ec2:DescribeRegions": {
        "Regions": [{"RegionName": "us-east-2", "OptInStatus": "opt-in-not-required", "Endpoint": "e"}]
    },
    "ec2:DescribeAvailabilityZones": {"AvailabilityZones": [_ZONE]},
    "ec2:DescribeInstanceTypeOfferings": {
        "InstanceTypeOfferings": [
            {"InstanceType": name, "LocationType": "availability-zone", "Location": "us-east-2a"} for name in _OFFERED
        ]
    },
    "ec2:DescribeInstanceTypes": {
        "InstanceTypes": [
            {
                "InstanceType": "m7i.large",
                "VCpuInfo": {"DefaultVCpus": 2},
                "ProcessorInfo": {"SupportedArchitectures": ["x86_64"]},
                "SupportedVirtualizationTypes": ["hvm"],
                "SupportedRootDeviceTypes": ["ebs"],
                "NetworkInfo": {"EnaSupport": "required"},
            }
        ]
    },
    "ec2:DescribeInstances": {"Reservations": [{"ReservationId": "r-1", "Instances": [_RUNNING]}]},
    "ec2:DescribeSpotInstanceRequests": {"SpotInstanceRequests": []},
    "ec2:DescribeCapacityReservations": {"CapacityReservations": [_BLOCK_ROW, _ODCR_ROW]},
    "ec2:DescribeCapacityBlockStatus": {
        "CapacityBlockStatuses": [
            {
                "CapacityBlockId": "cb-1",
                "InterconnectStatus": "ok",
                "CapacityReservationStatuses": [{"CapacityReservationId": BLOCK}],
            }
        ]
    },
    "ec2:DescribeCapacityBlockOfferings": {
        "CapacityBlockOfferings": [
            {
                "CapacityBlockOfferingId": "cb-2",
                "InstanceType": "trn2.48xlarge",
                "AvailabilityZone": "us-east-2a",
                "InstanceCount": 1,
                "UpfrontFee": "860.00",
                "CurrencyCode": "USD",
            }
        ]
    },
    "ec2:DescribeSubnets": {
        "Subnets": [
            {
                "SubnetId": SUBNET,
                "VpcId": "vpc-1",
                "AvailabilityZone": "us-east-2a",
                "AvailabilityZoneId": "use2-az1",
                "AvailableIpAddressCount": 4000,
                "MapPublicIpOnLaunch": False,
            }
        ]
    },
    "ec2:DescribeSecurityGroups": {
        "SecurityGroups": [
            {"GroupId": GROUP, "VpcId": "vpc-1", "IpPermissions": _SELF, "IpPermissionsEgress": _SELF},
            {"GroupId": LENT, "VpcId": "vpc-2"},
        ]
    },
    "ec2:DescribeSecurityGroupVpcAssociations": {
        "SecurityGroupVpcAssociations": [{"GroupId": LENT, "VpcId": "vpc-1", "State": "associated"}]
    },
    "ec2:DescribeImages": {
        "Images": [
            {
                "ImageId": IMAGE,
                "Name": "Deep Learning Base Neuron AMI (Ubuntu 24.04) 20261020",
                "Architecture": "x86_64",
                "BootMode": "uefi-preferred",
                "State": "available",
                "OwnerId": "444455556666",
                "ImageOwnerAlias": "amazon",
                "RootDeviceName": "/dev/sda1",
                "RootDeviceType": "ebs",
                "VirtualizationType": "hvm",
                "EnaSupport": True,
                "PlatformDetails": "Linux/UNIX",
                "BlockDeviceMappings": [{"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 60, "SnapshotId": "snap-1"}}],
                "CreationDate": "2026-10-20T00:00:00.000Z",
            }
        ]
    },
    "ec2:DescribePlacementGroups": {
        "PlacementGroups": [{"GroupName": "train", "State": "available", "Strategy": "cluster"}]
    },
    "ec2:DescribeNetworkInterfaces": {"NetworkInterfaces": [{"NetworkInterfaceId": "eni-1", "VpcId": "vpc-1"}]},
    "ec2:DescribeKeyPairs": {"KeyPairs": [{"KeyPairId": "key-1", "KeyName": "admin"}]},
    "ec2:DescribeSnapshots": {"Snapshots": [{"SnapshotId": SNAPSHOT, "State": "completed", "VolumeSize": 512}]},
    "ec2:DescribeVpcs": {"Vpcs": [{"VpcId": "vpc-1"}]},
    "ec2:DescribeAddresses": {"Addresses": [{"AllocationId": "eipalloc-1"}]},
    "ec2:DescribeNatGateways": {"NatGateways": []},
    "ec2:DescribeInternetGateways": {"InternetGateways": []},
    "ec2:DescribeVpcEndpoints": {"VpcEndpoints": []},
    "ec2:DescribeRouteTables": {
        "RouteTables": [
            {
                "RouteTableId": "rtb-1",
                "VpcId": "vpc-1",
                "Associations": [{"SubnetId": SUBNET, "Main": False}],
                "Routes": [{"DestinationCidrBlock": "0.0.0.0/0", "NatGatewayId": "nat-1", "State": "active"}],
            }
        ]
    },
    "ec2:DescribeLaunchTemplates": {"LaunchTemplates": [{"LaunchTemplateId": "lt-1"}]},
    "ec2:DescribeLaunchTemplateVersions": {
        "LaunchTemplateVersions": [{"LaunchTemplateId": "lt-0aaa0000000000001", "VersionNumber": 3}]
    },
    "ec2:DescribeVolumes": {"Volumes": [{"VolumeId": "vol-1", "Size": 100, "Iops": 3000}]},
    "ec2:GetSpotPlacementScores": {"SpotPlacementScores": [{"Region": "us-east-2", "Score": 8}]},
    "ssm:GetParameters": {
        "Parameters": [
            {"Name": PARAMETER, "Value": IMAGE, "Type": "String"},
            {"Name": "/cdk-bootstrap/hnb659fds/version", "Value": "24", "Type": "String"},
        ],
        "InvalidParameters": [],
    },
    "autoscaling:DescribeAutoScalingGroups": {"AutoScalingGroups": []},
    "eks:ListClusters": {"clusters": ["one"]},
    "batch:DescribeComputeEnvironments": {"computeEnvironments": []},
    "batch:DescribeJobQueues": {"jobQueues": []},
    "fsx:DescribeFileSystems": {"FileSystems": []},
    "resource-groups:ListGroupResources": {
        "Resources": [
            {
                "Identifier": {
                    "ResourceArn": f"arn:aws:ec2:us-east-2:111122223333:capacity-reservation/{BLOCK}",
                    "ResourceType": "AWS::EC2::CapacityReservation",
                }
            }
        ]
    },
    "sagemaker:ListClusters": {"ClusterSummaries": []},
    "service-quotas:ListServiceQuotas": {
        "Quotas": [
            {
                "ServiceCode": "sagemaker",
                "QuotaCode": "L-00000001",
                "QuotaName": "ml.trn2.48xlarge for cluster usage",
                "Value": 4.0,
            }
        ]
    },
    "iam:GetAccountSummary": {
        "SummaryMap": {"Roles": 10, "RolesQuota": 1000, "InstanceProfiles": 1, "InstanceProfilesQuota": 1000}
    },
    "iam:GetInstanceProfile": {
        "InstanceProfile": {"InstanceProfileName": "nodes", "Roles": [{"RoleName": "nodes", "Arn": "arn:x"}]}
    },
    "iam:GetRole": {"Role": {"RoleName": "AWSServiceRoleForAutoScaling", "Arn": "arn:x"}},
    "kms:DescribeKey": {"KeyMetadata": {"KeyId": "k", "KeyState": "Enabled", "KeyManager": "CUSTOMER"}},
    "kms:GetKeyPolicy": {"Policy": json.dumps(_POLICY)},
    "kms:ListGrants": {"Grants": []},
}


def answer(service: str, name: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of the account; every quota is large."""
    if name in ("GetServiceQuota", "GetAWSDefaultServiceQuota"):
        return {
            "Quota": {**params, "QuotaName": f"quota {params['QuotaCode']}", "Value": 100_000.0, "Adjustable": True}
        }
    if name == "ListRequestedServiceQuotaChangeHistoryByQuota":
        return {"RequestedQuotas": []}
    return ANSWERS[f"{service}:{name}"]
