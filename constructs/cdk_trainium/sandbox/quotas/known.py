"""Which quotas exist: the catalog's, and those of VPC that moto knows beyond it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from moto.servicequotas.resources.default_quotas.vpc import VPC_DEFAULT_QUOTAS

from ...catalog import QuotaInfo, default
from ..state import RegionState
from .values import applied

__all__ = ["NAMES", "answer", "known"]

NAMES = {
    "ec2": "Amazon Elastic Compute Cloud (Amazon EC2)",
    "vpc": "Amazon Virtual Private Cloud (Amazon VPC)",
    "ebs": "Amazon Elastic Block Store (Amazon EBS)",
    "autoscaling": "Amazon EC2 Auto Scaling",
    "batch": "AWS Batch",
    "eks": "Amazon Elastic Kubernetes Service (Amazon EKS)",
    "fsx": "Amazon FSx",
    "iam": "AWS Identity and Access Management (IAM)",
    "sagemaker": "Amazon SageMaker",
}
"""Service code (case-sensitive) -> name."""


@cache
def known(service: str) -> tuple[QuotaInfo, ...]:
    """Return the quotas of ``service`` that have a code."""
    ours = [item for item in default().quotas if item.service == service and item.code]
    codes = {item.code for item in ours}
    more = [_of_moto(item) for item in VPC_DEFAULT_QUOTAS if service == "vpc" and item["QuotaCode"] not in codes]
    return (*ours, *more)


def answer(state: RegionState, quota: QuotaInfo, value: float) -> dict[str, Any]:
    """Return ``quota`` as the API shows it; the unit of vCPU quotas is the text None there."""
    region, account = state.region_name, state.account_id
    return {
        "ServiceCode": quota.service,
        "ServiceName": NAMES.get(quota.service, quota.service),
        "QuotaArn": f"arn:{state.partition}:servicequotas:{region}:{account}:{quota.service}/{quota.code}",
        "QuotaCode": quota.code,
        "QuotaName": quota.name,
        "Value": float(value),
        "Unit": "None",
        "Adjustable": bool(quota.adjustable),
        "GlobalQuota": quota.service == "iam",
        "QuotaAppliedAtLevel": "ACCOUNT",
    }


def with_applied(state: RegionState, quotas: Iterable[QuotaInfo]) -> list[dict[str, Any]]:
    """Return the quotas that have an applied value, as the API shows them."""
    found = [(item, applied(state, item)) for item in quotas]
    return [answer(state, item, value) for item, value in found if value is not None]


def _of_moto(item: dict[str, Any]) -> QuotaInfo:
    return QuotaInfo(
        service=item["ServiceCode"],
        code=item["QuotaCode"],
        name=item["QuotaName"],
        unit="count",
        default=item["Value"],
        adjustable=item["Adjustable"],
        confidence="high",
    )
