"""The one model of what a plan asks of an account: JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from ..constraints import Interface, Layout

__all__ = [
    "BlockDevice",
    "Capacity",
    "CapacityKind",
    "Counts",
    "Demand",
    "FileSystem",
    "Group",
    "HyperPodInstances",
    "LaunchData",
    "NewSubnet",
    "NotDetermined",
    "TemplateSize",
    "Volume",
    "is_range",
]

CapacityKind = Literal["on-demand", "spot", "reservation", "block"]
_MOST = 2**63 - 1
"""What any number of AWS's holds at most; sums and products of two readings of a template stay below it."""
Count = Annotated[int, Field(ge=0, le=_MOST, strict=True)]


def is_range(text: str) -> bool:
    """Whether ``text`` is an IPv4 range with its prefix."""
    try:
        return "/" in text and bool(IPv4Network(text, strict=False))
    except ValueError:
        return False


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=False)


class Capacity(_Model):
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


class LaunchData(_Model):
    """What the launch template says of the purchase, as written; only of plans that have one."""

    market_type: str = ""
    """``InstanceMarketOptions.MarketType``. Default: - not written."""
    preference: str = ""
    """``CapacityReservationPreference``. Default: - not written (EC2 then uses ``open``)."""
    target: str = ""
    """Id or resource group of ``CapacityReservationTarget``; template and logical id of what the plan creates.

    Default: - not written.
    """


class BlockDevice(_Model):
    """One volume of each node."""

    device: str = ""
    """``/dev/xvda`` …; empty is not determined."""
    gib: Count | None = None
    """Size in GiB. Default: - that of the snapshot."""
    type: str = "gp3"
    kms_key_id: str = ""
    """Customer key. Default: - the account's default key for volumes."""


class Group(_Model):
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
    eks_node_group: bool = False
    """Whether it is a managed node group of EKS, whose nodes have a quota of their own."""
    stack: str = ""
    where: str = ""
    """Construct path or logical id, for findings."""


class NewSubnet(_Model):
    """A subnet that the plan creates."""

    name: str
    cidr: str
    """IPv4 range with its prefix: ``10.0.0.0/20``."""
    vpc: str = ""

    @field_validator("cidr")
    @classmethod
    def _is_a_range(cls, value: str) -> str:
        if not is_range(value):
            raise ValueError("is no IPv4 range such as 10.0.0.0/20")
        return value


class Volume(_Model):
    """Volumes outside launch data."""

    name: str
    gib: Count
    type: str = "gp3"
    count: Count = 1


class FileSystem(_Model):
    """An FSx for Lustre file system."""

    name: str
    deployment: str
    """``SCRATCH_2``, ``PERSISTENT_1``, ``PERSISTENT_2``."""
    gib: Count


class HyperPodInstances(_Model):
    """Instances of SageMaker HyperPod clusters, which have quotas of their own per type."""

    instance_type: str
    """With its prefix: ``ml.trn2.48xlarge``."""
    count: Count


class Counts(_Model):
    """How many of each resource the plan creates."""

    vpcs: Count = 0
    subnets: Count = 0
    elastic_ips: Count = 0
    nat_gateways: Count = 0
    internet_gateways: Count = 0
    interface_endpoints: Count = 0
    gateway_endpoints: Count = 0
    security_groups: Count = 0
    placement_groups: Count = 0
    launch_templates: Count = 0
    auto_scaling_groups: Count = 0
    reservations: Count = 0
    roles: Count = 0
    instance_profiles: Count = 0
    eks_clusters: Count = 0
    eks_node_groups: Count = 0
    batch_compute_environments: Count = 0
    batch_job_queues: Count = 0


class TemplateSize(_Model):
    """One synthesized template, to hold against CloudFormation's limits."""

    path: Annotated[str, Field(min_length=1)]
    resources: Count
    bytes: Count
    parent: str = ""
    """Path of the template that nests it. Default: - a stack of its own."""


class NotDetermined(_Model):
    """A value that a parameter or another stack decides at deployment."""

    where: str
    what: str
    why: str = ""
    judged: bool = False
    """Whether the plan is judged all the same: at most what it may ask, or as its parameters' defaults make it."""


class Demand(_Model):
    """What a plan asks of an account in one region; ``1`` is the version of this JSON."""

    schema_version: Literal[1] = 1
    region: str = ""
    """Region of the plan. Default: - the caller names it."""
    account: str = ""
    """Account id of the plan. Default: - whichever the credentials belong to."""
    groups: tuple[Group, ...] = ()
    counts: Counts = Counts()
    volumes: tuple[Volume, ...] = ()
    file_systems: tuple[FileSystem, ...] = ()
    hyperpod: tuple[HyperPodInstances, ...] = ()
    new_subnets: tuple[NewSubnet, ...] = ()
    templates: tuple[TemplateSize, ...] = ()
    stacks: tuple[str, ...] = ()
    """Names of the plan's stacks (``-*`` ends that of a nested one): what runs in them is not counted twice."""
    bootstrap_version: Count = 0
    """CDK bootstrap version that the assembly asks for. Default: - none asked."""
    bootstrap_parameter: str = ""
    """SSM parameter that holds the account's bootstrap version."""
    kms_keys: tuple[str, ...] = ()
    """Existing customer keys that encrypt volumes."""
    not_determined: tuple[NotDetermined, ...] = ()

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [group.name for group in self.groups]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"groups need names of their own, these occur twice: {', '.join(twice)}")
        return self

    @model_validator(mode="after")
    def _no_template_nests_itself(self) -> Self:
        parents = {template.path: template.parent for template in self.templates}
        for path in dict.fromkeys(parents):
            above, at = {path}, parents.get(path, "")
            while at in parents and at not in above:
                above.add(at)
                at = parents[at]
            if at == path:
                raise ValueError(f"a template nests itself: {path}")
        return self

    def with_region(self, region: str) -> Demand:
        """Return this demand, asked of ``region``."""
        return self.model_copy(update={"region": region})

    def with_reservations(self, ids: Sequence[str], kind: CapacityKind) -> Demand:
        """Return this demand, its groups that name no reservation meant to launch into ``ids``.

        For plans whose templates do not tell: the launch data stay as written, and are judged by it.
        """
        meant = Capacity(kind=kind, ids=tuple(ids))
        groups = [g if g.capacity.named else g.model_copy(update={"capacity": meant}) for g in self.groups]
        return self.model_copy(update={"groups": tuple(groups)})

    def to_json(self) -> Mapping[str, Any]:
        """Return the demand as JSON data, without members at their default."""
        data: Mapping[str, Any] = self.model_dump(mode="json", exclude_defaults=True)
        return {"schema_version": self.schema_version, **data}
