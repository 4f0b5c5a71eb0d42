"""UltraServers: nodes that NeuronLink joins, launched together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import jsii
from aws_cdk import Tags
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..catalog import UltraServerInfo
from ..spec import BlockCapacity, UltraServerGroup
from .context import Surroundings
from .given import checked_with
from .image import NeuronImage
from .node_group import NodeGroup
from .role import node_role
from .security_group import EfaSecurityGroup, efa_group

if TYPE_CHECKING:
    from aws_cdk import aws_kms as kms
    from aws_cdk import aws_sns as sns

__all__ = ["UltraServer"]


@jsii.implements(ec2.IConnectable, iam.IGrantable)
class UltraServer(Construct):
    """UltraServers of one kind, such as Trn2: four trn2u.48xlarge and 64 chips each.

    Each has a Capacity Block and an Auto Scaling group of its own, so that one that fails is emptied and filled as
    a whole: an impaired UltraServer is terminated whole, never one node. EC2 knows no gang launch.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        vpc: ec2.IVpc,
        subnets: Sequence[ISubnetRef],
        capacity: Sequence[BlockCapacity] = (),
        ultraserver: str = "trn2-ultraserver",
        node_count: int | None = None,
        zone: str | None = None,
        zone_id: str | None = None,
        image: NeuronImage | None = None,
        layout: str | None = None,
        root_volume_gib: int | None = None,
        user_data: str | None = None,
        tags: Mapping[str, str] | None = None,
        security_group: EfaSecurityGroup | ec2.ISecurityGroup | None = None,
        role: iam.IRole | None = None,
        encryption_key: kms.IKey | None = None,
        topic: sns.ITopic | None = None,
        design_only: bool | None = None,
    ) -> None:
        """Make the UltraServers.

        Args:
            scope: parent construct.
            id: construct id.
            vpc: VPC of the subnets.
            subnets: private subnets, all in the zone of the blocks.
            capacity: the block of each UltraServer, one entry each; required, except for a design.
            ultraserver: catalog name. Default: - trn2-ultraserver
            node_count: nodes of all UltraServers, whole multiples only; must be a literal.
                Default: - one UltraServer per block
            zone: name of the zone. Default: - that of the subnets
            zone_id: id of the zone. Default: - that of the subnets
            image: machine image; required, except for a design.
            layout: ``efa``, ``efa-only`` or ``interface``. Default: - the type's own
            root_volume_gib: size of the root volume. Unit: GiB. Default: - what the image needs
            user_data: runs at first boot, see `NodeLaunchTemplate`. Default: - none
            tags: tags of instances, volumes and interfaces. Default: - none
            security_group: group of every interface; one that is no `EfaSecurityGroup` gets its two rules.
                Default: - one is made
            role: role of the nodes. Default: - one that allows Session Manager and nothing else
            encryption_key: customer key of the root volume, see `NodeLaunchTemplate`. Default: - aws/ebs
            topic: gets the events of the blocks, and the groups' launches, terminations and failures.
                Default: - one is made
            design_only: synthesize what cannot be launched, never deploy it. Default: - false

        Raises:
            PropsError: names every bad prop; a node count that is no whole multiple.
        """
        super().__init__(scope, id)
        self._around = around = Surroundings(self, scope, id)
        types = around.types
        node: dict[str, Any] = {
            "layout": layout,
            "root_volume_gib": root_volume_gib,
            "user_data": user_data,
            "image": image,
            "encryption_key": encryption_key,
            "design_only": design_only,
        }
        server = {"name": "ultraserver", "ultraserver": ultraserver, "node_count": node_count, "capacity": capacity}
        place = {"vpc": vpc, "subnets": subnets, "security_group": security_group}
        props = {**node, **server, **place, "tags": tags, "role": role, "topic": topic}
        self.spec = checked_with(around.path, UltraServerGroup, props, types=types)
        self.security_group = efa_group(self, vpc, security_group)
        self.role: iam.IRole = role or node_role(self, "Role")
        self.topic = topic or self._events()
        node |= {"vpc": vpc, "subnets": subnets, "zone": zone, "zone_id": zone_id}
        self.units = self._units(types.ultraservers[self.spec.ultraserver], node)
        for key, value in self.spec.tags.items():
            Tags.of(self).add(key, value)

    def _units(self, server: UltraServerInfo, node: Mapping[str, Any]) -> list[NodeGroup]:
        """Make the groups; those of a design, which know no block, share a launch template."""
        blocks = self.spec.capacity
        units: list[NodeGroup] = []
        for index in range((self.spec.node_count or len(blocks) * server.nodes) // server.nodes):
            unit = NodeGroup(
                self,
                f"Unit{index + 1}",
                instance_type=server.instance_type,
                node_count=server.nodes,
                capacity=blocks[index] if blocks else None,
                security_group=self.security_group,
                role=self.role,
                topic=self.topic,
                launch_template=units[0].launch_template if units and not blocks else None,
                **node,
            )
            units.append(unit)
        return units

    def _events(self) -> sns.ITopic | None:
        if not self.spec.capacity:
            return None
        from .block_events import BlockEvents

        blocks = [block.reservation_id for item in self.spec.capacity for block in item.blocks]
        emails = [item.notify_email for item in self.spec.capacity if item.notify_email]
        return BlockEvents(self, "Events", reservation_ids=blocks, emails=emails).topic

    @property
    def connections(self) -> ec2.Connections:
        """Network rules of the nodes; `IConnectable`."""
        return self.security_group.connections

    @property
    def grant_principal(self) -> iam.IPrincipal:
        """The nodes' role; `IGrantable`."""
        return self.role.grant_principal
