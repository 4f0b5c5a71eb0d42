"""The sizes of a group agree: nodes at least, asked for, and at most."""

from __future__ import annotations

from collections.abc import Iterator

from ...demand.model import Group
from ..check import Check, Examination, Outcome, fail, ok, per_group
from ..plan import Plan


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the sizes of one group; asks nothing."""
    yield from ()
    return list(_wrong(plan.groups[subject])) or ok()


def _wrong(group: Group) -> Iterator[Outcome]:
    if group.count is None:
        return
    if group.least > group.count:
        yield from fail(
            f"{group.least} nodes at least, {group.count} at most", "raise the maximum or lower the minimum"
        )
    if group.desired is not None and group.desired > group.count:
        yield from fail(f"{group.desired} nodes asked for, {group.count} at most", "raise the maximum (count)")
    if group.desired is not None and group.desired < group.least <= group.count:
        yield from fail(f"{group.desired} nodes asked for, {group.least} at least", "lower the minimum")


CHECK = Check(
    id="group-sizes",
    title="The sizes of the group agree",
    why="EC2 Auto Scaling refuses a group whose minimum, desired capacity and maximum are out of order.",
    passes="Nodes at least, asked for and at most are in order.",
    fails="They are not.",
    command="trnctl demand PATH",
    source="https://docs.aws.amazon.com/autoscaling/ec2/userguide/asg-capacity-limits.html",
    inputs=("groups[].least", "groups[].desired", "groups[].count"),
    actions=(),
    subjects=per_group,
    examine=examine,
)
