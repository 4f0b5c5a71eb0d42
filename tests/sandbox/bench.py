"""A simulated account that many rule tests share; `fresh` brings it back to its beginning."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import boto3

from cdk_trainium.sandbox.builder import Account
from cdk_trainium.sandbox.clock import Clock
from cdk_trainium.sandbox.settings import Settings
from cdk_trainium.sandbox.state import AccountState, RegionState, region_of

from .conftest import NO_RETRY, REGION, Network

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
BLOCK = "cr-0123456789abcdef0"


class Bench(Account):
    """What a pair of requests needs."""

    def __init__(self, state: AccountState) -> None:
        super().__init__(state, REGION)
        self.ec2 = boto3.client("ec2", config=NO_RETRY)
        self.quotas = boto3.client("service-quotas", config=NO_RETRY)
        self.autoscaling = boto3.client("autoscaling", config=NO_RETRY)
        self.net = Network(self.ec2)
        self.launch = self.net.launch

    @property
    def settings(self) -> Settings:
        return self.state.settings

    @property
    def here(self) -> RegionState:
        return region_of(REGION)

    @cached_property
    def other_subnet(self) -> str:
        return self.net.subnet_in("us-east-2b", "10.0.64.0/20")

    @cached_property
    def small_subnet(self) -> str:
        """Eleven free addresses."""
        return self.net.subnet_in("us-east-2a", "10.0.80.0/28")

    @cached_property
    def template(self) -> str:
        data = {"ImageId": self.net.image, "InstanceType": "trn2.48xlarge"}
        made = self.ec2.create_launch_template(LaunchTemplateName="rules", LaunchTemplateData=data)
        return str(made["LaunchTemplate"]["LaunchTemplateId"])

    def fresh(self) -> None:
        # Open requests would be decided by the fresh settings: they go first. Interfaces that outlive nodes go last.
        for held in ("quota_requests", "placement_groups", "reservations", "blocks", "offerings"):
            getattr(self.here, held).clear()
        self.state.settings = Settings(clock=Clock(NOW))
        self.settings.throttle_service_quotas = False
        for group in self.autoscaling.describe_auto_scaling_groups()["AutoScalingGroups"]:
            name = group["AutoScalingGroupName"]
            self.autoscaling.delete_auto_scaling_group(AutoScalingGroupName=name, ForceDelete=True)
        for reservation in self.here.ec2.reservations.values():
            for instance in reservation.instances:
                instance.terminate()
        self.here.ec2.enis.clear()

    def nics(self, *places: tuple[int, int, str], **more: Any) -> dict[str, Any]:
        """Interfaces at (card, device, type)."""
        return {"NetworkInterfaces": [self.net.interface(*place, **more) for place in places]}

    def running_block(self, **more: Any) -> dict[str, Any]:
        """A block that has started, and the parameters that launch into it."""
        self.block(**{"count": 4, "zone": "us-east-2a", "start": "-1h", "end": "+1d", "reservation_id": BLOCK, **more})
        return self.into()

    def into(self) -> dict[str, Any]:
        target = {"CapacityReservationTarget": {"CapacityReservationId": BLOCK}}
        return {"InstanceMarketOptions": {"MarketType": "capacity-block"}, "CapacityReservationSpecification": target}

    def named(self, **more: Any) -> dict[str, Any]:
        """A reservation, and the parameters that launch into it."""
        found = self.reservation(**{"count": 1, "zone": "us-east-2a", **more})
        return {"CapacityReservationSpecification": {"CapacityReservationTarget": {"CapacityReservationId": found}}}

    def reserve(self, **more: Any) -> Any:
        given = {"InstanceType": "trn2.48xlarge", "InstancePlatform": "Linux/UNIX", "InstanceCount": 1}
        given["AvailabilityZone"] = "us-east-2a"
        return self.ec2.create_capacity_reservation(**(given | more))["CapacityReservation"]

    def group(self, **more: Any) -> None:
        given = {"AutoScalingGroupName": "g", "MinSize": 0, "MaxSize": 2, "DesiredCapacity": 0}
        given["LaunchTemplate"] = {"LaunchTemplateId": self.template}
        given["VPCZoneIdentifier"] = self.net.subnet
        self.autoscaling.create_auto_scaling_group(**(given | more))

    def search(self, **more: Any) -> Any:
        given = {"InstanceType": "trn2.48xlarge", "CapacityDurationHours": 24} | more
        given = {key: value for key, value in given.items() if value is not None}
        return self.ec2.describe_capacity_block_offerings(**given)["CapacityBlockOfferings"]

    def purchase(self, offering: str) -> Any:
        return self.ec2.purchase_capacity_block(CapacityBlockOfferingId=offering, InstancePlatform="Linux/UNIX")

    def increase(self, code: str = "L-2C3B7624", value: float = 200_000, region: str = REGION) -> Any:
        client = self.quotas if region == REGION else self.client("service-quotas", region)
        return client.request_service_quota_increase(ServiceCode="ec2", QuotaCode=code, DesiredValue=value)
