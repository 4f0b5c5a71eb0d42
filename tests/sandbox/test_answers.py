"""Every answer of every operation that we added or replaced holds to the installed botocore model."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import boto3
import pytest
from botocore.model import Shape
from moto.core.responses import BaseResponse

from cdk_trainium.sandbox.clock import Clock
from cdk_trainium.sandbox.operations import ADDED, REPLACED
from cdk_trainium.sandbox.state import AccountState

from .bench import NOW, Bench

BLOCK, ULTRASERVER = "cr-0123456789abcdef0", "cr-0aaaaaaaaaaaaaaa1"
Answers = dict[tuple[str, str], list[Any]]


@pytest.fixture
def answers(account: AccountState, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """What the handlers return, before moto drops what the model does not know."""
    seen: Answers = {}
    serialized = BaseResponse.serialized

    def keep(self: Any, action_result: Any) -> Any:
        key = (self.boto3_service_name, self._get_action())
        seen.setdefault(key, []).append(action_result.result)
        return serialized(self, action_result)

    monkeypatch.setattr(BaseResponse, "serialized", keep)
    return seen


def ask_everything(b: Bench) -> None:
    """Call each operation in a state that fills as many members as we can fill."""
    ec2, auto, sq = b.ec2, b.autoscaling, b.quotas
    tags = [{"Key": "team", "Value": "a"}]
    made = ec2.create_placement_group(
        GroupName="p",
        Strategy="partition",
        PartitionCount=2,
        TagSpecifications=[{"ResourceType": "placement-group", "Tags": tags}],
    )["PlacementGroup"]
    ec2.create_placement_group(GroupName="near", Strategy="cluster")
    ec2.create_placement_group(GroupName="apart", Strategy="spread")
    ec2.describe_placement_groups()
    odcr = b.reserve(InstanceCount=2, TagSpecifications=[{"ResourceType": "capacity-reservation", "Tags": tags}])
    held = odcr["CapacityReservationId"]
    target = {"CapacityReservationTarget": {"CapacityReservationId": held}}
    b.launch(Placement={"GroupName": "near"}, CapacityReservationSpecification=target)
    ec2.modify_capacity_reservation(
        CapacityReservationId=held, InstanceCount=3, EndDateType="limited", EndDate="2030-01-01"
    )
    ec2.describe_capacity_reservations(MaxResults=1)
    ec2.get_capacity_reservation_usage(CapacityReservationId=held)
    ask_blocks(b)
    ec2.describe_instance_topology()
    ec2.describe_capacity_reservation_topology()
    ec2.describe_security_group_vpc_associations()
    ec2.cancel_capacity_reservation(CapacityReservationId=held)
    ec2.get_spot_placement_scores(InstanceTypes=["trn2.48xlarge"], TargetCapacity=1)
    ec2.describe_instance_types(MaxResults=5)
    ec2.describe_instance_type_offerings(MaxResults=5)
    ec2.describe_regions(AllRegions=True)
    ec2.delete_placement_group(GroupName=made["GroupName"])
    ask_groups(b, auto)
    for code in ("L-2C3B7624", "L-6B0D517C"):
        asked = sq.request_service_quota_increase(ServiceCode="ec2", QuotaCode=code, DesiredValue=200_000)
    sq.get_requested_service_quota_change(RequestId=asked["RequestedQuota"]["Id"])
    sq.list_requested_service_quota_change_history()
    one = {"ServiceCode": "ec2", "QuotaCode": "L-2C3B7624"}
    sq.list_requested_service_quota_change_history_by_quota(**one)
    sq.get_service_quota(**one)
    sq.get_aws_default_service_quota(**one)
    sq.list_service_quotas(ServiceCode="ec2", MaxResults=3)
    sq.list_aws_default_service_quotas(ServiceCode="vpc")
    sq.list_services()
    ask_resource_groups(b, odcr["CapacityReservationArn"])
    pricing = boto3.client("pricing", region_name="us-east-1")
    pricing.get_products(ServiceCode="AmazonEC2", MaxResults=5)
    pricing.describe_services()


def ask_blocks(b: Bench) -> None:
    b.running_block(tags={"team": "a"})
    b.running_block(reservation_id=ULTRASERVER, instance_type="trn2u.48xlarge", ultraserver_type="u-trn2x64")
    target = {"CapacityReservationTarget": {"CapacityReservationId": ULTRASERVER}}
    b.launch("trn2u.48xlarge", **(b.into() | {"CapacityReservationSpecification": target}))
    b.purchase(b.search()[0]["CapacityBlockOfferingId"])
    b.search(InstanceType=None, UltraserverType="u-trn2x64")
    b.ec2.describe_capacity_blocks()
    b.ec2.describe_capacity_block_status()
    ask = {"CapacityReservationId": BLOCK, "CapacityBlockExtensionDurationHours": 24}
    offered = b.ec2.describe_capacity_block_extension_offerings(**ask)["CapacityBlockExtensionOfferings"][0]
    b.ec2.purchase_capacity_block_extension(
        CapacityReservationId=BLOCK, CapacityBlockExtensionOfferingId=offered["CapacityBlockExtensionOfferingId"]
    )
    b.ec2.describe_capacity_block_extension_history()


def ask_resource_groups(b: Bench, arn: str) -> None:
    pools = b.client("resource-groups")
    pools.create_group(Name="pool", Configuration=[{"Type": "AWS::EC2::CapacityReservationPool"}])
    pools.group_resources(Group="pool", ResourceArns=[arn])
    pools.list_group_resources(Group="pool")
    pools.ungroup_resources(Group="pool", ResourceArns=[arn])


def ask_groups(b: Bench, auto: Any) -> None:
    b.capacity("trn2.48xlarge", "us-east-2a", 2)
    b.group(DesiredCapacity=2)
    auto.update_auto_scaling_group(AutoScalingGroupName="g", DefaultCooldown=30)
    auto.set_desired_capacity(AutoScalingGroupName="g", DesiredCapacity=1)
    auto.enable_metrics_collection(AutoScalingGroupName="g", Granularity="1Minute")
    auto.disable_metrics_collection(AutoScalingGroupName="g")
    topic = {"AutoScalingGroupName": "g", "TopicARN": "arn:aws:sns:us-east-2:123456789012:events"}
    kinds = ["autoscaling:EC2_INSTANCE_LAUNCH", "autoscaling:EC2_INSTANCE_TERMINATE"]
    auto.put_notification_configuration(**topic, NotificationTypes=kinds)
    auto.describe_notification_configurations(MaxRecords=1)
    auto.delete_notification_configuration(**topic)
    auto.describe_scaling_activities(AutoScalingGroupName="g", MaxRecords=1)
    auto.describe_auto_scaling_groups()
    auto.delete_auto_scaling_group(AutoScalingGroupName="g", ForceDelete=True)


def faults(value: Any, shape: Shape | None, path: str) -> Iterator[str]:
    """Yield what the model does not allow in ``value``; objects of moto's own are its business."""
    if value is None or shape is None:
        return
    kind = {
        "structure": dict,
        "list": list | tuple,
        "string": str,
        "integer": int,
        "long": int,
        "double": int | float,
        "float": int | float,
        "boolean": bool,
        "timestamp": datetime,
    }[shape.type_name]
    if not isinstance(value, kind):
        if shape.type_name != "structure":
            yield f"{path}: {type(value).__name__} where the model says {shape.type_name}"
        return
    if shape.type_name == "structure":
        yield from _of_structure(value, shape, path)
    elif shape.type_name == "list":
        for index, item in enumerate(value):
            yield from faults(item, shape.member, f"{path}[{index}]")  # type: ignore[attr-defined]
    elif getattr(shape, "enum", None) and value not in shape.enum:
        yield f"{path}: {value} is none of {shape.enum}"


