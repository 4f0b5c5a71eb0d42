"""The quota of Batch job queues holds the plan's."""

from __future__ import annotations

from ..counted import count_check, every_row
from ..question import question

CHECK = count_check(
    id="quota-batch-job-queues",
    service="batch",
    code="L-4CEA37AD",
    title="The quota of Batch job queues holds the plan's",
    unit="job queues",
    need=lambda plan: plan.demand.counts.batch_job_queues,
    used=question("batch", "DescribeJobQueues", "jobQueues"),
    action="batch:DescribeJobQueues",
    inputs=("counts.batch_job_queues",),
    count=every_row,
)
