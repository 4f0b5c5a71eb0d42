"""The quota of VPCs holds the plan's."""

from __future__ import annotations

from ..counted import count_check
from ..question import question

CHECK = count_check(
    id="quota-vpcs",
    service="vpc",
    code="L-F678F1CE",
    title="The quota of VPCs holds the plan's",
    unit="VPCs",
    need=lambda plan: plan.demand.counts.vpcs,
    used=question("ec2", "DescribeVpcs", "Vpcs"),
    action="ec2:DescribeVpcs",
    inputs=("counts.vpcs",),
)
