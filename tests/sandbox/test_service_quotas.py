from __future__ import annotations

from typing import Any

import boto3
import pytest

from cdk_trainium.sandbox.state import AccountState

from .codes import refused
from .conftest import NO_RETRY

TRN = {"ServiceCode": "ec2", "QuotaCode": "L-2C3B7624"}


@pytest.fixture
def quotas(account: AccountState) -> Any:
    account.settings.throttle_service_quotas = False
    return boto3.client("service-quotas", config=NO_RETRY)


def test_applied_and_default_differ(quotas: Any) -> None:
    applied = quotas.get_service_quota(**TRN)["Quota"]
    assert (applied["Value"], applied["Unit"], applied["QuotaName"]) == (
        100_000,
        "None",
        "Running On-Demand Trn instances",
    )
    assert quotas.get_aws_default_service_quota(**TRN)["Quota"]["Value"] == 0


def test_the_true_defaults_of_aws_can_be_asked_for(account: AccountState, quotas: Any) -> None:
    account.settings.granted_vcpus = None
    assert quotas.get_service_quota(**TRN)["Quota"]["Value"] == 0


def test_no_applied_value_means_nothing_to_get_but_a_default(account: AccountState, quotas: Any) -> None:
    account.settings.no_applied_value.add("L-2C3B7624")
    with refused("NoSuchResourceException"):
        quotas.get_service_quota(**TRN)
    assert quotas.get_aws_default_service_quota(**TRN)["Quota"]["Value"] == 0
    codes = [item["QuotaCode"] for item in quotas.list_service_quotas(ServiceCode="ec2")["Quotas"]]
    assert "L-2C3B7624" not in codes
    assert "L-6B0D517C" in codes


@pytest.mark.parametrize("wrong", [{"ServiceCode": "EC2"}, {"QuotaCode": "L-00000000"}])
def test_codes_are_taken_letter_by_letter(quotas: Any, wrong: dict[str, str]) -> None:
    with refused("NoSuchResourceException"):
        quotas.get_service_quota(**(TRN | wrong))
    quotas.get_service_quota(**TRN)


def test_regions_have_their_own_values(account: AccountState, quotas: Any) -> None:
    account.settings.quotas["us-west-2:L-2C3B7624"] = 128
    other = boto3.client("service-quotas", region_name="us-west-2", config=NO_RETRY)
    assert other.get_service_quota(**TRN)["Quota"]["Value"] == 128
    assert quotas.get_service_quota(**TRN)["Quota"]["Value"] == 100_000


def test_lists_come_in_pages(quotas: Any) -> None:
    everything = quotas.list_service_quotas(ServiceCode="vpc")["Quotas"]
    paged = quotas.get_paginator("list_service_quotas").paginate(ServiceCode="vpc", PaginationConfig={"PageSize": 7})
    pages = [page["Quotas"] for page in paged]
    assert [len(page) for page in pages[:-1]] == [7] * (len(pages) - 1)
    assert [item for page in pages for item in page] == everything
    assert quotas.list_aws_default_service_quotas(ServiceCode="vpc")["Quotas"]


def test_an_increase_is_decided_and_then_applies(account: AccountState, quotas: Any) -> None:
    account.settings.quotas["L-2C3B7624"] = 0
    account.settings.quota_decision_minutes = None
    asked = quotas.request_service_quota_increase(**TRN, DesiredValue=192)["RequestedQuota"]
    assert asked["Status"] == "PENDING"
    with refused("ResourceAlreadyExistsException"):
        quotas.request_service_quota_increase(**TRN, DesiredValue=384)
    account.settings.quota_decision_minutes = 0
    history = quotas.list_requested_service_quota_change_history_by_quota(**TRN)["RequestedQuotas"]
    assert [item["Status"] for item in history] == ["APPROVED"]
    assert quotas.get_service_quota(**TRN)["Quota"]["Value"] == 192
    assert quotas.get_requested_service_quota_change(RequestId=asked["Id"])["RequestedQuota"]["DesiredValue"] == 192


def test_an_increase_goes_up_and_two_may_be_open_in_an_opt_in_region(account: AccountState, quotas: Any) -> None:
    account.settings.quota_decision_minutes = None
    with refused("IllegalArgumentException"):
        quotas.request_service_quota_increase(**TRN, DesiredValue=10)
    far = boto3.client("service-quotas", region_name="ap-south-2", config=NO_RETRY)
    for code in ("L-2C3B7624", "L-6B0D517C"):
        far.request_service_quota_increase(ServiceCode="ec2", QuotaCode=code, DesiredValue=200_000)
    with refused("QuotaExceededException"):
        far.request_service_quota_increase(ServiceCode="ec2", QuotaCode="L-417A185B", DesiredValue=200_000)


def test_five_requests_at_once_then_too_many(account: AccountState, quotas: Any) -> None:
    account.settings.throttle_service_quotas = True
    with refused("TooManyRequestsException"):
        for _ in range(60):
            quotas.get_service_quota(**TRN)


@pytest.mark.parametrize(
    ("operation", "code"),
    [("GetServiceQuota", "AccessDeniedException")],
)
def test_a_denied_operation_says_so(account: AccountState, quotas: Any, operation: str, code: str) -> None:
    account.settings.denied[operation] = ""
    with refused(code):
        quotas.get_service_quota(**TRN)
    quotas.get_aws_default_service_quota(**TRN)
