"""The quota of security groups holds the plan's."""

from __future__ import annotations

from ..counted import count_check
from ..question import question

CHECK = count_check(
    id="quota-security-groups",
    service="vpc",
    code="L-E79EC296",
    title="The quota of security groups holds the plan's",
    unit="security groups",
    need=lambda plan: plan.demand.counts.security_groups,
    used=question("ec2", "DescribeSecurityGroups", "SecurityGroups", MaxResults=1000),
    action="ec2:DescribeSecurityGroups",
    inputs=("counts.security_groups",),
)
