"""Labels of a managed node group with which no node starts."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.node_labels import kubelet_refuses
from ....findings import Level
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Branched


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Judge the names of the labels; a loop or a macro is none."""
    for name in as_map(subject.branch.properties.get("Labels")):
        if kubelet_refuses(name):
            yield Hit(f"the kubelet gives its node no label {name}", ("Properties", "Labels", name))


RULE = Rule(
    id="TRN397",
    title="Labels of a managed node group are ones that the kubelet takes",
    level=Level.ERROR,
    why="The kubelet does not start with a label of kubernetes.io or k8s.io that it does not know: nodes boot, are "
    "paid for and never join.",
    source="Kubernetes, NodeRestriction admission and KEP-279; terraform-aws-eks issue 3346, containers-roadmap issue "
    "2465, eksctl issue 4007",
    on="AWS::EKS::Nodegroup",
    check=check,
    fix="take a name of your own, node.kubernetes.io/NAME, or label the nodes with kubectl",
)
