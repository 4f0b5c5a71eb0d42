"""EC2 accepts the launch request itself (RunInstances with DryRun); opt-in."""

from __future__ import annotations

from collections.abc import Generator

from ...demand.model import Group
from ..check import Check, Examination, per_group, unknown
from ..image import IMAGE_ACTIONS, image_of
from ..launching import dry_run_outcome, launch_question
from ..plan import Plan
from ..policy import LAUNCH_ACTIONS
from ..question import Answer, Question


def examine(plan: Plan, subject: str) -> Examination:
    """Send the launch of one group once; equal launches of other groups share the answer."""
    group = plan.groups[subject]
    if group.stack and not (group.subnet_ids and group.security_group_ids):
        return unknown("its subnets or security groups do not exist yet, so EC2 cannot be asked")
    image = group.image_id or (yield from _image(plan, subject))
    if not image:
        return unknown("the image is not determined, so EC2 cannot be asked", _how(group))
    (answer,) = yield (launch_question(plan, group, image),)
    return dry_run_outcome(answer)


def _how(group: Group) -> str:
    if group.image_id or group.image_parameter:
        return "the image does not exist, see image-exists and image-parameter"
    return "name one: --image ami-… or an SSM parameter (/aws/…), image: in a cluster file, ImageId in a template"


def _image(plan: Plan, subject: str) -> Generator[tuple[Question, ...], tuple[Answer, ...], str]:
    found = yield from image_of(plan, subject)
    return found.text("ImageId") if found else ""


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
