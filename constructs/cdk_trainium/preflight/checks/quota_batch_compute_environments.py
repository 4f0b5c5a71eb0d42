"""The quota of Batch compute environments holds the plan's."""

from __future__ import annotations

from ..counted import count_check, every_row
from ..question import question

CHECK = count_check(
    id="quota-batch-compute-environments",
    service="batch",
    code="L-144F0CA5",
    title="The quota of Batch compute environments holds the plan's",
    unit="compute environments",
    need=lambda plan: plan.demand.counts.batch_compute_environments,
    used=question("batch", "DescribeComputeEnvironments", "computeEnvironments"),
    action="batch:DescribeComputeEnvironments",
    inputs=("counts.batch_compute_environments",),
    count=every_row,
)
