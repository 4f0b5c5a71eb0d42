"""The quota of internet gateways holds the plan's."""

from __future__ import annotations

from ..counted import count_check
from ..question import question

CHECK = count_check(
    id="quota-internet-gateways",
    service="vpc",
    code="L-A4707A72",
    title="The quota of internet gateways holds the plan's",
    unit="internet gateways",
    need=lambda plan: plan.demand.counts.internet_gateways,
    used=question("ec2", "DescribeInternetGateways", "InternetGateways"),
    action="ec2:DescribeInternetGateways",
    inputs=("counts.internet_gateways",),
)
