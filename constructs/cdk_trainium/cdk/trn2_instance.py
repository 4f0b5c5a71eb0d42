"""One Trainium2 node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import jsii
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..errors import Problem, PropsError
from ..spec import BlockCapacity, CapacitySpec, NodeSpec, ReservationCapacity, is_late
from .context import Surroundings
from .given import checked_with
from .image import NeuronImage
from .launch_template import NodeLaunchTemplate
from .place import Place, place_of
from .reservation import makes_reservation, targeted_reservation
from .security_group import EfaSecurityGroup, efa_group

if TYPE_CHECKING:
    from aws_cdk import aws_kms as kms
from .vpc_tenancy import needs_default_tenancy

__all__ = ["Trn2Instance"]


@jsii.implements(ec2.IConnectable, iam.IGrantable)
class Trn2Instance(Construct):
    """One EC2 instance of a Trainium2 type, to develop on; it is launched when the stack is.

    A change of image, user data or interfaces replaces the instance: its successor is launched first and needs
    capacity of its own. For nodes that must come back by themselves use `NodeGroup` with one node.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        vpc: ec2.IVpc,
        subnet: ISubnetRef,
        image: NeuronImage,
        capacity: CapacitySpec,
        instance_type: str = "trn2.48xlarge",
        zone: str | None = None,
        zone_id: str | None = None,
        layout: str | None = None,
        root_volume_gib: int | None = None,
        user_data: str | None = None,
        tags: Mapping[str, str] | None = None,
        security_group: EfaSecurityGroup | ec2.ISecurityGroup | None = None,
        role: iam.IRole | None = None,
        encryption_key: kms.IKey | None = None,
    ) -> None:
        """Make the instance.

        Args:
            scope: parent construct.
            id: construct id.
            vpc: VPC of the subnet.
            subnet: private subnet.
            image: machine image.
            capacity: how the node is bought, see `Capacity`. A block must be active: nothing can wait for its start.
            instance_type: a Trainium2 type. Default: - trn2.48xlarge
            zone: name of the zone. Default: - that of the subnet
            zone_id: id of the zone, for a reservation made here. Default: - the zone's name is used
            layout: ``efa``, ``efa-only`` or ``interface``. Default: - the type's own
            root_volume_gib: size of the root volume. Unit: GiB. Default: - what the image needs
            user_data: runs at first boot, see `NodeLaunchTemplate`. Default: - none
            tags: tags of instance, volumes and interfaces. Default: - a Name
            security_group: group of every interface; one that is no `EfaSecurityGroup` gets its two rules.
                Default: - one is made
            role: role of the node. Default: - one that allows Session Manager and nothing else
            encryption_key: customer key of the root volume. Default: - aws/ebs

        Raises:
            PropsError: names every bad prop; a block that has not started; a node of an UltraServer.
        """
        super().__init__(scope, id)
        self._around = around = Surroundings(self, scope, id)
        node: dict[str, Any] = {
            "instance_type": instance_type,
            "capacity": capacity,
            "layout": layout,
            "root_volume_gib": root_volume_gib,
            "user_data": user_data,
            "tags": tags,
            "image": image,
            "role": role,
            "encryption_key": encryption_key,
            "subnet": subnet,
        }
        props, beside = {**node, "vpc": vpc, "security_group": security_group}, _wrong_type(instance_type)
        spec = checked_with(around.path, NodeSpec, props, types=around.types, beside=beside)
        _need_started(around.path, spec.capacity)
        place = place_of(around, vpc, [subnet], zone, zone_id)
        needs_default_tenancy(around.path, vpc, spec.capacity)
        if isinstance(spec.capacity, BlockCapacity):
            place.need_zone("a capacity block needs a zone: its own")
        self.launch_template = NodeLaunchTemplate(
            self, "LaunchTemplate", security_group=efa_group(self, vpc, security_group), **node
        )
        self.reservation = self._reservation(place) if makes_reservation(spec.capacity) else None
        self._aim(spec.capacity)
        version = {
            "launchTemplateId": self.launch_template.launch_template_id,
            "version": self.launch_template.version,
        }
        self.instance = ec2.CfnInstance(self, "Resource", launch_template=version)

    def _reservation(self, place: Place) -> ec2.CfnCapacityReservation:
        kind = self.launch_template.ec2_type
        return targeted_reservation(
            self, "Reservation", instance_type=kind, node_count=1, place=place, placement_group=None
        )

    def _aim(self, capacity: CapacitySpec | None) -> None:
        """An instance has no group that could name its reservation and placement group: its template must."""
        existing = capacity if isinstance(capacity, ReservationCapacity) else None
        made = self.reservation.ref if self.reservation else None
        target = (existing.reservation_id if existing else None) or made
        if target is not None:
            # An id needs no preference: without a free slot the launch fails, and never falls back to on demand.
            specification: dict[str, Any] = {"CapacityReservationTarget": {"CapacityReservationId": target}}
            self._template("CapacityReservationSpecification", specification)
        if existing is not None and existing.placement_group is not None:
            self._template("Placement", {"GroupName": existing.placement_group})

    def _template(self, name: str, value: dict[str, Any]) -> None:
        self.launch_template.resource.add_property_override(f"LaunchTemplateData.{name}", value)

    @property
    def instance_id(self) -> str:
        """Id of the instance."""
        return self.instance.ref

    @property
    def connections(self) -> ec2.Connections:
        """Network rules of the node; `IConnectable`."""
        return self.launch_template.connections

    @property
    def grant_principal(self) -> iam.IPrincipal:
        """The node's role; `IGrantable`."""
        return self.launch_template.grant_principal


def _wrong_type(instance_type: object) -> list[Problem]:
    """Return what only this construct has against a type; its spec tells of the rest."""
    if not isinstance(instance_type, str) or is_late(instance_type) or instance_type.startswith("trn2."):
        return []
    if instance_type.startswith("trn2u."):
        hint = "use UltraServer, which launches the four nodes of one together"
        return [Problem("TRN319", "is a node of an UltraServer", "instance_type", instance_type, "", hint)]
    hint = "use NodeGroup for other types"
    return [Problem("TRN013", "is no Trainium2 type", "instance_type", instance_type, "trn2.…", hint)]


def _need_started(where: str, capacity: CapacitySpec | None) -> None:
    if isinstance(capacity, BlockCapacity) and capacity.phase != "active":
        hint = "use NodeGroup, which waits for the block"
        text = "an instance is launched with its stack, so the block must have started"
        raise PropsError(where, [Problem("TRN323", text, "capacity.phase", capacity.phase, "active", hint)])
