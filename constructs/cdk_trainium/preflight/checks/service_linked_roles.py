"""The service-linked roles that the plan's services need exist, or may be created on first use."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, ask, info, ok, warn
from ..plan import Plan
from ..question import question
from ..quota import GLOBAL

_AUTO_SCALING, _OF = "autoscaling.amazonaws.com", "--aws-service-name"
NAMES = {
    _AUTO_SCALING: "AWSServiceRoleForAutoScaling",
    "spot.amazonaws.com": "AWSServiceRoleForEC2Spot",
    "eks-nodegroup.amazonaws.com": "AWSServiceRoleForAmazonEKSNodegroup",
}


def subjects(plan: Plan) -> Sequence[str]:
    """Return the services of the plan that act through a role of their own."""
    counts = plan.demand.counts
    needed = {
        _AUTO_SCALING: counts.auto_scaling_groups,
        "spot.amazonaws.com": any(group.capacity.kind == "spot" for group in plan.demand.groups),
        "eks-nodegroup.amazonaws.com": counts.eks_node_groups,
    }
    return [service for service, used in needed.items() if used]


def examine(plan: Plan, service: str) -> Examination:
    """Ask for the role of one service; AWS creates a missing one when the caller may."""
    answer = yield from ask(question("iam", "GetRole", region=GLOBAL, RoleName=NAMES[service]))
    if answer.absent:
        text, hint = f"the account has no {NAMES[service]} yet", f"aws iam create-service-linked-role {_OF} {service}"
        if service == _AUTO_SCALING and _makes_key(plan):
            return warn(f"{text}: KMS refuses a key policy that names it, and volumes of the plan need one", hint)
        key = "; a customer key needs it beforehand" if plan.demand.kms_keys else ""
        return info(f"{text}; AWS creates it on first use{key}", hint)
    return ok(answer.row.row("Role").text("RoleName"))


def _makes_key(plan: Plan) -> bool:
    """Return whether the plan makes a key that encrypts volumes."""
    keys = (device.kms_key_id for group in plan.demand.groups for device in group.block_devices)
    return any(key.startswith("new:") for key in keys)


CHECK = Check(
    id="service-linked-roles",
    title="The service-linked roles exist",
    why="A first use creates them only when the caller may, and a key policy cannot name a role that does not exist.",
    passes="The role exists, or the finding says that AWS creates it on first use.",
    fails="Never; a missing role is told, as a warning where the plan makes a key that has to name it.",
    command="aws iam get-role --role-name AWSServiceRoleForAutoScaling",
    source="https://docs.aws.amazon.com/autoscaling/ec2/userguide/autoscaling-service-linked-role.html",
    inputs=("counts.auto_scaling_groups", "counts.eks_node_groups", "groups[].capacity", "groups[].block_devices"),
    actions=("iam:GetRole",),
    subjects=subjects,
    examine=examine,
)
