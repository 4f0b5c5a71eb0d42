from __future__ import annotations

from typing import Any

import boto3
import pytest

from cdk_trainium.sandbox.state import AccountState

from .codes import refused


def found(ec2: Any, **filters: str) -> list[dict[str, Any]]:
    given = [{"Name": name.replace("_", "-"), "Values": [value]} for name, value in filters.items()]
    answer = ec2.describe_instances(Filters=given)["Reservations"]
    return [instance for reservation in answer for instance in reservation["Instances"]]


def test_sixteen_cards_are_shown_by_both_operations(ec2: Any, network: Any) -> None:
    instance = network.launch(NetworkInterfaces=network.efa_layout())["Instances"][0]
    places = [(card, 1 if card else 0, "efa") for card in range(16)]
    shown = [
        (item["Attachment"]["NetworkCardIndex"], item["Attachment"]["DeviceIndex"], item["InterfaceType"])
        for item in found(ec2)[0]["NetworkInterfaces"]
    ]
    assert shown == places
    interfaces = ec2.describe_network_interfaces(
        Filters=[{"Name": "attachment.instance-id", "Values": [instance["InstanceId"]]}]
    )["NetworkInterfaces"]
    by_card = sorted(interfaces, key=lambda item: int(item["Attachment"]["NetworkCardIndex"]))
    assert [(item["Attachment"]["NetworkCardIndex"], item["InterfaceType"]) for item in by_card] == [
        (card, kind) for card, _, kind in places
    ]
    assert len({item["PrivateIpAddress"] for item in interfaces}) == 16
    assert {item["Attachment"]["DeleteOnTermination"] for item in interfaces} == {True}


def test_efa_only_takes_no_address(ec2: Any, network: Any) -> None:
    places = [(0, 0, "interface"), (0, 1, "efa-only"), *((card, 0, "efa-only") for card in range(1, 16))]
    before = ec2.describe_subnets(SubnetIds=[network.subnet])["Subnets"][0]["AvailableIpAddressCount"]
    network.launch(NetworkInterfaces=[network.interface(*place) for place in places])
    after = ec2.describe_subnets(SubnetIds=[network.subnet])["Subnets"][0]["AvailableIpAddressCount"]
    interfaces = found(ec2)[0]["NetworkInterfaces"]
    assert (before - after, len(interfaces)) == (1, 17)
    assert [item.get("PrivateIpAddress") is None for item in interfaces].count(False) == 1


def test_interfaces_have_their_own_groups(ec2: Any, network: Any) -> None:
    other = ec2.create_security_group(GroupName="other", Description="o", VpcId=network.vpc)["GroupId"]
    network.launch(NetworkInterfaces=[network.interface(0, 0), network.interface(1, 1, Groups=[other])])
    shown = [[group["GroupId"] for group in item["Groups"]] for item in found(ec2)[0]["NetworkInterfaces"]]
    assert shown == [[network.group], [other]]


def test_a_terminated_node_keeps_no_interface_but_what_was_not_to_be_deleted(ec2: Any, network: Any) -> None:
    kept = network.interface(1, 1)
    del kept["DeleteOnTermination"]
    instance = network.launch(NetworkInterfaces=[network.interface(0, 0), kept])["Instances"][0]["InstanceId"]
    ec2.terminate_instances(InstanceIds=[instance])
    left = ec2.describe_network_interfaces()["NetworkInterfaces"]
    assert len(left) == 1
    shown = found(ec2)[0]
    assert (shown["State"]["Name"], shown["NetworkInterfaces"], shown.get("PrivateIpAddress")) == (
        "terminated",
        [],
        None,
    )


def test_filters_see_group_reservation_and_lifecycle(ec2: Any, network: Any) -> None:
    ec2.create_placement_group(GroupName="near", Strategy="cluster")
    network.launch(Placement={"GroupName": "near"})
    network.launch(InstanceMarketOptions={"MarketType": "spot"})
    assert len(found(ec2, placement_group_name="near")) == 1
    assert [item["InstanceLifecycle"] for item in found(ec2, instance_lifecycle="spot")] == ["spot"]


def test_the_first_spot_launch_makes_the_role_of_spot(network: Any) -> None:
    iam = boto3.client("iam")
    network.launch()
    assert iam.list_roles(PathPrefix="/aws-service-role/")["Roles"] == []
    network.launch(InstanceMarketOptions={"MarketType": "spot"})
    assert iam.get_role(RoleName="AWSServiceRoleForEC2Spot")["Role"]["Path"] == "/aws-service-role/spot.amazonaws.com/"


