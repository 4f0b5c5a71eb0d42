from __future__ import annotations

from typing import Any

import pytest

from .codes import refused


def test_a_group_is_shown_by_name_and_by_filter(ec2: Any) -> None:
    made = ec2.create_placement_group(
        GroupName="near",
        Strategy="cluster",
        TagSpecifications=[{"ResourceType": "placement-group", "Tags": [{"Key": "team", "Value": "a"}]}],
    )["PlacementGroup"]
    ec2.create_placement_group(GroupName="apart", Strategy="spread")
    assert ec2.describe_placement_groups(GroupNames=["near"])["PlacementGroups"] == [made]
    found = ec2.describe_placement_groups(Filters=[{"Name": "tag:team", "Values": ["*"]}])["PlacementGroups"]
    assert [group["GroupName"] for group in found] == ["near"]


def test_a_group_in_use_stays_and_an_empty_one_goes(ec2: Any, network: Any) -> None:
    ec2.create_placement_group(GroupName="near", Strategy="cluster")
    instance = network.launch(Placement={"GroupName": "near"})["Instances"][0]["InstanceId"]
    with refused("InvalidPlacementGroup.InUse"):
        ec2.delete_placement_group(GroupName="near")
    ec2.terminate_instances(InstanceIds=[instance])
    ec2.delete_placement_group(GroupName="near")
    assert ec2.describe_placement_groups()["PlacementGroups"] == []


def test_a_group_with_an_active_reservation_stays(ec2: Any) -> None:
    arn = ec2.create_placement_group(GroupName="near", Strategy="cluster")["PlacementGroup"]["GroupArn"]
    reservation = ec2.create_capacity_reservation(
        InstanceType="trn2.48xlarge",
        InstancePlatform="Linux/UNIX",
        AvailabilityZone="us-east-2a",
        InstanceCount=1,
        PlacementGroupArn=arn,
    )["CapacityReservation"]["CapacityReservationId"]
    with refused("InvalidPlacementGroup.InUse"):
        ec2.delete_placement_group(GroupName="near")
    ec2.cancel_capacity_reservation(CapacityReservationId=reservation)
    ec2.delete_placement_group(GroupName="near")


def test_unknown_and_second_names_are_refused(ec2: Any) -> None:
    with refused("InvalidPlacementGroup.Unknown"):
        ec2.describe_placement_groups(GroupNames=["none"])
    ec2.create_placement_group(GroupName="near", Strategy="cluster")
    with refused("InvalidPlacementGroup.Duplicate"):
        ec2.create_placement_group(GroupName="near", Strategy="cluster")


@pytest.mark.parametrize(("strategy", "partitions", "fine"), [("partition", 8, False), ("partition", 7, True)])
def test_partitions_end_at_seven(ec2: Any, strategy: str, partitions: int, fine: bool) -> None:
    def make() -> Any:
        return ec2.create_placement_group(GroupName="p", Strategy=strategy, PartitionCount=partitions)

    if fine:
        assert make()["PlacementGroup"]["PartitionCount"] == partitions
        return
    with refused("InvalidParameterValue"):
        make()


def test_a_cluster_group_lives_in_one_zone(ec2: Any, network: Any) -> None:
    ec2.create_placement_group(GroupName="near", Strategy="cluster")
    network.launch(Placement={"GroupName": "near"})
    other = network.subnet_in("us-east-2b", "10.0.32.0/20")
    with refused("InvalidPlacementGroup.InUse"):
        network.launch(
            NetworkInterfaces=[network.interface(0, 0, "interface", SubnetId=other)], Placement={"GroupName": "near"}
        )
    network.launch(Placement={"GroupName": "near"})
