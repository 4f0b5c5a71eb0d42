"""The region has room for the plan's launch templates."""

from __future__ import annotations

from ..listed import limit_check
from ..question import question

CHECK = limit_check(
    id="limit-launch-templates",
    title="The region has room for the plan's launch templates",
    limit="launch_templates_per_region",
    unit="launch templates",
    need=lambda plan: plan.demand.counts.launch_templates,
    used=question("ec2", "DescribeLaunchTemplates", "LaunchTemplates", MaxResults=200),
    action="ec2:DescribeLaunchTemplates",
    command="aws ec2 describe-launch-templates",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/launch-template-restrictions.html",
    inputs=("counts.launch_templates",),
)
