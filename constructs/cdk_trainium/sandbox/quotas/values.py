"""Applied and default values of quotas: the scenario's, else generous, else AWS's."""

from __future__ import annotations

from ...catalog import QuotaInfo, default
from ..state import RegionState

__all__ = ["NETWORK_INTERFACES", "applied", "limit"]

NETWORK_INTERFACES = "L-DF5E4CA3"
_GRANTED = {NETWORK_INTERFACES: 20_000.0, "L-CDE20ADC": 500.0}
"""Defaults of a fresh account that are not AWS's: 500 nodes of 16 interfaces must fit."""


def applied(state: RegionState, quota: QuotaInfo) -> float | None:
    """Return the applied value; None when the account has none (GetServiceQuota then finds no resource)."""
    settings = state.settings
    code = quota.code or ""
    for key in (f"{state.region_name}:{code}", code):
        if key in settings.quotas:
            return settings.quotas[key]
    if code in settings.no_applied_value:
        return None
    if settings.granted_vcpus is None:
        return quota.default
    if "vcpu" in quota.unit.lower():
        return settings.granted_vcpus
    return _GRANTED.get(code, quota.default)


def limit(state: RegionState, service: str, code: str | None) -> float | None:
    """Return what EC2 enforces: the applied value, else the default; None when nobody knows."""
    quota = default().quota(service, code) if code else None
    if quota is None:
        return None
    value = applied(state, quota)
    return quota.default if value is None else value
