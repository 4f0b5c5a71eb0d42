"""Every resource type that launches nodes, with its reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..template import Branch, Resource, Template
from .asg import auto_scaling
from .batch import compute_environment
from .described import INSTANCE
from .eks import node_group
from .fleet import ec2_fleet, spot_fleet
from .group import Group
from .hyperpod import hyperpod_cluster
from .instance import instance
from .pcs import compute_node_group

__all__ = ["GROUP_TYPES", "group_in", "groups_in"]

GROUP_TYPES: dict[str, Callable[[Resource, Branch], Group | None]] = {
    "AWS::AutoScaling::AutoScalingGroup": auto_scaling,
    "AWS::EKS::Nodegroup": node_group,
    "AWS::Batch::ComputeEnvironment": compute_environment,
    "AWS::PCS::ComputeNodeGroup": compute_node_group,
    "AWS::EC2::EC2Fleet": ec2_fleet,
    "AWS::EC2::SpotFleet": spot_fleet,
    "AWS::SageMaker::Cluster": hyperpod_cluster,
    INSTANCE: instance,
}
"""Resource type -> its reader; in this order groups are told."""


def group_in(resource: Resource, branch: Branch) -> Group | None:
    """Return ``resource``, of one of `GROUP_TYPES`, as the group that it is in ``branch``; None when it is none."""
    return GROUP_TYPES[resource.type](resource, branch)


def groups_in(template: Template) -> Iterator[Group]:
    """Yield the groups of ``template``, one per branch."""
    for kind, read in GROUP_TYPES.items():
        for resource in template.by_type.get(kind, ()):
            for branch in resource.branches:
                group = read(resource, branch)
                if group is not None:
                    yield group
