"""Many identical groups on one low-latency fabric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import jsii
from aws_cdk import Tags
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..catalog import Catalog
from ..errors import Problem, PropsError
from ..spec import CapacitySpec, ClusterGroup, UltraClusterSpec
from ..wording import counted
from .context import Surroundings
from .design_only import mark_design
from .given import checked_with
from .group import GroupParts, group_of, in_placement_group
from .image import NeuronImage
from .launch_template import NodeLaunchTemplate
from .partition import Partition
from .place import Place, places_of
from .placement import cluster_placement_group
from .security_group import EfaSecurityGroup, efa_group
from .vpc_tenancy import needs_default_tenancy

if TYPE_CHECKING:
    from aws_cdk import aws_kms as kms

__all__ = ["UltraCluster"]


@jsii.implements(ec2.IConnectable, iam.IGrantable)
class UltraCluster(Construct):
    """Identical groups that train together: one launch template, one security group, one Auto Scaling group each.

    The number of resources grows with the groups, never with the nodes. What one template cannot hold goes to nested
    stacks, and what one tree of them cannot hold to further stacks; a group never moves when others are added.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        vpc: ec2.IVpc,
        subnets: Sequence[ISubnetRef],
        instance_type: str,
        group_count: int,
        node_count: int,
        capacity: CapacitySpec | None = None,
        placement: str = "shared",
        placement_group: str | None = None,
        seats: Sequence[int] = (),
        zone: str | None = None,
        zone_id: str | None = None,
        layout: str | None = None,
        image: NeuronImage | None = None,
        root_volume_gib: int | None = None,
        user_data: str | None = None,
        tags: Mapping[str, str] | None = None,
        security_group: EfaSecurityGroup | ec2.ISecurityGroup | None = None,
        role: iam.IRole | None = None,
        encryption_key: kms.IKey | None = None,
        design_only: bool | None = None,
    ) -> None:
        """Make the groups.

        Args:
            scope: parent construct.
            id: construct id.
            vpc: VPC of the subnets.
            subnets: private subnets, all in one zone.
            instance_type: EC2 instance type; must be a literal.
            group_count: identical groups; must be a literal.
            node_count: nodes of each group; must be a literal.
            capacity: how the nodes are bought: on demand, spot, or a reservation made for each group. Blocks and
                existing reservations serve one group each: use `NodeGroup` for them. Required, except for a design.
            placement: ``shared``, one cluster placement group for all groups, or ``per-group`` where each group is a
                job of its own. Default: - shared
            placement_group: name of an existing cluster placement group for all. Default: - one is made
            seats: index of the subnet of each group. Default: - the first subnet
            zone: name of the zone. Default: - that of the subnets
            zone_id: id of the zone, for reservations made here. Default: - the zone's name is used
            layout: ``efa``, ``efa-only`` or ``interface``. Default: - the type's own
            image: machine image; required, except for a design.
            root_volume_gib: size of the root volume. Unit: GiB. Default: - what the image needs
            user_data: runs at first boot, see `NodeLaunchTemplate`. Default: - none
            tags: tags of instances, volumes and interfaces. Default: - none
            security_group: group of every interface; one that is no `EfaSecurityGroup` gets its two rules.
                Default: - one is made
            role: role of the nodes. Default: - one that allows Session Manager and nothing else
            encryption_key: customer key of the root volume, see `NodeLaunchTemplate`. Default: - aws/ebs
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
        size = {"name": "ultracluster", "group_count": group_count, "node_count": node_count}
        placed = {"placement": placement, "placement_group": placement_group, "tags": tags, "seats": seats}
        place = {"vpc": vpc, "subnets": subnets, "security_group": security_group}
        self.spec = checked_with(around.path, UltraClusterSpec, {**node, **size, **placed, **place}, types=types)
        needs_default_tenancy(around.path, vpc, self.spec.capacity)
        self.launch_template = NodeLaunchTemplate(
            self, "LaunchTemplate", security_group=efa_group(self, vpc, security_group), **node
        )
        places = places_of(around, vpc, subnets, zone, zone_id)
        seated = [places[seat] for seat in self._seats(len(places))]
        self.groups = self._groups(self._shared(types), seated, types)
        for key, value in self.spec.tags.items():
            Tags.of(self).add(key, value)

    def _seats(self, subnets: int) -> Sequence[int]:
        seats, count = self.spec.seats or [0] * self.spec.group_count, self.spec.group_count
        if len(seats) != count or max(seats) >= subnets:
            allowed = f"{counted(count, 'index', 'indices')}, each below {subnets}"
            raise PropsError(self.node.path, [Problem("TRN001", "does not fit", "seats", repr(seats)[:60], allowed)])
        return seats

    def _shared(self, types: Catalog) -> ClusterGroup:
        """Return the spec of each group: with the placement group of all, unless each has its own."""
        if self.spec.placement == "per-group" or self.spec.placement_group or not in_placement_group(self.spec, types):
            return self.spec
        return self.spec.model_copy(update={"placement_group": cluster_placement_group(self, "PlacementGroup").ref})

    def _groups(self, spec: ClusterGroup, places: Sequence[Place], types: Catalog) -> list[GroupParts]:
        partition = Partition(self)
        made = []
        for index, place in enumerate(places):
            scope = Construct(partition.home(index), f"Group{index + 1}")
            made.append(group_of(scope, spec, self.launch_template, place, types))
        if spec.design_only:
            for home in partition.stacks:
                mark_design(home, spec.problems(types)[1])
        return made

    @property
    def connections(self) -> ec2.Connections:
        """Network rules of the nodes; `IConnectable`."""
        return self.launch_template.connections

    @property
    def grant_principal(self) -> iam.IPrincipal:
        """The nodes' role; `IGrantable`."""
        return self.launch_template.grant_principal
