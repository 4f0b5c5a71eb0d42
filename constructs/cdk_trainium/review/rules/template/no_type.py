"""A group for which nothing says the instance type."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches.batch import CHOSEN
from ...model import Launch
from ...model.values import how_to_tell, macro_in
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, unknown

_OTHERWISE = {"eks": ": Amazon EKS launches t3.medium, which has no accelerator"}
"""Kind of group -> what its service does then. Source: Amazon EKS API, CreateNodegroup: instanceTypes."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at launch template, overrides and group; a type that is hidden hides what the other rules judge."""
    group, hidden, node = launch.group, launch.hidden_type, launch.node
    if group is not None and not launch.types:
        text = f"neither {node.resource.id} nor the group {group.resource.id} says an instance type"
        if node.resource is group.resource:
            text = f"{group.resource.id} says no instance type"
        if macro := macro_in(node.data) or macro_in(group.branch.properties):
            yield cannot_tell(f"the instance type of {node.resource.id}", macro, node.root)
        elif group.kind == "batch":
            yield unknown(f"{text}: which types Batch launches cannot be told", node.root, "set InstanceTypes")
        else:
            yield Hit(f"{text}{_OTHERWISE.get(group.kind, '')}", node.root)
    elif hidden == CHOSEN:
        yield from _chosen(launch)
    elif hidden is not None and not _told_elsewhere(launch):
        owner = node.resource if group is None else group.resource
        text = f"what depends on the instance type of {owner.id} is not judged: {hidden.reason}"
        yield unknown(text, node.root, how_to_tell(hidden))


def _chosen(launch: Launch) -> Iterator[Hit]:
    """Report what Batch chooses itself, such as ``optimal``, where the launch template asks for EFAs."""
    if launch.group is not None and launch.use is not None and launch.node.efas and not launch.infos:
        text = f"Batch chooses the instance types of {launch.group.resource.id}, none with accelerators"
        text += f", and {launch.node.resource.id} asks for EFAs"
        yield Hit(text, launch.use.types_path, "name the types in InstanceTypes", resource=launch.group.resource)


def _told_elsewhere(launch: Launch) -> bool:
    """Return whether TRN100 says so of interfaces, or TRN606 of HyperPod."""
    of_hyperpod = launch.group is not None and launch.group.kind == "hyperpod"
    return of_hyperpod or len(launch.node.interfaces) > 1 or bool(launch.node.efas)


RULE = Rule(
    id="TRN913",
    title="A group in use says its instance type",
    level=Level.WARNING,
    why="EC2 refuses the launch, or a service picks a type of its own; a mistyped key leaves a template without type.",
    source="EC2 API, RunInstances; Amazon EKS API, CreateNodegroup; AWS Batch API, ComputeResource; seen with "
    "aws-cdk-lib 2.275.0",
    on="launch",
    check=check,
    fix="set InstanceType in the launch template",
)