def _of_structure(value: dict[str, Any], shape: Any, path: str) -> Iterator[str]:
    yield from (f"{path}.{key}: the model has no such member" for key in value if key not in shape.members)
    yield from (f"{path}.{key}: required" for key in shape.required_members if value.get(key) is None)
    for key, item in value.items():
        yield from faults(item, shape.members.get(key), f"{path}.{key}")


def test_every_answer_holds_to_the_model(account: AccountState, answers: Answers) -> None:
    account.settings.clock = Clock(NOW)
    account.settings.throttle_service_quotas = False
    ask_everything(Bench(account))
    expected = {(service, name) for held in (ADDED, REPLACED) for service, names in held.items() for name in names}
    assert expected - set(answers) == set()
    found = []
    for service, name in sorted(expected):
        model = boto3.client(service, region_name="us-east-1").meta.service_model.operation_model(name)
        for answer in answers[service, name]:
            found += list(faults(answer, model.output_shape, f"{service}.{name}"))
    assert found == []


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ({"PlacementGroups": [{"Colour": "red"}]}, "no such member"),
        ({"PlacementGroups": [{"Strategy": "near"}]}, "none of"),
        ({"PlacementGroups": [{"PartitionCount": "2"}]}, "model says integer"),
        ({"PlacementGroups": [{"GroupName": "a", "Strategy": "cluster"}]}, None),
    ],
)
def test_the_walk_finds_faults(answer: dict[str, Any], fault: str | None) -> None:
    model = boto3.client("ec2", region_name="us-east-1").meta.service_model.operation_model("DescribePlacementGroups")
    found = list(faults(answer, model.output_shape, ""))
    assert [fault in item for item in found] == ([True] if fault else [])
