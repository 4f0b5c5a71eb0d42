"""What the groups of a cluster share, and how each is made from its part of the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aws_cdk import aws_autoscaling as autoscaling
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..catalog import Catalog
from ..spec import BlockCapacity, ClusterGroup, ClusterSpec, ImageSpec, UltraServerGroup
from .cluster_network import Ground
from .group import in_placement_group
from .image import NeuronImage
from .node_group import NodeGroup
from .placement import cluster_placement_group
from .role import node_role
from .security_group import EfaSecurityGroup
from .ultra_cluster import UltraCluster
from .ultra_server import UltraServer

if TYPE_CHECKING:
    from aws_cdk import aws_kms as kms
    from aws_cdk import aws_sns as sns

__all__ = ["Member", "Members", "Shared", "shared_of"]

Member = NodeGroup | UltraCluster | UltraServer


@dataclass(frozen=True, slots=True)
class Shared:
    """What all groups of a cluster have in common."""

    security_group: EfaSecurityGroup
    role: iam.IRole
    key: kms.IKey | None
    topic: sns.ITopic | None
    placement_group: str | None


def shared_of(scope: Construct, spec: ClusterSpec, types: Catalog, vpc: ec2.IVpc, key: kms.IKey | None) -> Shared:
    """Make what the groups of ``spec`` share."""
    if key is None and spec.kms_key_arn is not None:
        from aws_cdk import aws_kms

        key = aws_kms.Key.from_key_arn(scope, "Key", spec.kms_key_arn)
    placed = any(in_placement_group(group, types) and group.placement_group is None for group in spec.groups)
    shared_group = placed and spec.placement == "shared"
    return Shared(
        security_group=EfaSecurityGroup(scope, "SecurityGroup", vpc=vpc),
        role=node_role(scope, "Role"),
        key=key,
        topic=_topic(scope, spec),
        placement_group=cluster_placement_group(scope, "PlacementGroup").ref if shared_group else None,
    )


def _topic(scope: Construct, spec: ClusterSpec) -> sns.ITopic | None:
    capacities = [item for server in spec.ultraservers for item in server.capacity]
    capacities += [group.capacity for group in spec.groups if isinstance(group.capacity, BlockCapacity)]
    if not capacities:
        return None
    from .block_events import BlockEvents

    ids = [block.reservation_id for capacity in capacities for block in capacity.blocks]
    emails = [capacity.notify_email for capacity in capacities if capacity.notify_email]
    return BlockEvents(scope, "Events", reservation_ids=ids, emails=emails).topic


@dataclass(frozen=True, slots=True)
class Members:
    """Makes the members of a cluster, each from its part of the file."""

    scope: Construct
    spec: ClusterSpec
    types: Catalog
    ground: Ground
    shared: Shared

    def make(self, at: int) -> Member:
        """Make the member ``at``, which launches nothing before the network is ready."""
        made = self._member(at)
        for group in _scaling_groups(made) if self.ground.ready else ():
            group.node.add_dependency(self.ground.ready)
        return made

    def _member(self, at: int) -> Member:
        """Make UltraServers, several identical groups, or one group."""
        member, seats = self.spec.members[at], self.ground.seats[at]
        first = [self.ground.subnets[seats[0]]]
        if isinstance(member, UltraServerGroup):
            return self._ultraservers(member, first)
        props = self._group(member)
        if member.group_count == 1:
            return NodeGroup(self.scope, member.name, subnets=first, topic=self.shared.topic, **props)
        many: dict[str, Any] = {"seats": seats, "group_count": member.group_count, "placement": self.spec.placement}
        return UltraCluster(self.scope, member.name, subnets=self.ground.subnets, **many, **props)

    def _ultraservers(self, member: UltraServerGroup, subnets: Sequence[ISubnetRef]) -> UltraServer:
        return UltraServer(
            self.scope,
            member.name,
            subnets=subnets,
            capacity=member.capacity,
            ultraserver=member.ultraserver,
            node_count=member.node_count,
            topic=self.shared.topic,
            **self._common(member),
        )

    def _group(self, member: ClusterGroup) -> dict[str, Any]:
        ours = in_placement_group(member, self.types) and member.placement_group is None
        return {
            **self._common(member),
            "instance_type": member.instance_type,
            "node_count": member.node_count,
            "capacity": member.capacity,
            "placement_group": self.shared.placement_group if ours else member.placement_group,
        }

    def _common(self, member: ClusterGroup | UltraServerGroup) -> dict[str, Any]:
        image = member.image or self.spec.image
        return {
            "vpc": self.ground.vpc,
            "image": None if image is None else _image(image),
            "layout": member.layout,
            "root_volume_gib": member.root_volume_gib,
            "user_data": member.user_data,
            "tags": member.tags,
            "security_group": self.shared.security_group,
            "role": self.shared.role,
            "encryption_key": self.shared.key,
            "design_only": member.design_only,
            "zone": self.spec.zone,
            "zone_id": self.spec.zone_id,
        }


def _scaling_groups(made: Member) -> list[autoscaling.CfnAutoScalingGroup]:
    if isinstance(made, UltraCluster):
        return [item.group for item in made.groups]
    return [unit.auto_scaling_group for unit in (made.units if isinstance(made, UltraServer) else [made])]


def _image(spec: ImageSpec) -> NeuronImage:
    return NeuronImage(**{name: getattr(spec, name) for name in ImageSpec.model_fields})
