"""The quota of Auto Scaling groups holds the plan's."""

from __future__ import annotations

from ..counted import count_check
from ..question import question

CHECK = count_check(
    id="quota-auto-scaling-groups",
    service="autoscaling",
    code="L-CDE20ADC",
    title="The quota of Auto Scaling groups holds the plan's",
    unit="Auto Scaling groups",
    need=lambda plan: plan.demand.counts.auto_scaling_groups,
    used=question("autoscaling", "DescribeAutoScalingGroups", "AutoScalingGroups", MaxRecords=100),
    action="autoscaling:DescribeAutoScalingGroups",
    inputs=("counts.auto_scaling_groups",),
)
