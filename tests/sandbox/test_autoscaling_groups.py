from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
import pytest

from cdk_trainium.sandbox.state import AccountState

from .codes import refused
from .conftest import NO_RETRY


@pytest.fixture
def autoscaling(account: AccountState) -> Any:
    return boto3.client("autoscaling", config=NO_RETRY)


@pytest.fixture
def template(ec2: Any, network: Any) -> str:
    interfaces = [{k: v for k, v in item.items() if k != "SubnetId"} for item in network.efa_layout()]
    return template_of(ec2, network, NetworkInterfaces=interfaces)


def template_of(ec2: Any, network: Any, **more: Any) -> str:
    data = {
        "ImageId": network.image,
        "InstanceType": "trn2.48xlarge",
        "TagSpecifications": [{"ResourceType": "instance", "Tags": [{"Key": "from", "Value": "template"}]}],
        **more,
    }
    made = ec2.create_launch_template(LaunchTemplateName=f"t{time.monotonic_ns()}", LaunchTemplateData=data)
    return str(made["LaunchTemplate"]["LaunchTemplateId"])


def create(autoscaling: Any, network: Any, template: str, name: str = "g", size: int = 2, **more: Any) -> None:
    autoscaling.create_auto_scaling_group(
        AutoScalingGroupName=name,
        LaunchTemplate={"LaunchTemplateId": template, "Version": "$Latest"},
        VPCZoneIdentifier=network.subnet,
        Tags=[{"Key": "team", "Value": "a", "PropagateAtLaunch": True}],
        **{"MinSize": 0, "MaxSize": 8, "DesiredCapacity": size, **more},
    )


def roles() -> list[str]:
    return [role["RoleName"] for role in boto3.client("iam").list_roles(PathPrefix="/aws-service-role/")["Roles"]]


def test_the_first_group_makes_the_role_of_auto_scaling_and_it_stays(
    autoscaling: Any, network: Any, template: str
) -> None:
    assert roles() == []
    with refused("ValidationError"):
        create(autoscaling, network, template, MinSize=9)
    assert roles() == []
    create(autoscaling, network, template, "a", size=0)
    create(autoscaling, network, template, "b", size=0)
    assert roles() == ["AWSServiceRoleForAutoScaling"]
    autoscaling.delete_auto_scaling_group(AutoScalingGroupName="a", ForceDelete=True)
    assert roles() == ["AWSServiceRoleForAutoScaling"]


def test_a_role_that_the_caller_made_is_enough(autoscaling: Any, network: Any, template: str) -> None:
    boto3.client("iam").create_service_linked_role(AWSServiceName="autoscaling.amazonaws.com")
    create(autoscaling, network, template, size=0)
    assert roles() == ["AWSServiceRoleForAutoScaling"]


def nodes(ec2: Any) -> list[dict[str, Any]]:
    states = [{"Name": "instance-state-name", "Values": ["running"]}]
    found = ec2.describe_instances(Filters=states, MaxResults=1000)["Reservations"]
    return [instance for reservation in found for instance in reservation["Instances"]]


def group_of(autoscaling: Any, name: str = "g") -> dict[str, Any]:
    found = autoscaling.describe_auto_scaling_groups(AutoScalingGroupNames=[name])["AutoScalingGroups"]
    answer: dict[str, Any] = found[0]
    return answer


def failures(autoscaling: Any, name: str = "g") -> list[str]:
    found = autoscaling.describe_scaling_activities(AutoScalingGroupName=name)["Activities"]
    return [item["StatusMessage"] for item in found if item["StatusCode"] == "Failed"]


def test_nodes_have_every_interface_the_group_and_all_tags(
    ec2: Any, autoscaling: Any, network: Any, template: str
) -> None:
    ec2.create_placement_group(GroupName="near", Strategy="cluster")
    create(autoscaling, network, template, PlacementGroup="near")
    found = nodes(ec2)
    assert [len(item["NetworkInterfaces"]) for item in found] == [16, 16]
    assert {item["Placement"]["GroupName"] for item in found} == {"near"}
    tags = {tag["Key"]: tag["Value"] for tag in found[0]["Tags"]}
    assert (tags["team"], tags["from"], tags["aws:autoscaling:groupName"]) == ("a", "template", "g")
    shown = group_of(autoscaling)
    assert shown["PlacementGroup"] == "near"
    assert {item["InstanceId"] for item in shown["Instances"]} == {item["InstanceId"] for item in found}


