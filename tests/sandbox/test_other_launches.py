"""Every way to a node of an accelerator type meets EC2's rules, or a refusal that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import boto3
import pytest
from botocore.exceptions import ClientError

from cdk_trainium.sandbox.state import AccountState

from .codes import refused
from .conftest import NO_RETRY, Network

TRN, PLAIN = "trn2.48xlarge", "c5.large"
ROLE = "arn:aws:iam::123456789012:role/fleet"


def template(net: Network, kind: str) -> str:
    place = [{"DeviceIndex": 0, "SubnetId": net.subnet, "Groups": [net.group]}]
    data = {"ImageId": net.image, "InstanceType": kind, "NetworkInterfaces": place}
    name = f"t-{uuid4()}"
    made = net.ec2.create_launch_template(LaunchTemplateName=name, LaunchTemplateData=data)
    return str(made["LaunchTemplate"]["LaunchTemplateId"])


def fleet(net: Network, kind: str) -> Any:
    return net.ec2.create_fleet(
        TargetCapacitySpecification={"TotalTargetCapacity": 1, "DefaultTargetCapacityType": "on-demand"},
        LaunchTemplateConfigs=[
            {"LaunchTemplateSpecification": {"LaunchTemplateId": template(net, kind), "Version": "1"}}
        ],
    )


def overridden(net: Network, kind: str) -> Any:
    return net.ec2.create_fleet(
        TargetCapacitySpecification={"TotalTargetCapacity": 1, "DefaultTargetCapacityType": "spot"},
        LaunchTemplateConfigs=[
            {
                "LaunchTemplateSpecification": {"LaunchTemplateId": template(net, PLAIN), "Version": "1"},
                "Overrides": [{"InstanceType": kind}],
            }
        ],
    )


def spot(net: Network, kind: str) -> Any:
    return net.ec2.request_spot_instances(
        LaunchSpecification={"ImageId": net.image, "InstanceType": kind, "SubnetId": net.subnet}
    )


def spot_fleet(net: Network, kind: str) -> Any:
    config = {
        "TargetCapacity": 1,
        "IamFleetRole": ROLE,
        "AllocationStrategy": "lowestPrice",
        "LaunchSpecifications": [{"ImageId": net.image, "InstanceType": kind, "SubnetId": net.subnet}],
    }
    return net.ec2.request_spot_fleet(SpotFleetRequestConfig=config)


def configuration(net: Network, kind: str) -> Any:
    client = boto3.client("autoscaling", config=NO_RETRY)
    return client.create_launch_configuration(LaunchConfigurationName="l", ImageId=net.image, InstanceType=kind)


@pytest.mark.parametrize("way", [fleet, overridden, spot, spot_fleet, configuration])
def test_what_is_not_simulated_is_refused_for_our_types_only(
    network: Network, way: Callable[[Network, str], Any]
) -> None:
    with refused("ValidationError" if way is configuration else "UnsupportedOperation"):
        way(network, TRN)
    assert not running(network)
    if way in (fleet, overridden):
        with refused("InvalidSubnetID.NotFound"):  # moto answers: its fleets need a default subnet
            way(network, PLAIN)
    else:
        way(network, PLAIN)


def running(network: Network) -> list[Any]:
    found = network.ec2.describe_instances(
        Filters=[{"Name": "instance-state-name", "Values": ["running"]}, {"Name": "instance-type", "Values": [TRN]}]
    )
    return [node for item in found["Reservations"] for node in item["Instances"]]


def stopped(network: Network, kind: str = TRN) -> str:
    key = str(network.launch(kind)["Instances"][0]["InstanceId"])
    network.ec2.stop_instances(InstanceIds=[key])
    return key


def test_a_node_that_starts_again_needs_quota(account: AccountState, network: Network) -> None:
    account.settings.quotas["L-2C3B7624"] = 192.0
    key = stopped(network)
    network.launch()
    with refused("VcpuLimitExceeded"):
        network.ec2.start_instances(InstanceIds=[key])
    account.settings.quotas["L-2C3B7624"] = 384.0
    network.ec2.start_instances(InstanceIds=[key])
    assert len(running(network)) == 2


def test_a_node_that_starts_again_needs_capacity(account: AccountState, network: Network) -> None:
    account.settings.capacity[TRN, "us-east-2a"] = 1
    key = stopped(network)
    network.launch()
    with refused("InsufficientInstanceCapacity"):
        network.ec2.start_instances(InstanceIds=[key])
    account.settings.capacity[TRN, "us-east-2a"] = 2
    network.ec2.start_instances(InstanceIds=[key])
    assert len(running(network)) == 2


def mixed(network: Network, *kinds: str, **distribution: Any) -> None:
    policy: dict[str, Any] = {
        "LaunchTemplate": {
            "LaunchTemplateSpecification": {"LaunchTemplateId": template(network, PLAIN), "Version": "1"},
            "Overrides": [{"InstanceType": kind} for kind in kinds],
        }
    }
    if distribution:
        policy["InstancesDistribution"] = distribution
    boto3.client("autoscaling", config=NO_RETRY).create_auto_scaling_group(
        AutoScalingGroupName="mixed",
        MinSize=0,
        MaxSize=4,
        DesiredCapacity=2,
        MixedInstancesPolicy=policy,
        VPCZoneIdentifier=network.subnet,
    )


def test_a_mixed_group_takes_its_types_in_order(account: AccountState, network: Network) -> None:
    account.settings.capacity[TRN, "us-east-2a"] = 1
    mixed(network, TRN, PLAIN)
    (group,) = boto3.client("autoscaling").describe_auto_scaling_groups()["AutoScalingGroups"]
    assert sorted(item["InstanceType"] for item in group["Instances"]) == [PLAIN, TRN]


def test_a_mixed_group_meets_the_quota(account: AccountState, network: Network) -> None:
    account.settings.quotas["L-2C3B7624"] = 0.0
    mixed(network, TRN)
    assert not running(network)


def test_the_spot_share_of_a_mixed_group_is_no_way_past_the_spot_quota(network: Network) -> None:
    with pytest.raises(ClientError, match="not simulate the spot share"):
        mixed(network, TRN, OnDemandPercentageAboveBaseCapacity=0)
