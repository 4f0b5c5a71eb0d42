"""The one model of what a plan asks of an account: JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network
from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from .group_model import BlockDevice, Capacity, CapacityKind, Count, Group, LaunchData, LaunchTemplate, Model

__all__ = [
    "BlockDevice",
    "Bootstrap",
    "Capacity",
    "CapacityKind",
    "Counts",
    "Demand",
    "FileSystem",
    "Group",
    "HyperPodInstances",
    "LaunchData",
    "LaunchTemplate",
    "NewSubnet",
    "NotDetermined",
    "TemplateSize",
    "Volume",
    "is_range",
]


def is_range(text: str) -> bool:
    """Whether ``text`` is an IPv4 range with its prefix."""
    try:
        return "/" in text and bool(IPv4Network(text, strict=False))
    except ValueError:
        return False


class NewSubnet(Model):
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


class Volume(Model):
    """Volumes outside launch data."""

    name: str
    gib: Count | None = None
    """Size in GiB. Default: - that of the snapshot."""
    type: str = "gp3"
    count: Count = 1
    iops: Count | None = None
    """IOPS that each is given. Default: - those of the type; ``io1`` and ``io2`` have none."""
    kms_key_id: str = ""
    """Existing key that encrypts it. Default: - none, the account's default key for volumes, or one of the plan."""


class FileSystem(Model):
    """An FSx for Lustre file system."""

    name: str
    deployment: str
    """``SCRATCH_2``, ``PERSISTENT_1``, ``PERSISTENT_2``."""
    gib: Count


class HyperPodInstances(Model):
    """Instances of SageMaker HyperPod clusters, which have quotas of their own per type."""

    instance_type: str
    """With its prefix: ``ml.trn2.48xlarge``."""
    count: Count


class Counts(Model):
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


class TemplateSize(Model):
    """One synthesized template, to hold against CloudFormation's limits."""

    path: Annotated[str, Field(min_length=1)]
    resources: Count
    bytes: Count
    parent: str = ""
    """Path of the template that nests it. Default: - a stack of its own."""


class Bootstrap(Model):
    """A bootstrap stack of the CDK that the assembly needs; an app may use several, by their qualifiers."""

    parameter: Annotated[str, Field(min_length=1)]
    """SSM parameter that holds its version: ``/cdk-bootstrap/QUALIFIER/version``."""
    version: Count = 0
    """Lowest version that will do. Default: - any."""


class NotDetermined(Model):
    """A value that a parameter or another stack decides at deployment."""

    where: str
    what: str
    why: str = ""
    judged: bool = False
    """Whether the plan is judged all the same: at most what it may ask, or as its parameters' defaults make it."""


class Demand(Model):
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
    bootstraps: tuple[Bootstrap, ...] = ()
    """CDK bootstrap stacks that the assembly asks for. Default: - none."""
    kms_keys: tuple[str, ...] = ()
    """Existing customer keys that encrypt volumes of nodes."""
    vpc_ids: tuple[str, ...] = ()
    """Existing VPCs in which the plan creates something."""
    snapshot_ids: tuple[str, ...] = ()
    """Existing snapshots that volumes beside those of nodes are made from."""
    not_determined: tuple[NotDetermined, ...] = ()

    @property
    def asks_nothing(self) -> bool:
        """Whether it names a place and nothing to be made there."""
        return self == Demand(region=self.region, account=self.account, stacks=self.stacks)

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
