"""A NodeConfig that does not let a node join its cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....constraints.node_config import NODE_CONFIG, NODE_CONFIG_UNREADABLE, check_node_config
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.user_data import UserData
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem, unknown

_WHOLE_LINE = re.compile(r"(?m)^[^\S\n]*\$\{[^{}\n]*\}[^\S\n]*$")
"""A hole that stands for lines, which may hold what is missing."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for what lacks where nobody fills it in: EKS does for managed node groups without an image of their own.

    What nodeadm cannot decode it is not known to mend, see terraform-aws-eks issue 2985.
    """
    data = launch.node.boots
    managed = launch.group is None or launch.group.kind == "eks"
    merged = managed and launch.node.has_image is False
    fault = check_node_config(data.text) if data is not None else None
    if data is None or fault is None or (merged and fault.lacks):
        return
    problem, path = fault.problem, launch.node.at("UserData")
    if not fault.certain:
        yield unknown(f"whether the node joins cannot be told: {problem.message}", path)
    elif managed and isinstance(launch.node.has_image, Unknown):
        yield cannot_tell("whether EKS fills in what the NodeConfig lacks", launch.node.has_image, path)
    elif _may_be_hidden(data, problem.code):
        yield unknown(f"{problem.message}; parts of the user data are not known", path)
    else:
        yield from_problem(problem, path, Level.WARNING if merged else None)


def _may_be_hidden(data: UserData, code: str) -> bool:
    holes = code == NODE_CONFIG_UNREADABLE or _WHOLE_LINE.search(data.text) is not None
    return not data.read.whole or (not data.known and holes)


RULE = Rule(
    id=NODE_CONFIG,
    title="A NodeConfig names the cluster, its endpoint, certificate authority and service CIDR",
    level=Level.ERROR,
    why="nodeadm refuses a NodeConfig without one of them, of a version that it does not know, or with a member of "
    "another type: the node boots, is paid for and never joins.",
    source="awslabs/amazon-eks-ami, nodeadm validation and api/v1alpha1, issue 2123; terraform-aws-eks issue 2985; "
    "Amazon EKS User Guide, Amazon Linux 2023",
    on="launch",
    check=check,
    fix="fill in name, apiServerEndpoint, certificateAuthority and cidr of spec.cluster",
)
