"""EC2's own forecast for a spot launch of this size in this region."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, ask, info, ok, unknown, warn
from ..plan import Plan
from ..question import question

LOW = 4
"""Scores run from 1 to 10; the documentation only says that a higher one is likelier to succeed."""


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups bought as spot."""
    return [g.name for g in plan.demand.groups if g.capacity.kind == "spot" and g.instance_type and g.count]


def examine(plan: Plan, subject: str) -> Examination:
    """Ask for the score of one group, per zone."""
    group = plan.groups[subject]
    scores = question(
        "ec2",
        "GetSpotPlacementScores",
        "SpotPlacementScores",
        InstanceTypes=[group.instance_type],
        TargetCapacity=group.count,
        SingleAvailabilityZone=True,
        RegionNames=[plan.region],
    )
    answer = yield from ask(scores)
    rated = {row.text("AvailabilityZoneId", row.text("Region")): int(row.number("Score")) for row in answer}
    if not rated:
        return unknown("EC2 gives no score")
    text = ", ".join(f"{zone} {score} of 10" for zone, score in sorted(rated.items()))
    best = max(rated.values())
    if best < LOW:
        return warn(f"{text}: a spot launch of this size is unlikely to succeed", "use a block or a reservation")
    return info(f"{text}; a score is a forecast, not capacity") if best < 7 else ok(text)


CHECK = Check(
    id="spot-placement-score",
    title="EC2 thinks that a spot launch of this size can succeed",
    why="Spot capacity of accelerators is scarce; EC2 publishes a score from 1 to 10 per zone.",
    passes="A zone has a score of 4 or more. A score is a forecast, not capacity.",
    fails="Warns when no zone has.",
    command="aws ec2 get-spot-placement-scores --instance-types trn1.32xlarge --target-capacity 4",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/how-sps-works.html",
    inputs=("groups[].instance_type", "groups[].count", "groups[].capacity"),
    actions=("ec2:GetSpotPlacementScores",),
    subjects=subjects,
    examine=examine,
)
