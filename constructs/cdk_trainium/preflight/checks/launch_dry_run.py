"""EC2 accepts the launch request itself (RunInstances with DryRun); opt-in."""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import Any

from ...demand.measure import interfaces_of_group
from ...demand.model import Group
from ..check import Check, Examination, Outcome, fail, info, per_group, unknown
from ..image import IMAGE_ACTIONS, image_of
from ..plan import Plan
from ..policy import LAUNCH_ACTIONS
from ..question import Answer, Question, Trouble, UnansweredError, question

CAUSES = {
    "InsufficientInstanceCapacity": "EC2 has no capacity for it now",
    "MaxSpotInstanceCountExceeded": "the spot vCPU quota is used up",
    "VcpuLimitExceeded": "the vCPU quota is used up",
    "InvalidParameterCombination": "EC2 refuses the combination of parameters",
    "Unsupported": "the type is not supported there",
}
_ZONE = re.compile(r"\b[a-z]{2}(?:-[a-z]+)+-\d[a-z]\b")


def examine(plan: Plan, subject: str) -> Examination:
    """Send the launch of one group once; equal launches of other groups share the answer."""
    group = plan.groups[subject]
    if group.stack and not (group.subnet_ids and group.security_group_ids):
        return unknown("its subnets or security groups do not exist yet, so EC2 cannot be asked")
    image = group.image_id or (yield from _image(plan, subject))
    if not image:
        return unknown("the image is not determined, so EC2 cannot be asked")
    (answer,) = yield (_launch(plan, group, image),)
    return _judged(answer)


def _image(plan: Plan, subject: str) -> Generator[tuple[Question, ...], tuple[Answer, ...], str]:
    found = yield from image_of(plan, subject)
    return found.text("ImageId") if found else ""


def _launch(plan: Plan, group: Group, image: str) -> Question:
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
    places = [
        {"NetworkCardIndex": one.card, "DeviceIndex": one.device, "InterfaceType": one.type, **common} for one in laid
    ]
    return {"NetworkInterfaces": places}


def _purchase(group: Group) -> dict[str, Any]:
    market = {"spot": "spot", "block": "capacity-block"}.get(group.capacity.kind)
    bought: dict[str, Any] = {"InstanceMarketOptions": {"MarketType": market}} if market else {}
    if group.capacity.ids:
        target = {"CapacityReservationTarget": {"CapacityReservationId": group.capacity.ids[0]}}
        bought["CapacityReservationSpecification"] = target
    return bought


def _judged(answer: Answer) -> list[Outcome]:
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
    zones = sorted(set(_ZONE.findall(error.message.partition("choosing")[2])))
    text = f"{cause}: {error.code}: {error.message.partition(' You can currently')[0]}"
    if zones:
        hint = f"EC2 names {', '.join(zones)}: move the whole group to one of them, all nodes that train together"
        return fail(text, hint, code=error.code, zones=zones)
    return fail(text, "see the cause", code=error.code)


CHECK = Check(
    id="launch-dry-run",
    title="EC2 accepts the launch request",
    why="Permissions, service control policies and combinations of parameters show only in a launch.",
    passes="RunInstances answers DryRunOperation. That proves permissions, never capacity.",
    fails="It answers UnauthorizedOperation or any other code; unknown where resources do not exist yet.",
    command="aws ec2 run-instances --dry-run --instance-type trn2.48xlarge --image-id ami-…",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RunInstances.html",
    inputs=("groups[].image_id", "groups[].subnet_ids", "groups[].security_group_ids", "groups[].capacity"),
    actions=(*LAUNCH_ACTIONS, *IMAGE_ACTIONS),
    subjects=per_group,
    examine=examine,
    opt_in=True,
)
