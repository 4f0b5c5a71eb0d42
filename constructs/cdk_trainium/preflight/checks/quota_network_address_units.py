"""Every VPC holds the address units of its groups (Network Address Usage)."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.measure import address_units
from ...demand.quantity import quantity
from ..check import Check, Examination, fail, per_group
from ..judge import Need, judge
from ..plan import Plan
from ..question import UnansweredError
from ..questions import interfaces
from ..quota import QUOTA_ACTIONS, get_quota, quota_value

CODE = "L-BB24F6E5"


def subjects(plan: Plan) -> Sequence[str]:
    """Return the VPC of each group; groups without one share a VPC."""
    return sorted({plan.groups[name].vpc for name in per_group(plan)})


def examine(plan: Plan, vpc: str) -> Examination:
    """Judge one VPC; each interface is one unit."""
    need, missing = address_units(plan.demand, plan.catalog)[vpc]
    most = plan.catalog.limits["network_address_units_per_vpc_maximum"].value
    if need > most:
        return fail(
            f"the groups of this VPC need {quantity(need)} address units, a VPC holds {quantity(most)} at most",
            "spread the groups over several VPCs; EFA does not cross VPCs, so each trains on its own",
            need=need,
            most=most,
        )
    existing = (interfaces(),) if vpc.startswith("vpc-") else ()
    quota, *usage = yield (get_quota("vpc", CODE), *existing)
    value = yield from quota_value("vpc", CODE, quota)
    try:
        used, why = float(sum(row.text("VpcId") == vpc for answer in usage for row in answer)), ""
    except UnansweredError as error:
        used, why = None, str(error)
    return (yield from judge(value, Need(need, "units", used, why, missing)))


CHECK = Check(
    id="quota-network-address-units",
    title="Every VPC holds the address units of its groups",
    why="Each EFA or EFA-only interface is one unit of the VPC's Network Address Usage; beyond it launches fail with "
    "NetworkAddressUsageLimitExceeded.",
    passes="Quota >= interfaces in the VPC + those that the plan adds.",
    fails="Less, or more than the 256,000 that a VPC holds at most.",
    command="aws service-quotas get-service-quota --service-code vpc --quota-code L-BB24F6E5",
    source="https://docs.aws.amazon.com/vpc/latest/userguide/network-address-usage.html",
    inputs=("groups[].vpc", "groups[].layout", "groups[].interfaces", "groups[].count"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeNetworkInterfaces"),
    subjects=subjects,
    examine=examine,
)