def test_min_count_may_be_all_there_is(account: AccountState, ec2: Any, network: Any) -> None:
    account.settings.capacity["trn2.48xlarge", "us-east-2a"] = 2
    assert len(network.launch(MinCount=1, MaxCount=4)["Instances"]) == 2
    with refused("InsufficientInstanceCapacity"):
        network.launch()


def test_no_capacity_names_the_zones_that_have_it(account: AccountState, ec2: Any, network: Any) -> None:
    account.settings.capacity["trn2.48xlarge", "us-east-2a"] = 0
    with pytest.raises(ec2.exceptions.ClientError, match=r"\(us-east-2a\).*choosing us-east-2b, us-east-2c") as caught:
        network.launch()
    assert caught.value.response["ResponseMetadata"]["HTTPStatusCode"] == 500


def test_an_odcr_counts_once_whoever_runs_in_it(account: AccountState, ec2: Any, network: Any) -> None:
    account.settings.quotas["L-2C3B7624"] = 3 * 192
    found_ids = []
    for _ in range(2):
        made = ec2.create_capacity_reservation(
            InstanceType="trn2.48xlarge",
            InstancePlatform="Linux/UNIX",
            AvailabilityZone="us-east-2a",
            InstanceCount=1,
            InstanceMatchCriteria="targeted",
        )
        found_ids.append(made["CapacityReservation"]["CapacityReservationId"])
    target = {"CapacityReservationTarget": {"CapacityReservationId": found_ids[0]}}
    network.launch(CapacityReservationSpecification=target)
    network.launch()
    with refused("VcpuLimitExceeded"):
        network.launch()


@pytest.mark.parametrize(
    ("nonsense", "code"),
    [
        ({"InstanceType": "trn9.48xlarge"}, "InvalidParameterValue"),
        (
            {"NetworkInterfaces": [{"DeviceIndex": 0}, {"NetworkCardIndex": 99, "DeviceIndex": 9}]},
            "AttachmentLimitExceeded",
        ),
    ],
)
def test_a_dry_run_is_no_free_pass(network: Any, nonsense: dict[str, Any], code: str) -> None:
    """K9-09: moto accepts impossible launches."""
    with refused(code):
        network.launch(DryRun=True, **nonsense)
    with refused("DryRunOperation"):
        network.launch(DryRun=True)


def test_moto_s_own_lists_come_in_pages_too(account: AccountState, ec2: Any, network: Any) -> None:
    network.launch(NetworkInterfaces=network.efa_layout())
    first = ec2.describe_network_interfaces(MaxResults=10)
    rest = ec2.describe_network_interfaces(MaxResults=10, NextToken=first["NextToken"])
    assert [len(first["NetworkInterfaces"]), len(rest["NetworkInterfaces"])] == [10, 6]
    account.settings.empty_first_page.add("DescribeInstances")
    assert ec2.describe_instances()["Reservations"] == []
    pages = list(ec2.get_paginator("describe_instances").paginate())
    assert [len(page["Reservations"]) for page in pages] == [0, 1]


def test_every_operation_of_ours_answers_a_dry_run(ec2: Any) -> None:
    with pytest.raises(ec2.exceptions.ClientError) as caught:
        ec2.create_placement_group(GroupName="near", Strategy="cluster", DryRun=True)
    answer = caught.value.response
    assert (answer["Error"]["Code"], answer["ResponseMetadata"]["HTTPStatusCode"]) == ("DryRunOperation", 412)
    assert ec2.describe_placement_groups()["PlacementGroups"] == []


def test_an_efa_is_attached_while_the_instance_is_stopped(ec2: Any, network: Any) -> None:
    node = network.launch()["Instances"][0]["InstanceId"]
    made = ec2.create_network_interface(SubnetId=network.subnet, InterfaceType="efa")["NetworkInterface"]
    asked = {"NetworkInterfaceId": made["NetworkInterfaceId"], "InstanceId": node, "DeviceIndex": 1}
    with refused("IncorrectInstanceState"):
        ec2.attach_network_interface(**asked)
    ec2.stop_instances(InstanceIds=[node])
    assert ec2.attach_network_interface(**asked)["AttachmentId"]
    (shown,) = ec2.describe_network_interfaces(NetworkInterfaceIds=[made["NetworkInterfaceId"]])["NetworkInterfaces"]
    assert (made["InterfaceType"], shown["InterfaceType"], shown["Status"]) == ("efa", "efa", "in-use")
