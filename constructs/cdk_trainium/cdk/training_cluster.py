"""A cluster file as one construct."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import jsii
from aws_cdk import Tags
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..errors import Problem, PropsError
from ..spec import ClusterSpec, cluster_problems, load_cluster
from .cluster_network import ground_of
from .cluster_parts import Member, Members, shared_of
from .context import Surroundings
from .design_only import mark_design
from .given import check_given

if TYPE_CHECKING:
    from aws_cdk import aws_kms as kms

__all__ = ["TrainingCluster"]


@jsii.implements(ec2.IConnectable, iam.IGrantable)
class TrainingCluster(Construct):
    """Everything that a cluster file says: network, security group, role, placement, groups, block events.

    Groups share one security group, one role and (unless each is its own job) one cluster placement group.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        cluster: ClusterSpec | str | Path,
        vpc: ec2.IVpc | None = None,
        subnets: Sequence[ISubnetRef] | None = None,
        encryption_key: kms.IKey | None = None,
    ) -> None:
        """Make the cluster.

        Args:
            scope: parent construct, in a stack of the cluster's region.
            id: construct id.
            cluster: a cluster file, or its content.
            vpc: an existing VPC, with ``subnets``. Default: - what the file says
            subnets: private subnets of ``vpc``, all in the cluster's zone. Default: - what the file says
            encryption_key: customer key of the volumes, see `NodeLaunchTemplate`. Default: - what the file says

        Raises:
            ClusterFileError: the file cannot be used; every problem has its line.
            PropsError: the stack is in another region; a VPC without subnets.
        """
        super().__init__(scope, id)
        self._around = around = Surroundings(self, scope, id)
        _check_cluster(around.path, cluster)
        objects = {"vpc": vpc, "subnets": subnets, "encryption_key": encryption_key}
        check_given(around.path, **{name: value for name, value in objects.items() if value is not None})
        types = around.types
        self.spec = cluster if isinstance(cluster, ClusterSpec) else load_cluster(cluster, types=types)
        _check(around, self.spec, vpc, subnets)
        self._ground = ground_of(self, self.spec, types, vpc, subnets)
        self._shared = shared_of(self, self.spec, types, self._ground.vpc, encryption_key)
        members = Members(self, self.spec, types, self._ground, self._shared)
        self.groups: dict[str, Member] = {group.name: members.make(at) for at, group in enumerate(self.spec.members)}
        for key, value in self.spec.tags.items():
            Tags.of(self).add(key, value)
        if self.spec.is_design:
            mark_design(self, cluster_problems(self.spec, types)[1])

    @property
    def vpc(self) -> ec2.IVpc:
        """The VPC of the nodes."""
        return self._ground.vpc

    @property
    def connections(self) -> ec2.Connections:
        """Network rules of all nodes; `IConnectable`."""
        return self._shared.security_group.connections

    @property
    def grant_principal(self) -> iam.IPrincipal:
        """The role of all nodes; `IGrantable`."""
        return self._shared.role.grant_principal


def _check_cluster(where: str, cluster: object) -> None:
    """Refuse what is neither content nor the name of a file."""
    if isinstance(cluster, ClusterSpec | Path) or (isinstance(cluster, str) and "\0" not in cluster):
        return
    allowed = "a ClusterSpec, or the path of a cluster file"
    raise PropsError(where, [Problem("TRN001", "is no cluster", "cluster", repr(cluster)[:60], allowed)])


def _check(around: Surroundings, spec: ClusterSpec, vpc: ec2.IVpc | None, subnets: Sequence[ISubnetRef] | None) -> None:
    problems, region = [], around.region
    if region not in {None, spec.region}:
        hint = "give the stack env=Environment(region=…) of the cluster file"
        problems.append(
            Problem("TRN612", "the stack is in another region", "cluster.region", spec.region, str(region), hint)
        )
    if (vpc is None) != (not subnets):
        problems.append(Problem("TRN611", "an existing VPC needs its subnets, and they their VPC", "subnets"))
    if problems:
        raise PropsError(around.path, problems)
