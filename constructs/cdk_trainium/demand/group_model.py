"""The part of the model that describes one group of nodes, and what it launches."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ..constraints import Interface, Layout

__all__ = ["BlockDevice", "Capacity", "CapacityKind", "Count", "Group", "LaunchData", "LaunchTemplate", "Model"]

CapacityKind = Literal["on-demand", "spot", "reservation", "block"]
_MOST = 2**63 - 1
"""What any number of AWS's holds at most; sums and products of two readings of a template stay below it."""
Count = Annotated[int, Field(ge=0, le=_MOST, strict=True)]


class Model(BaseModel):
    """What every part of a demand is: frozen, and closed to names that it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=False)


class Capacity(Model):
    """How the nodes of a group are bought."""

    kind: CapacityKind = "on-demand"
    ids: tuple[str, ...] = ()
    """Reservations (``cr-…``) to launch into; one id holds the whole group. Default: - bought when needed."""
    resource_group_arn: str = ""
    """Resource group of reservations to launch into. Default: - none."""
    creates_reservation: bool = False
    """Whether the plan itself creates the on-demand reservation that the group launches into."""
    hours: Count = 24
    """How long a block is wanted, in hours; only asked of blocks without an id."""

    @property
    def named(self) -> tuple[str, ...]:
        """What existing reservations or blocks it launches into; two groups that share one share the name."""
        return self.ids or ((self.resource_group_arn,) if self.resource_group_arn else ())

    @classmethod
    def read(cls, value: object) -> object:
        """Let ``"spot"`` stand for ``{"kind": "spot"}``."""
        return {"kind": value} if isinstance(value, str) else value


class LaunchData(Model):
    """What the launch template says of the purchase, as written; only of plans that have one."""

    market_type: str = ""
    """``InstanceMarketOptions.MarketType``. Default: - not written."""
    preference: str = ""
    """``CapacityReservationPreference``. Default: - not written (EC2 then uses ``open``)."""
    target: str = ""
    """Id or resource group of ``CapacityReservationTarget``; template and logical id of what the plan creates.

    Default: - not written.
    """


class LaunchTemplate(Model):
    """An existing launch template, by its id or its name."""

    id: str = ""
    name: str = ""
    version: str = ""
    """Number, ``$Latest`` or ``$Default``. Default: - that one, or one that only the deployment decides."""

    @property
    def label(self) -> str:
        """How people call it: ``nodes version 3``."""
        return f"{self.id or self.name}{f' version {self.version}' if self.version else ''}"

    @model_validator(mode="after")
    def _is_named(self) -> Self:
        if bool(self.id) is bool(self.name):
            raise ValueError("needs either an id or a name")
        return self


class BlockDevice(Model):
    """One volume of each node."""

    device: str = ""
    """``/dev/xvda`` …; empty is not determined."""
    gib: Count | None = None
    """Size in GiB. Default: - that of the snapshot."""
    type: str = "gp3"
    iops: Count | None = None
    """IOPS that it is given. Default: - those of the type; ``io1`` and ``io2`` have none."""
    kms_key_id: str = ""
    """Customer key; ``new:…`` is one that the plan makes. Default: - the account's default key for volumes."""
    snapshot_id: str = ""
    """Existing snapshot that it is made from. Default: - none, or that of the image."""


class Group(Model):
    """Identical nodes that are launched together."""

    name: str
    instance_type: str = ""
    """Empty is not determined."""
    count: Count | None = 1
    """Nodes at most; None is not determined."""
    desired: Count | None = None
    """Nodes asked for by the deployment itself. Default: - ``count``."""
    least: Count = 0
    """Nodes at least."""
    surge: Count = 0
    """Nodes on top of ``count`` while an update rolls."""
    vcpus: Count | None = None
    """vCPUs of one node. Default: - the catalog's, else EC2 is asked."""
    capacity: Annotated[Capacity, BeforeValidator(Capacity.read)] = Capacity()
    launch: LaunchData | None = None
    launch_templates: tuple[LaunchTemplate, ...] = ()
    """Existing launch templates that it launches from. Default: - none, or those that the plan creates."""
    zone: str = ""
    """Zone name, such as ``us-east-2a``. Default: - by zone id or subnets."""
    zone_id: str = ""
    """Zone id, such as ``use2-az1``. Default: - by zone name or subnets."""
    zones: tuple[str, ...] = ()
    """Names or ids of all its zones, where these are several. Default: - `zone`, `zone_id` or subnets tell."""
    subnet_ids: tuple[str, ...] = ()
    """Existing subnets; a subnet that the plan creates has no id yet."""
    new_subnets: tuple[str, ...] = ()
    """Names of subnets (`Demand.new_subnets`) that the plan creates for it."""
    vpc: str = ""
    """Id or key of the VPC, to add up its address units. Default: - all groups without one share one."""
    layout: Layout | None = None
    """Interface layout. Default: - the type's own."""
    interfaces: tuple[Interface, ...] | None = None
    """The interfaces as written. Default: - those of ``layout``."""
    public_address: bool | None = None
    """``AssociatePublicIpAddress`` as written. Default: - the subnet decides."""
    image_id: str = ""
    image_parameter: str = ""
    """SSM parameter that holds the image id."""
    platform: str = "Linux/UNIX"
    block_devices: tuple[BlockDevice, ...] = ()
    placement_group: str = ""
    """Name of the placement group; ``new:…`` is one that the plan creates. Default: - none."""
    placement_strategy: str = ""
    """``cluster``, ``partition``, ``spread``. Default: - that of the existing group."""
    ultraserver_type: str = ""
    """``u-trn2x64``. Default: - no UltraServer."""
    security_group_ids: tuple[str, ...] = ()
    """Existing security groups; one that the plan creates has no id yet."""
    instance_profile: str = ""
    """Name or ARN of an existing instance profile."""
    key_name: str = ""
    """Name of an existing key pair. Default: - none, or one that the plan creates."""
    eks_node_group: bool = False
    """Whether it is a managed node group of EKS, whose nodes have a quota of their own."""
    stack: str = ""
    where: str = ""
    """Construct path or logical id, for findings."""
