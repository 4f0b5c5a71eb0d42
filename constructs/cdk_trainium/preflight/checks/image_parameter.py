"""The SSM parameter of the image exists in this region."""

from __future__ import annotations

from collections.abc import Sequence

from ...constraints.regional_images import region_without
from ...constraints.retired_images import listed_until
from ..check import Check, Examination, fail, ok, unknown
from ..image import parameters
from ..plan import Plan


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups whose image comes from a parameter."""
    return [group.name for group in plan.demand.groups if group.image_parameter]


def examine(plan: Plan, subject: str) -> Examination:
    """Look for the parameter of one group."""
    path = plan.groups[subject].image_parameter
    found, lost = yield from parameters(plan)
    if path in found:
        if not found[path].startswith("ami-"):
            return fail(f"{path} holds {found[path][:40]!r}, which is no image id", "name the parameter …/image_id")
        return ok(f"{path} is {found[path]} today; it moves with the next release", image=found[path])
    if path not in lost:
        return unknown(f"SSM said nothing of {path}")
    retired = listed_until(plan.catalog, path)
    without = region_without(plan.catalog, path, plan.region)
    why = f"; {plan.region} has no parameters under {without.tree}" if without else ""
    if retired:
        why = f"; it was last listed {retired}"
    return fail(f"{plan.region} has no SSM parameter {path}{why}", "name an image id, or another operating system")


CHECK = Check(
    id="image-parameter",
    title="The SSM parameter of the image exists in this region",
    why="Paths of images are retired, and some regions never had them; a stack with one that is missing fails at once.",
    passes="SSM knows the parameter and it holds an image id.",
    fails="SSM does not, or it holds something else.",
    command="aws ssm get-parameters --names /aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id",
    source="https://awsdocs-neuron.readthedocs-hosted.com/en/latest/dlami/index.html",
    inputs=("groups[].image_parameter",),
    actions=("ssm:GetParameters",),
    subjects=subjects,
    examine=examine,
)
