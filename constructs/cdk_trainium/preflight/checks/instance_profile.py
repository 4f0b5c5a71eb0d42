"""The existing instance profile exists and holds a role."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, ask, fail, ok
from ..plan import Plan
from ..question import question
from ..quota import GLOBAL


def subjects(plan: Plan) -> Sequence[str]:
    """Return the names of existing instance profiles."""
    return sorted({g.instance_profile.rpartition("/")[2] for g in plan.demand.groups if g.instance_profile})


def examine(_plan: Plan, name: str) -> Examination:
    """Ask IAM for one profile."""
    answer = yield from ask(question("iam", "GetInstanceProfile", region=GLOBAL, InstanceProfileName=name))
    if answer.absent:
        return fail(f"no instance profile {name}", "create it, or check the name")
    roles = answer.row.row("InstanceProfile").rows("Roles", always=True)
    if not roles:
        return fail(f"instance profile {name} holds no role", "add a role to it")
    return ok(f"{name} holds {roles[0].text('RoleName')}")


CHECK = Check(
    id="instance-profile",
    title="The existing instance profile exists and holds a role",
    why="A launch with a profile that does not exist is refused; one without a role gives the node no credentials.",
    passes="IAM knows the profile and it holds a role.",
    fails="It does not exist, or it is empty.",
    command="aws iam get-instance-profile --instance-profile-name NAME",
    source="https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_switch-role-ec2_instance-profiles.html",
    inputs=("groups[].instance_profile",),
    actions=("iam:GetInstanceProfile",),
    subjects=subjects,
    examine=examine,
)
