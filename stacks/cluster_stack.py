"""One cluster, one stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from aws_cdk import CfnOutput, Environment, Stack
from constructs import Construct

from cdk_trainium import ClusterSpec, InputError, NodeGroup, TrainingCluster, UltraServer
from cdk_trainium.cdk.context import CATALOG_CONTEXT, catalog_at, is_ours
from cdk_trainium.errors import Problem, every
from cdk_trainium.spec import load_cluster
from cdk_trainium.wording import nearest

__all__ = ["ClusterStack", "clusters_of"]

_CLUSTER = "cluster"
_KEYS = (_CLUSTER, CATALOG_CONTEXT)
"""Keys of CDK context that this app reads."""


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
        ClusterFileError: a file cannot be used; with several, each of them tells all its problems.
        InputError: the context is no text of paths, a key of it is a slip of ours, or two clusters have one name.
    """
    _refuse_slips(app.node.get_all_context())
    given, types = app.node.try_get_context(_CLUSTER), catalog_at(app)
    files = [default] if given is None else _files(given)
    clusters = every(lambda file: load_cluster(file, types=types), files)
    names = Counter(cluster.name for cluster in clusters)
    twice = [
        Problem("TRN006", "two clusters have this name", "name", name) for name, count in names.items() if count > 1
    ]
    if twice:
        raise InputError(", ".join(map(str, files)), twice)
    return clusters


def _refuse_slips(context: Iterable[str]) -> None:
    """Refuse keys that resemble ours: what they say would be passed over, and another cluster made."""
    slips = {key: nearest(key, _KEYS) for key in context if key not in _KEYS}
    wrong = {key: hint for key, hint in slips.items() if hint or is_ours(key)}
    if wrong:
        allowed = ", ".join(_KEYS)
        problems = [Problem("TRN002", "is no key of this app", key, "", allowed, hint) for key, hint in wrong.items()]
        raise InputError("context", problems)


def _files(given: object) -> list[Path]:
    """Return the paths in the context; commas too many are skipped."""
    names = [name.strip() for name in given.split(",")] if isinstance(given, str) else []
    files = [Path(name) for name in names if name]
    if not files or "\0" in str(given):
        allowed = "paths of cluster files, parted by commas"
        hint = "is a shell variable unset? leave -c cluster out for the example"
        problem = Problem("TRN020", "names no cluster file", _CLUSTER, repr(given)[:80], allowed, hint)
        raise InputError("context", [problem])
    return files
