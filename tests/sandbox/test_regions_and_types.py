from __future__ import annotations

import json
from typing import Any

import boto3
import pytest

from cdk_trainium.sandbox.state import AccountState

from .codes import refused
from .conftest import NO_RETRY


def client(service: str, region: str) -> Any:
    return boto3.client(service, region_name=region, config=NO_RETRY)


def test_a_type_exists_only_where_it_is_offered(account: AccountState) -> None:
    with refused("InvalidInstanceType"):
        client("ec2", "eu-west-1").describe_instance_types(InstanceTypes=["trn2.48xlarge"])
    found = client("ec2", "us-east-2").describe_instance_types(InstanceTypes=["trn2.48xlarge"])["InstanceTypes"]
    assert found[0]["NetworkInfo"]["MaximumNetworkCards"] == 16


def test_offerings_take_wildcards_and_name_zones_by_id(ec2: Any) -> None:
    trn = [{"Name": "instance-type", "Values": ["trn2*"]}]
    by_id = ec2.describe_instance_type_offerings(LocationType="availability-zone-id", Filters=trn)
    by_name = ec2.describe_instance_type_offerings(LocationType="availability-zone", Filters=trn)
    ids = {item["Location"] for item in by_id["InstanceTypeOfferings"]}
    names = {item["Location"] for item in by_name["InstanceTypeOfferings"]}
    zones = {item["ZoneId"]: item["ZoneName"] for item in ec2.describe_availability_zones()["AvailabilityZones"]}
    assert (ids, {zones[item] for item in ids}) == ({"use2-az1", "use2-az2", "use2-az3"}, names)


def test_pages_are_as_long_as_asked_and_may_begin_empty(account: AccountState, ec2: Any) -> None:
    first = ec2.describe_instance_type_offerings(MaxResults=5)
    assert len(first["InstanceTypeOfferings"]) == 5
    paginator = ec2.get_paginator("describe_instance_type_offerings")
    everything = [item for page in paginator.paginate() for item in page["InstanceTypeOfferings"]]
    account.settings.empty_first_page.add("DescribeInstanceTypeOfferings")
    empty = ec2.describe_instance_type_offerings()
    assert (empty["InstanceTypeOfferings"], bool(empty["NextToken"])) == ([], True)
    assert [item for page in paginator.paginate() for item in page["InstanceTypeOfferings"]] == everything
    with refused("InvalidNextToken"):
        ec2.describe_instance_type_offerings(NextToken="nonsense")


def test_types_come_in_pages(ec2: Any) -> None:
    pages = list(ec2.get_paginator("describe_instance_types").paginate(PaginationConfig={"PageSize": 100}))
    assert len(pages) > 1
    assert {len(page["InstanceTypes"]) for page in pages[:-1]} == {100}


@pytest.mark.parametrize(
    ("service", "operation", "code"),
    [
        ("ec2", "describe_vpcs", "AuthFailure"),
        ("service-quotas", "list_services", "UnrecognizedClientException"),
        ("autoscaling", "describe_auto_scaling_groups", "InvalidClientTokenId"),
    ],
)
def test_a_region_without_opt_in_refuses_in_each_services_words(
    account: AccountState, service: str, operation: str, code: str
) -> None:
    account.settings.opted_in = set()
    with refused(code):
        getattr(client(service, "ap-south-2"), operation)()
    getattr(client(service, "us-east-2"), operation)()
    account.settings.opted_in = {"ap-south-2"}
    getattr(client(service, "ap-south-2"), operation)()


def test_regions_say_whether_they_need_opt_in(account: AccountState, ec2: Any) -> None:
    account.settings.opted_in = set()
    assert "ap-south-2" not in [item["RegionName"] for item in ec2.describe_regions()["Regions"]]
    shown = {item["RegionName"]: item["OptInStatus"] for item in ec2.describe_regions(AllRegions=True)["Regions"]}
    assert (shown["ap-south-2"], shown["us-east-2"]) == ("not-opted-in", "opt-in-not-required")
    with refused("InvalidParameterValue"):
        ec2.describe_regions(RegionNames=["mars-1"])


def test_blocks_are_listed_at_zero_and_trn2_has_no_other_price(account: AccountState) -> None:
    filters = [{"Type": "TERM_MATCH", "Field": "instanceType", "Value": "trn2.48xlarge"}]
    pricing = client("pricing", "us-east-1")
    found = [json.loads(item) for item in pricing.get_products(ServiceCode="AmazonEC2", Filters=filters)["PriceList"]]
    assert {item["product"]["attributes"]["marketoption"] for item in found} == {"CapacityBlock"}
    terms = [term for item in found for term in item["terms"]["OnDemand"].values()]
    prices = {one["pricePerUnit"]["USD"] for term in terms for one in term["priceDimensions"].values()}
    assert prices == {"0.0000000000"}
    with refused("NotFoundException"):
        pricing.get_products(ServiceCode="AmazonNothing")


def test_spot_scores_follow_capacity(account: AccountState, ec2: Any) -> None:
    account.settings.capacity["trn2.48xlarge", "us-east-2a"] = 0
    scores = ec2.get_spot_placement_scores(
        InstanceTypes=["trn2.48xlarge"], TargetCapacity=1, SingleAvailabilityZone=True
    )["SpotPlacementScores"]
    assert {item["AvailabilityZoneId"]: item["Score"] for item in scores} == {
        "use2-az1": 1,
        "use2-az2": 9,
        "use2-az3": 9,
    }


@pytest.mark.parametrize(
    ("service", "operation", "code"),
    [
        ("ec2", "describe_vpcs", "AuthFailure"),
        ("sts", "get_caller_identity", "InvalidClientTokenId"),
        ("service-quotas", "list_services", "UnrecognizedClientException"),
    ],
)
@pytest.mark.usefixtures("account")
def test_a_region_that_does_not_exist_is_refused(service: str, operation: str, code: str) -> None:
    with refused(code):
        getattr(client(service, "us-east-9"), operation)()
