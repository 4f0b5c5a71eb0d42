"""Identical nodes as one Auto Scaling group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import jsii
from aws_cdk import Tags
from aws_cdk import aws_autoscaling as autoscaling
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..spec import BlockCapacity, CapacitySpec, NodeGroupSpec
from .claims import claim
from .context import Surroundings
from .design_only import mark_design
from .given import checked_with
from .group import group_of, notify
from .image import NeuronImage
from .launch_template import NodeLaunchTemplate
from .place import place_of
from .security_group import EfaSecurityGroup, efa_group
from .vpc_tenancy import needs_default_tenancy

if TYPE_CHECKING:
    from aws_cdk import aws_kms as kms
    from aws_cdk import aws_sns as sns

__all__ = ["NodeGroup"]


@jsii.implements(ec2.IConnectable, iam.IGrantable)
class NodeGroup(Construct):
    """Nodes of one type, launched together by one Auto Scaling group that replaces failed nodes.

    There is no spare capacity, so a node is terminated before its replacement is launched. A new launch template
    version does not touch running nodes; start an instance refresh when you want it everywhere.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        vpc: ec2.IVpc,
        subnets: Sequence[ISubnetRef],
        instance_type: str,
        node_count: int = 1,
        capacity: CapacitySpec | None = None,
        zone: str | None = None,
        zone_id: str | None = None,
        layout: str | None = None,
        image: NeuronImage | None = None,
        root_volume_gib: int | None = None,
        user_data: str | None = None,
        placement_group: str | None = None,
        tags: Mapping[str, str] | None = None,
        security_group: EfaSecurityGroup | ec2.ISecurityGroup | None = None,
        role: iam.IRole | None = None,
        encryption_key: kms.IKey | None = None,
        topic: sns.ITopic | None = None,
        launch_template: NodeLaunchTemplate | None = None,
        design_only: bool | None = None,
    ) -> None:
        """Make the group.

        Args:
            scope: parent construct.
            id: construct id.
            vpc: VPC of the subnets.
            subnets: private subnets, all in one zone. EFA crosses neither zones nor VPCs.
            instance_type: EC2 instance type; must be a literal.
            node_count: nodes of the group; must be a literal. Default: - 1
            capacity: how the nodes are bought, see `Capacity`; required, except for a design.
            zone: name of the zone. Default: - that of the subnets
            zone_id: id of the zone, for a reservation made here. Default: - the zone's name is used
            layout: ``efa``, ``efa-only`` or ``interface``. Default: - the type's own
            image: machine image; required, except for a design.
            root_volume_gib: size of the root volume. Unit: GiB. Default: - what the image needs
            user_data: runs at first boot, see `NodeLaunchTemplate`. Default: - none
            placement_group: name of a cluster placement group. Default: - one is made; none for a block and for an
                existing reservation that names none
            tags: tags of instances, volumes and interfaces. Default: - none
            security_group: group of every interface; one that is no `EfaSecurityGroup` gets its two rules.
                Default: - one is made
            role: role of the nodes. Default: - one that allows Session Manager and nothing else
            encryption_key: customer key of the root volume, see `NodeLaunchTemplate`. Default: - aws/ebs
            topic: gets the events of a block, and the group's launches, terminations and failures of either.
                Default: - one is made for a block
            launch_template: shared by identical groups; image, layout, role and the like are then its own.
                Default: - one is made
            design_only: synthesize what cannot be launched, never deploy it. Default: - false

        Raises:
            PropsError: names every bad prop.
        """
        super().__init__(scope, id)
        self._around = around = Surroundings(self, scope, id)
        types = around.types
        node: dict[str, Any] = {
            "instance_type": instance_type,
            "capacity": capacity,
            "layout": layout,
            "root_volume_gib": root_volume_gib,
            "user_data": user_data,
            "image": image,
            "role": role,
            "encryption_key": encryption_key,
            "design_only": design_only,
        }
        group = {"node_count": node_count, "placement_group": placement_group, "tags": tags}
        place = {"vpc": vpc, "subnets": subnets, "security_group": security_group}
        beside = {"topic": topic, "launch_template": launch_template}
        self.spec = checked_with(around.path, NodeGroupSpec, {**node, **group, **place, **beside}, types=types)
        where = place_of(around, vpc, subnets, zone, zone_id)
        needs_default_tenancy(around.path, vpc, self.spec.capacity)
        claim(around, self.spec.capacity)
        if launch_template is not None:
            launch_template.need_vpc(around.path, vpc)
        self.launch_template = launch_template or NodeLaunchTemplate(
            self, "LaunchTemplate", security_group=efa_group(self, vpc, security_group), **node
        )
        self.topic = self._events(topic)
        self._parts = group_of(self, self.spec, self.launch_template, where, types)
        if self.topic is not None:
            notify(self.auto_scaling_group, self.topic)
        for key, value in self.spec.tags.items():
            Tags.of(self).add(key, value)
        if self.spec.design_only:
            mark_design(self, self.spec.problems(types)[1])

    def _events(self, topic: sns.ITopic | None) -> sns.ITopic | None:
        capacity = self.spec.capacity
        if topic is not None or not isinstance(capacity, BlockCapacity):
            return topic
        from .block_events import BlockEvents

        emails = [capacity.notify_email] if capacity.notify_email else []
        ids = [block.reservation_id for block in capacity.blocks]
        return BlockEvents(self, "Events", reservation_ids=ids, emails=emails).topic

    @property
    def auto_scaling_group(self) -> autoscaling.CfnAutoScalingGroup:
        """The Auto Scaling group."""
        return self._parts.group

    @property
    def auto_scaling_group_name(self) -> str:
        """Name of the Auto Scaling group."""
        return self._parts.group.ref

    @property
    def placement_group(self) -> str | None:
        """Name of the placement group, None where nodes are in none."""
        return self._parts.placement_group

    @property
    def reservation(self) -> ec2.CfnCapacityReservation | None:
        """The ODCR made with the group, None where there is none."""
        return self._parts.reservation

    @property
    def connections(self) -> ec2.Connections:
        """Network rules of the nodes; `IConnectable`."""
        return self.launch_template.connections

    @property
    def grant_principal(self) -> iam.IPrincipal:
        """The nodes' role; `IGrantable`."""
        return self.launch_template.grant_principal
