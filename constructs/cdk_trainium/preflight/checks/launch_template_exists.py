"""The existing launch templates of the groups exist, in the version that is named."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.model import LaunchTemplate
from ..absent import NO_VERSION
from ..check import Check, Examination, ask, fail, ok
from ..plan import Plan
from ..question import Question, question


def subjects(plan: Plan) -> Sequence[str]:
    """Return the launch templates that groups name and the plan does not create."""
    return list(plan.launch_templates)


def _version(one: LaunchTemplate) -> Question:
    named = {"LaunchTemplateId": one.id} if one.id else {"LaunchTemplateName": one.name}
    return question(
        "ec2",
        "DescribeLaunchTemplateVersions",
        "LaunchTemplateVersions",
        Versions=[one.version or "$Default"],
        **named,
    )


def examine(plan: Plan, subject: str) -> Examination:
    """Look for one version of one launch template."""
    answer = yield from ask(_version(plan.launch_templates[subject]))
    if answer.absent and answer.error is not None and answer.error.code != NO_VERSION:
        hint = "check the id or name; each account and region has launch templates of its own"
        return fail(f"no launch template {subject} in {plan.region} for this account", hint)
    if not answer.existing:
        return fail(f"{subject} does not exist", "aws ec2 describe-launch-template-versions lists those that do")
    return ok(f"{subject} exists")


CHECK = Check(
    id="launch-template-exists",
    title="The existing launch template that a group names has that version",
    why="A group whose launch template, or version of it, does not exist is refused, and the stack rolls back. What "
    "the template says of the nodes is not judged: plan-determined tells that it is open.",
    passes="The account has the launch template in the region, and the version that the group names.",
    fails="It has not.",
    command="aws ec2 describe-launch-template-versions --launch-template-id lt-… --versions VERSION",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeLaunchTemplateVersions.html",
    inputs=("groups[].launch_templates",),
    actions=("ec2:DescribeLaunchTemplateVersions",),
    subjects=subjects,
    examine=examine,
)
