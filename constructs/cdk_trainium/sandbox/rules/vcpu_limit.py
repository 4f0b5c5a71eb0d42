"""vCPU quotas: on demand per family (VcpuLimitExceeded), spot per family (MaxSpotInstanceCountExceeded)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog import default, quota_family
from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

ON_DEMAND = Rule(
    id="on-demand-vcpus",
    title="More vCPUs on demand (running nodes plus whole open ODCRs) than the family's quota are refused.",
    code="VcpuLimitExceeded",
    source="EC2 User Guide, On-Demand Instance quotas; message as quoted in public reports",
)
SPOT = Rule(
    id="spot-vcpus",
    title="More spot vCPUs than the family's quota are refused.",
    code="MaxSpotInstanceCountExceeded",
    source="EC2 API error codes: MaxSpotInstanceCountExceeded",
)
RESERVATION = Rule(
    id="reservation-vcpus",
    title="A reservation over the on-demand quota is refused.",
    code="InstanceLimitExceeded",
    source="EC2 API error codes: InstanceLimitExceeded ('or if you are creating a Capacity Reservation')",
)


def check_on_demand(state: RegionState, instance_type: str, count: int) -> None:
    """Refuse ``count`` more nodes on demand when the quota does not hold them."""
    if count > 0 and _missing(state, instance_type, count, spot=False):
        raise ON_DEMAND.refuse(_message(state, instance_type))


def check_reservation(state: RegionState, instance_type: str, count: int) -> None:
    """Refuse to reserve ``count`` more nodes when the on-demand quota does not hold them."""
    if _missing(state, instance_type, count, spot=False):
        raise RESERVATION.refuse(_message(state, instance_type))


def check_spot(state: RegionState, instance_type: str, count: int) -> None:
    """Refuse ``count`` more spot nodes when the quota does not hold them."""
    if _missing(state, instance_type, count, spot=True):
        raise SPOT.refuse("Max spot instance count exceeded")


def fits_on_demand(state: RegionState, instance_type: str, wanted: int) -> int:
    """Return how many of ``wanted`` nodes the on-demand quota still holds."""
    while wanted and _missing(state, instance_type, wanted, spot=False):
        wanted -= 1
    return wanted


def _missing(state: RegionState, instance_type: str, count: int, *, spot: bool) -> bool:
    from ..ec2 import offers, usage

    value = _limit(state, instance_type, spot=spot)
    if value is None:
        return False
    used = usage.spot_vcpus if spot else usage.on_demand_vcpus
    return used(state, _family_types(instance_type)) + offers.vcpus(instance_type) * count > value


def _limit(state: RegionState, instance_type: str, *, spot: bool) -> float | None:
    from ..quotas import values

    family = default().instance_quotas(instance_type)
    code = (family.spot if spot else family.on_demand) if family else None
    return values.limit(state, "ec2", code)


def _family_types(instance_type: str) -> set[str]:
    from ..ec2 import offers

    family = default().instance_quotas(instance_type)
    prefixes = family.prefixes if family else (quota_family(instance_type),)
    return {name for name in offers.type_names() if quota_family(name) in prefixes}


def _message(state: RegionState, instance_type: str) -> str:
    value = _limit(state, instance_type, spot=False) or 0
    return (
        f"You have requested more vCPU capacity than your current vCPU limit of {value:.0f} allows for the instance "
        "bucket that the specified instance type belongs to. Please visit "
        "http://aws.amazon.com/contact-us/ec2-request to request an adjustment to this limit."
    )
