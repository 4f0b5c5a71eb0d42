"""The quota of VPCs holds the plan's."""

from __future__ import annotations

from ..counted import count_check
from ..questions import vpcs

CHECK = count_check(
    id="quota-vpcs",
    service="vpc",
    code="L-F678F1CE",
    title="The quota of VPCs holds the plan's",
    unit="VPCs",
    need=lambda plan: plan.demand.counts.vpcs,
    used=vpcs(),
    action="ec2:DescribeVpcs",
    inputs=("counts.vpcs",),
)
