"""Cluster placement groups."""

from __future__ import annotations

from aws_cdk import aws_ec2 as ec2
from constructs import Construct

__all__ = ["cluster_placement_group"]


def cluster_placement_group(scope: Construct, id: str) -> ec2.CfnPlacementGroup:
    """Return a placement group that keeps nodes close together, in one zone.

    It never carries tags: they are create-only, so a changed tag of the app would replace the group and every node.
    """
    group = ec2.CfnPlacementGroup(scope, id, strategy="cluster")
    group.add_property_deletion_override("Tags")
    return group
