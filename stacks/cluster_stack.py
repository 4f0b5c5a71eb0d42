"""One cluster, one stack."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from aws_cdk import CfnOutput, Environment, Stack
from constructs import Construct

from cdk_trainium import ClusterSpec, InputError, NodeGroup, TrainingCluster, UltraServer
from cdk_trainium.cdk.context import catalog_at
from cdk_trainium.errors import Problem
from cdk_trainium.spec import load_cluster

__all__ = ["ClusterStack", "clusters_of"]


class ClusterStack(Stack):
    """The stack of a cluster file; it takes name, region and account from the file."""

    def __init__(self, scope: Construct, cluster: ClusterSpec, **props: Any) -> None:
        """Make the stack of ``cluster``; ``props`` are those of `aws_cdk.Stack`."""
        super().__init__(
            scope,
            cluster.name,
            env=Environment(account=cluster.account, region=cluster.region),
            termination_protection=cluster.termination_protection,
            **props,
        )
        self.cluster = TrainingCluster(self, "Cluster", cluster=cluster)
        CfnOutput(self, "VpcId", value=self.cluster.vpc.vpc_id)
        for name, group in self._groups().items():
            CfnOutput(self, f"{name}AutoScalingGroup", value=group.auto_scaling_group_name)

    def _groups(self) -> dict[str, NodeGroup]:
        """Return the groups by name; those of an UltraCluster are too many for outputs."""
        found: dict[str, NodeGroup] = {}
        for name, member in self.cluster.groups.items():
            if isinstance(member, NodeGroup):
                found[name] = member
            elif isinstance(member, UltraServer):
                found |= {f"{name}{index + 1}": unit for index, unit in enumerate(member.units)}
        return found


def clusters_of(app: Construct, default: Path) -> list[ClusterSpec]:
    """Return the clusters of the context ``cluster``: paths from the caller's folder, parted by commas.

    Raises:
        ClusterFileError: a file cannot be used.
        InputError: two clusters have one name.
    """
    given = app.node.try_get_context("cluster")
    files = [Path(name.strip()) for name in str(given).split(",")] if given else [default]
    clusters = [load_cluster(file, types=catalog_at(app)) for file in files]
    names = Counter(cluster.name for cluster in clusters)
    twice = [
        Problem("TRN006", "two clusters have this name", "name", name) for name, count in names.items() if count > 1
    ]
    if twice:
        raise InputError(", ".join(map(str, files)), twice)
    return clusters
