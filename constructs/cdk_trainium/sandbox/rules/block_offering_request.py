"""What DescribeCapacityBlockOfferings needs: a duration that is sold, a type or an UltraServer, up to 64 nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

DURATION = Rule(
    id="block-duration",
    title="A duration other than 1 to 14 days, or whole weeks up to 182 days, is refused.",
    code="InvalidParameterValue",
    source="EC2 User Guide, Capacity Blocks: durations; public code that handles InvalidParameterValue of this call",
)
MISSING = Rule(
    id="block-type-missing",
    title="A search that names neither a type nor an UltraServer is refused.",
    code="MissingParameter",
    source="EC2 API, DescribeCapacityBlockOfferings; no source publishes the code",
    sourced=False,
)
TYPE = Rule(
    id="block-type",
    title="A type that is not sold in blocks is refused.",
    code="InvalidParameterValue",
    source="Public report: '… not supported for Capacity Blocks'",
)
COUNT = Rule(
    id="block-count",
    title="More than 64 nodes in one block are refused.",
    code="InvalidParameterValue",
    source="EC2 API, DescribeCapacityBlockOfferings: InstanceCount up to 64",
)
MAX_NODES = 64


def check(state: RegionState, params: Mapping[str, Any]) -> None:
    """Refuse a search that can find nothing."""
    from ..ec2 import offers

    hours = int(params.get("CapacityDurationHours") or 0)
    if not sold(hours):
        raise DURATION.refuse(f"Value ({hours}) for parameter capacityDurationHours is invalid.")
    names = wanted(params)
    if not names and not params.get("UltraserverType"):
        raise MISSING.refuse("The request must contain the parameter InstanceType or UltraserverType")
    for name in names:
        if "capacity-block" not in (offers.type_info(name) or {}).get("SupportedUsageClasses", []):
            raise TYPE.refuse(f"The instance type {name} is not supported for Capacity Blocks.")
    if not 1 <= int(params.get("InstanceCount") or 1) <= MAX_NODES:
        raise COUNT.refuse(f"Value ({params.get('InstanceCount')}) for parameter instanceCount is invalid.")


def sold(hours: int) -> bool:
    """Whether blocks of this many hours are sold."""
    days, rest = divmod(hours, 24)
    return rest == 0 and (1 <= days <= 14 or (days <= 182 and days % 7 == 0 and days > 0))


def wanted(params: Mapping[str, Any]) -> list[str]:
    """Return the types that the search names."""
    named = [item.get("InstanceType") for item in params.get("InstanceTypePreferences") or []]
    return [name for name in (params.get("InstanceType"), *named) if name]
