"""The launch of one group as RunInstances takes it, and what its dry run says."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from ..constraints import Interface
from ..constraints.identifiers import ZONE_NAME_PATTERN
from ..constraints.zones import is_ordinary_zone
from ..demand.measure import interfaces_of_group
from ..demand.model import Group
from .check import Outcome, fail, info, unknown
from .plan import Plan
from .question import Answer, Question, Trouble, UnansweredError, question

__all__ = ["dry_run_outcome", "launch_question"]

CAUSES = {
    "InsufficientInstanceCapacity": "EC2 has no capacity for it now",
    "MaxSpotInstanceCountExceeded": "the spot vCPU quota is used up",
    "VcpuLimitExceeded": "the vCPU quota is used up",
    "InvalidParameterCombination": "EC2 refuses the combination of parameters",
    "Unsupported": "the type is not supported there",
}
_ZONE = re.compile(rf"(?<![\w-]){ZONE_NAME_PATTERN}(?![\w-])")
_SENTENCE_END = re.compile(r"(?<=\.)\s+")


def launch_question(plan: Plan, group: Group, image: str) -> Question:
    """Ask for one node of ``group``, with DryRun."""
    params: dict[str, Any] = {
        "ImageId": image,
        "InstanceType": group.instance_type,
        "MinCount": 1,
        "MaxCount": 1,
        **_network(plan, group),
    }
    if group.instance_profile:
        key = "Arn" if group.instance_profile.startswith("arn:") else "Name"
        params["IamInstanceProfile"] = {key: group.instance_profile}
    return question("ec2", "RunInstances", DryRun=True, **params, **_purchase(group))


def _network(plan: Plan, group: Group) -> dict[str, Any]:
    """Return subnet and security groups; at each interface where the node has several, as EC2 demands."""
    laid = interfaces_of_group(group, plan.catalog) or ()
    if len(laid) < 2 or not group.subnet_ids:
        subnet = {"SubnetId": group.subnet_ids[0]} if group.subnet_ids else {}
        return {**subnet, **({"SecurityGroupIds": list(group.security_group_ids)} if group.security_group_ids else {})}
    common = {"SubnetId": group.subnet_ids[0], "Groups": list(group.security_group_ids), "DeleteOnTermination": True}
    return {"NetworkInterfaces": [{**_place(one), "InterfaceType": one.type, **common} for one in laid]}


def _place(one: Interface) -> dict[str, int]:
    card = {"NetworkCardIndex": one.card}
    return card if one.device is None else {**card, "DeviceIndex": one.device}


def _purchase(group: Group) -> dict[str, Any]:
    market = {"spot": "spot", "block": "capacity-block"}.get(group.capacity.kind)
    bought: dict[str, Any] = {"InstanceMarketOptions": {"MarketType": market}} if market else {}
    if group.capacity.ids:
        target = {"CapacityReservationTarget": {"CapacityReservationId": group.capacity.ids[0]}}
        bought["CapacityReservationSpecification"] = target
    return bought


def dry_run_outcome(answer: Answer) -> list[Outcome]:
    """Return how the dry run ended: always with an error, one of which means that EC2 accepts."""
    error = answer.error
    if error is None:
        return unknown("RunInstances answered without an error to a dry run; nothing can be concluded")
    if error.code == "DryRunOperation":
        return info("EC2 accepts the launch: permissions only, capacity was not checked")
    if error.trouble is Trouble.DENIED:
        hint = "allow ec2:RunInstances and iam:PassRole (trnctl preflight --print-iam-policy --dry-run-launch)"
        return fail(f"no permissions to launch: {error.code}: {error.message}", hint)
    if error.trouble is not Trouble.REFUSED:
        raise error
    return _refused(error)


def _refused(error: UnansweredError) -> list[Outcome]:
    cause = CAUSES.get(error.code, "EC2 refuses the launch")
    named = {found.group() for found in _ZONE.finditer(error.message.partition("choosing")[2])}
    text = f"{cause}: {error.code}: {_without_advice(error.message)}"
    evidence = {"code": error.code, **({"zones": sorted(named)} if named else {})}
    return fail(text, _where_to(sorted(zone for zone in named if is_ordinary_zone(zone)), named), **evidence)


def _where_to(zones: Sequence[str], named: Collection[str]) -> str:
    """Return the hint; no Local Zone is one to move to, its network and prices are not those of the region."""
    if zones:
        return f"EC2 names {', '.join(zones)}: move the whole group to one of them, all nodes that train together"
    return "EC2 names Local or Wavelength Zones only: wait, or use another region" if named else "see the cause"


def _without_advice(message: str) -> str:
    """Return ``message`` without the advice to name no zone, which would part nodes that train together."""
    return " ".join(one for one in _SENTENCE_END.split(message) if "not specifying an Availability Zone" not in one)
