"""The quota of gateway endpoints holds the plan's."""

from __future__ import annotations

from ..counted import count_check
from ..question import question

CHECK = count_check(
    id="quota-gateway-endpoints",
    service="vpc",
    code="L-1B52E74A",
    title="The quota of gateway endpoints holds the plan's",
    unit="gateway endpoints",
    need=lambda plan: plan.demand.counts.gateway_endpoints,
    used=question(
        "ec2",
        "DescribeVpcEndpoints",
        "VpcEndpoints",
        Filters=[{"Name": "vpc-endpoint-type", "Values": ["Gateway"]}],
    ),
    action="ec2:DescribeVpcEndpoints",
    inputs=("counts.gateway_endpoints",),
)