def test_a_group_uses_its_reservation_and_nothing_else(ec2: Any, autoscaling: Any, network: Any, template: str) -> None:
    reservation = ec2.create_capacity_reservation(
        InstanceType="trn2.48xlarge",
        InstancePlatform="Linux/UNIX",
        AvailabilityZone="us-east-2a",
        InstanceCount=2,
        InstanceMatchCriteria="targeted",
    )["CapacityReservation"]["CapacityReservationId"]
    specification = {
        "CapacityReservationPreference": "capacity-reservations-only",
        "CapacityReservationTarget": {"CapacityReservationIds": [reservation]},
    }
    create(autoscaling, network, template, size=3, CapacityReservationSpecification=specification)
    assert [item["CapacityReservationId"] for item in nodes(ec2)] == [reservation] * 2
    assert "ReservationCapacityExceeded" in failures(autoscaling)[0]
    assert group_of(autoscaling)["CapacityReservationSpecification"] == specification


def test_a_reservation_first_falls_back_to_on_demand(ec2: Any, autoscaling: Any, network: Any, template: str) -> None:
    reservation = ec2.create_capacity_reservation(
        InstanceType="trn2.48xlarge",
        InstancePlatform="Linux/UNIX",
        AvailabilityZone="us-east-2a",
        InstanceCount=1,
        InstanceMatchCriteria="targeted",
    )["CapacityReservation"]["CapacityReservationId"]
    specification = {
        "CapacityReservationPreference": "capacity-reservations-first",
        "CapacityReservationTarget": {"CapacityReservationIds": [reservation]},
    }
    create(autoscaling, network, template, size=2, CapacityReservationSpecification=specification)
    assert [item.get("CapacityReservationId") for item in nodes(ec2)] == [reservation, None]
    assert failures(autoscaling) == []


def test_an_update_changes_only_what_it_names(ec2: Any, autoscaling: Any, network: Any, template: str) -> None:
    create(autoscaling, network, template)
    before = {item["InstanceId"] for item in nodes(ec2)}
    autoscaling.update_auto_scaling_group(AutoScalingGroupName="g", DefaultCooldown=77)
    assert {item["InstanceId"] for item in nodes(ec2)} == before
    autoscaling.update_auto_scaling_group(AutoScalingGroupName="g", DesiredCapacity=3)
    after = {item["InstanceId"] for item in nodes(ec2)}
    assert (before < after, len(after)) == (True, 3)
    shown = group_of(autoscaling)
    assert (shown["DefaultCooldown"], shown["MaxSize"], shown["LaunchTemplate"]["Version"]) == (77, 8, "$Latest")


def test_a_new_template_version_reaches_new_nodes_only(ec2: Any, autoscaling: Any, network: Any, template: str) -> None:
    create(autoscaling, network, template, size=1)
    ec2.create_launch_template_version(
        LaunchTemplateId=template,
        SourceVersion="1",
        LaunchTemplateData={
            "ImageId": network.image,
            "InstanceType": "trn2.48xlarge",
            "NetworkInterfaces": [{"DeviceIndex": 0, "Groups": [network.group]}],
        },
    )
    autoscaling.set_desired_capacity(AutoScalingGroupName="g", DesiredCapacity=2)
    assert sorted(len(item["NetworkInterfaces"]) for item in nodes(ec2)) == [1, 16]
    versions = sorted(item["LaunchTemplate"]["Version"] for item in group_of(autoscaling)["Instances"])
    assert versions == ["1", "2"]
    autoscaling.set_desired_capacity(AutoScalingGroupName="g", DesiredCapacity=1)
    assert [len(item["NetworkInterfaces"]) for item in nodes(ec2)] == [1]


