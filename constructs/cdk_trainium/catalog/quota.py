"""Service quotas: codes, defaults, and which one an instance type counts against."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["QuotaFamily", "QuotaInfo", "quota_family"]

_LETTERS = re.compile(r"[a-z]+")


class QuotaInfo(NamedTuple):
    """One quota of Service Quotas; names change, key on the code."""

    service: str
    """Service code as the API takes it, case-sensitive: ``ec2``, ``vpc``, ``ebs``."""
    code: str | None
    """``L-…``; None where it is unknown and the quota is found by name."""
    name: str
    unit: str
    """What the number counts: ``vCPU``, ``interfaces``, ``TiB``, …"""
    default: float | None
    """AWS's default; None is unknown."""
    adjustable: bool | None
    confidence: str


class QuotaFamily(NamedTuple):
    """Instance families that share the vCPU quotas of EC2."""

    name: str
    prefixes: tuple[str, ...]
    on_demand: str | None
    spot: str | None


def quota_family(instance_type: str) -> str:
    """Return the letters before the generation: ``trn`` of ``trn2u.48xlarge``, ``t`` of ``t3.micro``."""
    match = _LETTERS.match(instance_type)
    return match.group() if match else ""
