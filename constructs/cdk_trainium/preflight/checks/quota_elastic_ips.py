"""The quota of Elastic IP addresses holds the plan's."""

from __future__ import annotations

from ..counted import count_check
from ..question import question

CHECK = count_check(
    id="quota-elastic-ips",
    service="ec2",
    code="L-0263D0A3",
    title="The quota of Elastic IP addresses holds the plan's",
    unit="addresses",
    need=lambda plan: plan.demand.counts.elastic_ips,
    used=question("ec2", "DescribeAddresses", "Addresses"),
    action="ec2:DescribeAddresses",
    inputs=("counts.elastic_ips",),
)
