"""Zones of the control plane of EKS."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, findings

E, U = Level.ERROR, Level.UNKNOWN


def cluster(*subnets: Any, network: Any = None, **more: Any) -> Data:
    config = {"SubnetIds": list(subnets)} if network is None else network
    places = {"A": "AvailabilityZone", "B": "AvailabilityZone", "C": "AvailabilityZoneId", "D": "AvailabilityZoneId"}
    zones: dict[str, Any] = {"A": "us-east-1a", "B": "us-east-1b", "C": "use1-az3", "D": {"Ref": "Zone"}}
    made = {
        name: {"Type": "AWS::EC2::Subnet", "Properties": {"VpcId": "vpc-0123456789abcdef0", places[name]: zone}}
        for name, zone in zones.items()
    }
    properties = {"RoleArn": "arn:aws:iam::111122223333:role/eks", "ResourcesVpcConfig": config, **more}
    return {
        "Parameters": {"Zone": {"Type": "String"}, "Subnets": {"Type": "List<AWS::EC2::Subnet::Id>"}},
        "Conditions": {"One": {"Fn::Equals": [{"Ref": "Zone"}, "x"]}},
        "Resources": {**made, "Eks": {"Type": "AWS::EKS::Cluster", "Properties": properties}},
    }


A, B, C, D = ({"Ref": name} for name in "ABCD")


@pytest.mark.parametrize(
    ("data", "levels"),
    [
        (cluster(A, B), []),
        (cluster(A, A), [E]),
        (cluster(A), [E]),
        (cluster(D), [E]),
        (cluster(), [E]),
        (cluster(A, D), [U]),
        (cluster("subnet-0123456789abcdef0", "subnet-0123456789abcdef1"), [U]),
        (cluster(A, "subnet-0123456789abcdef1", B), []),
        (cluster(A, B, C), [E]),
        (cluster(A, {"Fn::If": ["One", B, {"Ref": "AWS::NoValue"}]}), [E]),
        (cluster(network={"SubnetIds": {"Ref": "Subnets"}}), [U]),
        (cluster(network={"SubnetIds": {"Fn::Split": [",", {"Fn::ImportValue": "subnets"}]}}), [U]),
        (cluster(A, OutpostConfig={"ControlPlaneInstanceType": "m5.large", "OutpostArns": ["x"]}), []),
    ],
)
def test_a_control_plane_has_two_zones_that_eks_serves(data: Data, levels: list[Level]) -> None:
    assert [item.level for item in findings(data) if item.id == "TRN608"] == levels
