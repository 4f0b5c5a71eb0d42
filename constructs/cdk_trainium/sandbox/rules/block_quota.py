"""Capacity Blocks have their own vCPU quotas per account; AWS's default is 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...catalog import default
from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

RULE = Rule(
    id="block-quota-zero",
    title="With a block quota of 0 even the search for offerings is refused.",
    code="CapacityBlockDescribeLimitExceeded",
    source="EC2 API error codes; field report: L-64569A79 at 0 gave it, at 192 offers appeared",
)
PURCHASE = Rule(
    id="block-quota",
    title="A block whose vCPUs the quota does not hold cannot be bought.",
    code="InstanceLimitExceeded",
    source="EC2 instance type quotas: concurrent Capacity Blocks per account; no source publishes the code",
    sourced=False,
)


def check_search(state: RegionState, instance_type: str) -> None:
    """Refuse the search when the type's block quota is 0."""
    if limit(state, instance_type) == 0:
        raise RULE.refuse("You've reached the limit for describing Capacity Block offerings for this account.")


def check_purchase(state: RegionState, instance_type: str, count: int) -> None:
    """Refuse ``count`` more nodes in blocks when the quota does not hold them."""
    from ..ec2 import offers, usage

    value = limit(state, instance_type)
    codes = default().block_quotas(instance_type)
    family = {name for name in offers.type_names() if default().block_quotas(name) == codes}
    used = usage.block_vcpus(state, family)
    if value is not None and used + offers.vcpus(instance_type) * count > value:
        raise PURCHASE.refuse(f"You have reached your Capacity Block limit of {value:.0f} vCPUs for {instance_type}.")


def limit(state: RegionState, instance_type: str) -> float | None:
    """Return the account's block quota of the type's family; None when it has none that we know."""
    from ..quotas import values

    return values.limit(state, "ec2", default().block_quotas(instance_type)[0])
