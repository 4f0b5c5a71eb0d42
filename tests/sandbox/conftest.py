"""The simulated account and a small network in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.config import Config

from cdk_trainium.sandbox import mock_account
from cdk_trainium.sandbox.state import AccountState

NO_RETRY = Config(retries={"max_attempts": 0})
REGION = "us-east-2"


@pytest.fixture
def account() -> Iterator[AccountState]:
    with mock_account(region=REGION) as state:
        yield state


@pytest.fixture
def ec2(account: AccountState) -> Any:
    return boto3.client("ec2", config=NO_RETRY)


class Network:
    """One VPC, one subnet in us-east-2a, one group, one image; and the launches that tests vary."""

    def __init__(self, ec2: Any) -> None:
        self.ec2 = ec2
        self.vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
        self.subnet = self.subnet_in("us-east-2a", "10.0.0.0/20")
        self.group = ec2.create_security_group(GroupName="efa", Description="efa", VpcId=self.vpc)["GroupId"]
        name = "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"
        self.image = boto3.client("ssm").get_parameter(Name=name)["Parameter"]["Value"]

    def subnet_in(self, zone: str, cidr: str) -> str:
        subnet = self.ec2.create_subnet(VpcId=self.vpc, CidrBlock=cidr, AvailabilityZone=zone)
        return str(subnet["Subnet"]["SubnetId"])

    def interface(self, card: int, device: int, type: str = "efa", **more: Any) -> dict[str, Any]:
        return {
            "NetworkCardIndex": card,
            "DeviceIndex": device,
            "InterfaceType": type,
            "Groups": [self.group],
            "SubnetId": self.subnet,
            "DeleteOnTermination": True,
            **more,
        }

    def efa_layout(self, cards: int = 16) -> list[dict[str, Any]]:
        return [self.interface(card, 1 if card else 0) for card in range(cards)]

    def launch(self, type: str = "trn2.48xlarge", count: int = 1, **more: Any) -> dict[str, Any]:
        request: dict[str, Any] = {"ImageId": self.image, "InstanceType": type, "MinCount": count, "MaxCount": count}
        if "NetworkInterfaces" not in more and "SubnetId" not in more and "LaunchTemplate" not in more:
            request["NetworkInterfaces"] = [self.interface(0, 0, "interface")]
        answer: dict[str, Any] = self.ec2.run_instances(**(request | more))
        return answer


@pytest.fixture
def network(ec2: Any) -> Network:
    return Network(ec2)
