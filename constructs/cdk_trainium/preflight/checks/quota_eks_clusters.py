"""The quota of EKS clusters holds the plan's."""

from __future__ import annotations

from ..counted import count_check, every
from ..question import question

CHECK = count_check(
    id="quota-eks-clusters",
    service="eks",
    code="L-1194D53C",
    title="The quota of EKS clusters holds the plan's",
    unit="clusters",
    need=lambda plan: plan.demand.counts.eks_clusters,
    used=question("eks", "ListClusters", "clusters"),
    action="eks:ListClusters",
    inputs=("counts.eks_clusters",),
    count=every,
)