def test_a_terminated_node_is_replaced_and_its_interfaces_are_gone(
    ec2: Any, autoscaling: Any, network: Any, template: str
) -> None:
    create(autoscaling, network, template, size=1)
    old = nodes(ec2)[0]["InstanceId"]
    ec2.terminate_instances(InstanceIds=[old])
    assert [item["InstanceId"] != old for item in nodes(ec2)] == [True]
    autoscaling.delete_auto_scaling_group(AutoScalingGroupName="g", ForceDelete=True)
    assert nodes(ec2) == []
    assert ec2.describe_network_interfaces()["NetworkInterfaces"] == []


def test_no_capacity_is_a_failed_activity_not_an_error(
    account: AccountState, ec2: Any, autoscaling: Any, network: Any, template: str
) -> None:
    account.settings.capacity["trn2.48xlarge", "us-east-2a"] = 1
    create(autoscaling, network, template, size=2)
    assert len(nodes(ec2)) == 1
    assert "InsufficientInstanceCapacity" in failures(autoscaling)[0]


def test_a_template_that_no_capacity_could_serve_is_refused_at_once(
    ec2: Any, autoscaling: Any, network: Any, template: str
) -> None:
    wrong = template_of(
        ec2, network, NetworkInterfaces=[{"DeviceIndex": 0}, {"DeviceIndex": 1, "NetworkCardIndex": 16}]
    )
    with refused("ValidationError"):
        create(autoscaling, network, wrong, size=0)
    assert autoscaling.describe_auto_scaling_groups()["AutoScalingGroups"] == []
    create(autoscaling, network, template, size=0)
    with refused("ValidationError"):
        autoscaling.update_auto_scaling_group(AutoScalingGroupName="g", LaunchTemplate={"LaunchTemplateId": wrong})
    assert group_of(autoscaling)["LaunchTemplate"]["LaunchTemplateId"] == template


def test_sizes_names_and_deletion_are_checked(ec2: Any, autoscaling: Any, network: Any, template: str) -> None:
    with refused("ValidationError"):
        create(autoscaling, network, template, size=9)
    create(autoscaling, network, template, size=1)
    with refused("AlreadyExists"):
        create(autoscaling, network, template)
    with refused("ResourceInUse"):
        autoscaling.delete_auto_scaling_group(AutoScalingGroupName="g")
    autoscaling.update_auto_scaling_group(AutoScalingGroupName="g", MinSize=0, MaxSize=0)
    autoscaling.delete_auto_scaling_group(AutoScalingGroupName="g")
    with refused("ValidationError"):
        autoscaling.set_desired_capacity(AutoScalingGroupName="g", DesiredCapacity=0)


def test_scheduled_actions_are_kept_per_group(ec2: Any, autoscaling: Any, network: Any, template: str) -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    for name in ("g", "h"):
        create(autoscaling, network, template, name=name, size=0)
        autoscaling.put_scheduled_update_group_action(
            AutoScalingGroupName=name, ScheduledActionName="start", StartTime=soon, DesiredCapacity=1
        )
    assert len(autoscaling.describe_scheduled_actions()["ScheduledUpdateGroupActions"]) == 2
    autoscaling.delete_scheduled_action(AutoScalingGroupName="g", ScheduledActionName="start")
    left = autoscaling.describe_scheduled_actions(AutoScalingGroupName="h")["ScheduledUpdateGroupActions"]
    assert [item["AutoScalingGroupName"] for item in left] == ["h"]
    with refused("ValidationError"):
        autoscaling.delete_scheduled_action(AutoScalingGroupName="g", ScheduledActionName="start")
    with refused("ValidationError"):
        autoscaling.put_scheduled_update_group_action(
            AutoScalingGroupName="g", ScheduledActionName="late", StartTime=soon - timedelta(hours=2), MinSize=0
        )


def test_five_hundred_nodes_in_31_groups(ec2: Any, autoscaling: Any, network: Any, template: str) -> None:
    network.subnet = network.subnet_in("us-east-2a", "10.0.128.0/17")
    for index in range(31):
        size = 17 if index < 4 else 16
        create(autoscaling, network, template, name=f"g{index}", size=size, MaxSize=17)
    assert len(nodes(ec2)) == 500
