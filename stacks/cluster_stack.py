"""One cluster, one stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
        """Make the stack of ``cluster``; ``props`` are those of `aws_cdk.Stack`.

        Raises:
            InputError: a group is named as a unit of UltraServers.
        """
        super().__init__(
            scope,
            cluster.name,
            env=Environment(account=cluster.account, region=cluster.region),
            termination_protection=cluster.termination_protection,
            **props,
        )
        self.cluster = TrainingCluster(self, "Cluster", cluster=cluster)
        CfnOutput(self, "VpcId", value=self.cluster.vpc.vpc_id)
        for name, group in self._groups():
            CfnOutput(self, f"{name}AutoScalingGroup", value=group.auto_scaling_group_name)

    def _groups(self) -> list[tuple[str, NodeGroup]]:
        """Return the groups with their names; those of an UltraCluster are too many for outputs."""
        found: list[tuple[str, NodeGroup]] = []
        for name, member in self.cluster.groups.items():
            if isinstance(member, NodeGroup):
                found.append((name, member))
            elif isinstance(member, UltraServer):
                found += [(f"{name}{index + 1}", unit) for index, unit in enumerate(member.units)]
        _need_own_names(self, [name for name, _ in found])
        return found


def _need_own_names(stack: Stack, names: Sequence[str]) -> None:
    """Outputs drop hyphens: a group ``pod1`` and the first unit of UltraServers ``pod`` would be one output."""
    count = Counter(name.replace("-", "") for name in names)
    text = "two groups have outputs of this name: UltraServers add a number to theirs"
    twice = [Problem("TRN006", text, "groups", name, "names that differ") for name, times in count.items() if times > 1]
    if twice:
        raise InputError(stack.node.path, twice)


def clusters_of(app: Construct, default: Path) -> list[ClusterSpec]:
    """Return the clusters of the context ``cluster``: paths from the caller's folder, parted by commas.

    Raises:
        ClusterFileError: a file cannot be used.
        InputError: the context is no text of paths, or two clusters have one name.
    """
    files = _files(app.node.try_get_context("cluster")) or [default]
    clusters = [load_cluster(file, types=catalog_at(app)) for file in files]
    names = Counter(cluster.name for cluster in clusters)
    twice = [
        Problem("TRN006", "two clusters have this name", "name", name) for name, count in names.items() if count > 1
    ]
    if twice:
        raise InputError(", ".join(map(str, files)), twice)
    return clusters


def _files(given: object) -> list[Path]:
    """Return the paths in the context; commas too many are skipped."""
    if given is None or given == "":
        return []
    names = [name.strip() for name in given.split(",")] if isinstance(given, str) else []
    files = [Path(name) for name in names if name]
    if not files or "\0" in str(given):
        allowed = "paths of cluster files, parted by commas"
        raise InputError("context", [Problem("TRN020", "names no cluster file", "cluster", repr(given)[:80], allowed)])
    return files
