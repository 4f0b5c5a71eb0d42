"""A whole cluster: what a cluster file says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from ..catalog import Catalog
from ..errors import Problem
from ..wording import nearest
from .base import Spec, catalog_of
from .capacity import BlockCapacity, ReservationCapacity
from .cluster_problems import cluster_checks
from .image import ImageSpec
from .late import Late
from .network import NetworkSpec
from .node_group import NodeCount, NodeGroupSpec
from .problem import bad
from .text import Name, Region, Tags, ZoneId, ZoneName
from .ultraserver_problems import ultraserver_checks

__all__ = ["ClusterGroup", "ClusterSpec", "UltraClusterSpec", "UltraServerGroup"]


Placement = Literal["shared", "per-group"]


def _one_zone(value: Any) -> Any:
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        raise bad(
            "TRN401",
            "a cluster has one zone: a placement group lives in one, a block too, and EFA crosses none",
            allowed="one zone",
        )
    return value


def _known(value: str, info: ValidationInfo) -> str:
    known = catalog_of(info).ultraservers
    if value not in known:
        allowed, hint = ", ".join(known), nearest(value, known)
        raise bad("TRN010", "is no UltraServer of the catalog", allowed=allowed, hint=hint)
    return value


UltraServerName = Annotated[str, AfterValidator(_known)]


class ClusterGroup(NodeGroupSpec):
    """A group of a cluster file, or several identical ones."""

    name: Name
    """Name of the group; unique in the cluster."""
    group_count: Annotated[int, Field(ge=1, le=10_000)] = 1
    """Identical groups of ``node_count`` nodes each (an UltraCluster). Default: - 1"""

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with the group as a whole."""
        yield from super().checks(types)
        yield self._one_target_one_group()

    def _one_target_one_group(self) -> Iterator[Problem]:
        capacity = self.capacity
        existing = isinstance(capacity, ReservationCapacity) and capacity.reservation_id is not None
        if self.group_count > 1 and (existing or isinstance(capacity, BlockCapacity)):
            text, hint = "one block or existing reservation serves one group", "write one group per block"
            yield Problem("TRN321", text, "group_count", str(self.group_count), "1", hint)


class UltraClusterSpec(ClusterGroup):
    """Identical groups outside a cluster file."""

    placement: Placement = "shared"
    """One cluster placement group for all groups, or one for each. Default: - shared"""
    seats: list[Annotated[int, Field(ge=0)]] = Field(default=[])
    """Index of the subnet of each group. Default: - the first subnet"""


class UltraServerGroup(Spec):
    """UltraServers: one block and one Auto Scaling group each."""

    name: Name
    """Name; unique in the cluster."""
    ultraserver: UltraServerName = "trn2-ultraserver"
    """Catalog name of the UltraServer. Default: - trn2-ultraserver (4 x trn2u.48xlarge)"""
    node_count: NodeCount | None = None
    """Nodes of all UltraServers together, whole multiples only. Default: - one UltraServer per block"""
    capacity: list[BlockCapacity] = Field(default=[])
    """The capacity of each UltraServer, one entry each. Required, except for designs."""
    layout: Literal["efa", "efa-only", "interface"] | None = None
    """Layout of the network interfaces. Default: - the instance type's own"""
    image: ImageSpec | None = None
    """Machine image. Default: - the cluster's image"""
    root_volume_gib: Annotated[int, Field(ge=8, le=65_536)] | None = None
    """Size of the root volume. Unit: GiB. Default: - what the image family needs"""
    user_data: Late[str] | None = None
    """Shell script that runs at first boot. Default: - none"""
    tags: Tags = Field(default={})
    """Tags of instances, volumes and interfaces. Default: - none"""
    design_only: bool = False
    """The UltraServers are a design. Default: - false"""

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with the UltraServers together."""
        return ultraserver_checks(self, types)


class ClusterSpec(Spec):
    """Groups that train together, in one zone."""

    name: Name
    """Name of the cluster and of its stack."""
    region: Region
    """Region; never taken from the environment."""
    account: Annotated[str, Field(pattern=r"^[0-9]{12}$")] | None = None
    """Account id. Default: - the one the CDK CLI deploys to"""
    zone: Annotated[ZoneName | None, BeforeValidator(_one_zone)] = None
    """Name of the zone, as this account sees it. Default: - zone_id is given"""
    zone_id: Annotated[ZoneId | None, BeforeValidator(_one_zone)] = None
    """Id of the zone, the same in every account. Default: - zone is given"""
    network: NetworkSpec = NetworkSpec()
    """The network. Default: - a VPC of its own"""
    image: ImageSpec | None = None
    """Machine image of groups that name none. Default: - none"""
    placement: Placement = "shared"
    """One cluster placement group for all groups, or one for each; blocks are in none. Default: - shared"""
    groups: list[ClusterGroup] = Field(default=[])
    """Groups of nodes."""
    ultraservers: list[UltraServerGroup] = Field(default=[])
    """UltraServers."""
    kms_key_arn: (
        Annotated[str, Field(pattern=r"^arn:[A-Za-z0-9-]+:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$")] | None
    ) = None
    """Customer key for volumes; the service-linked role of Auto Scaling needs a grant on it.
    Default: - the account's aws/ebs key"""
    tags: Tags = Field(default={})
    """Tags of everything that takes tags after creation (placement groups do not). Default: - none"""
    termination_protection: bool = False
    """Protect the stack from deletion. Default: - false"""
    design_only: bool = False
    """The whole cluster is a design: it synthesizes and cannot be deployed. Default: - false"""

    @classmethod
    def completed(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return ``given``, with the members of a design being designs."""
        if given.get("design_only") is not True:
            return given
        made = dict(given)
        for part in ("groups", "ultraservers"):
            items = made.get(part)
            if isinstance(items, list):
                made[part] = [{"design_only": True, **item} if isinstance(item, dict) else item for item in items]
        return made

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with the cluster as a whole; a design may have the soft ones."""
        hard, soft = cluster_checks(self, types)
        yield from hard
        yield from (self._unless_design(check) for check in soft)

    def _unless_design(self, check: Iterable[Problem]) -> Iterator[Problem]:
        if not self.is_design:
            yield from check

    @property
    def is_design(self) -> bool:
        """Whether the file or any of its groups is a design: then nothing of it can be deployed."""
        return self.design_only or any(item.design_only for item in self.members)

    @property
    def members(self) -> list[ClusterGroup | UltraServerGroup]:
        """The groups and the UltraServers."""
        return [*self.groups, *self.ultraservers]
