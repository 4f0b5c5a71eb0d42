"""The region has room for the plan's placement groups."""

from __future__ import annotations

from ..listed import limit_check
from ..questions import placement_groups

CHECK = limit_check(
    id="limit-placement-groups",
    title="The region has room for the plan's placement groups",
    limit="placement_groups_per_region",
    unit="placement groups",
    need=lambda plan: plan.demand.counts.placement_groups,
    used=placement_groups(),
    action="ec2:DescribePlacementGroups",
    command="aws ec2 describe-placement-groups",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/placement-groups.html",
    inputs=("counts.placement_groups",),
)
