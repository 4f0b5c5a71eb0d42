"""A whole cluster: what a cluster file says."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, model_validator

from ..wording import counted, nearest
from .base import Spec, catalog_of
from .capacity import BlockCapacity, ReservationCapacity
from .cluster_problems import cluster_problems
from .image import ImageSpec
from .late import Late, is_late
from .network import NetworkSpec
from .node_group import NodeCount, NodeGroupSpec
from .problem import all_bad, bad
from .text import Name, Region, Tags, ZoneId, ZoneName

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


class ClusterGroup(NodeGroupSpec):
    """A group of a cluster file, or several identical ones."""

    name: Name
    """Name of the group; unique in the cluster."""
    group_count: Annotated[int, Field(ge=1, le=10_000)] = 1
    """Identical groups of ``node_count`` nodes each (an UltraCluster). Default: - 1"""

    @model_validator(mode="after")
    def _one_target_one_group(self) -> ClusterGroup:
        capacity = self.capacity
        existing = isinstance(capacity, ReservationCapacity) and capacity.reservation_id is not None
        if self.group_count > 1 and (existing or isinstance(capacity, BlockCapacity)):
            raise bad(
                "TRN321",
                "one block or existing reservation serves one group",
                prop="group_count",
                allowed="1",
                hint="write one group per block",
            )
        return self


class UltraClusterSpec(ClusterGroup):
    """Identical groups outside a cluster file."""

    placement: Placement = "shared"
    """One cluster placement group for all groups, or one for each. Default: - shared"""
    seats: list[Annotated[int, Field(ge=0)]] = Field(default_factory=list)
    """Index of the subnet of each group. Default: - the first subnet"""


class UltraServerGroup(Spec):
    """UltraServers: one block and one Auto Scaling group each."""

    name: Name
    """Name; unique in the cluster."""
    ultraserver: str = "trn2-ultraserver"
    """Catalog name of the UltraServer. Default: - trn2-ultraserver (4 x trn2u.48xlarge)"""
    node_count: NodeCount | None = None
    """Nodes of all UltraServers together, whole multiples only. Default: - one UltraServer per block"""
    capacity: list[BlockCapacity] = Field(default_factory=list)
    """The capacity of each UltraServer, one entry each. Required, except for designs."""
    layout: Literal["efa", "efa-only", "interface"] | None = None
    """Layout of the network interfaces. Default: - the instance type's own"""
    image: ImageSpec | None = None
    """Machine image. Default: - the cluster's image"""
    root_volume_gib: Annotated[int, Field(ge=8, le=65_536)] | None = None
    """Size of the root volume. Unit: GiB. Default: - what the image family needs"""
    user_data: Late[str] | None = None
    """Shell script that runs at first boot. Default: - none"""
    tags: Tags = Field(default_factory=dict)
    """Tags of instances, volumes and interfaces. Default: - none"""
    design_only: bool = False
    """The UltraServers are a design. Default: - false"""

    @model_validator(mode="after")
    def _whole_units(self, info: ValidationInfo) -> UltraServerGroup:
        server = catalog_of(info).ultraservers.get(self.ultraserver)
        if server is None:
            known = catalog_of(info).ultraservers
            allowed, hint = ", ".join(known), nearest(self.ultraserver, known)
            raise bad("TRN010", "is no UltraServer of the catalog", prop="ultraserver", allowed=allowed, hint=hint)
        ids = [block.reservation_id for item in self.capacity for block in item.blocks]
        ids = [one for one in ids if not is_late(one)]
        if len(set(ids)) < len(ids):
            raise bad("TRN321", "two UltraServers name one block", prop="capacity", allowed="each reservation once")
        whole = len(self.capacity) * server.nodes
        if self.node_count is not None and self.node_count % server.nodes:
            raise bad(
                "TRN319",
                f"the node count must be a whole multiple of {server.nodes}",
                prop="node_count",
                allowed=f"{server.nodes}, {2 * server.nodes}, …",
            )
        if self.capacity and self.node_count not in {None, whole}:
            made = f"{counted(len(self.capacity), 'block')} for {counted(whole, 'node')}"
            raise bad("TRN322", made, prop="node_count", allowed=str(whole))
        if not self.design_only and not self.capacity:
            raise bad("TRN310", "is required: one capacity block per UltraServer", prop="capacity")
        if not self.design_only and not server.launchable:
            raise bad(
                "TRN011",
                f"{server.name} cannot be launched",
                prop="ultraserver",
                hint="set design_only: true, or name the type in a catalog overlay",
            )
        return self


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
    groups: list[ClusterGroup] = Field(default_factory=list)
    """Groups of nodes."""
    ultraservers: list[UltraServerGroup] = Field(default_factory=list)
    """UltraServers."""
    kms_key_arn: (
        Annotated[str, Field(pattern=r"^arn:[A-Za-z0-9-]+:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$")] | None
    ) = None
    """Customer key for volumes; the service-linked role of Auto Scaling needs a grant on it.
    Default: - the account's aws/ebs key"""
    tags: Tags = Field(default_factory=dict)
    """Tags of everything that takes tags after creation (placement groups do not). Default: - none"""
    termination_protection: bool = False
    """Protect the stack from deletion. Default: - false"""
    design_only: bool = False
    """The whole cluster is a design: it synthesizes and cannot be deployed. Default: - false"""

    @model_validator(mode="before")
    @classmethod
    def _designs_all_through(cls, data: Any) -> Any:
        if not isinstance(data, dict) or data.get("design_only") is not True:
            return data
        made = dict(data)
        for part in ("groups", "ultraservers"):
            items = made.get(part)
            if isinstance(items, list):
                made[part] = [{"design_only": True, **item} if isinstance(item, dict) else item for item in items]
        return made

    @model_validator(mode="after")
    def _works(self, info: ValidationInfo) -> ClusterSpec:
        hard, soft = cluster_problems(self, catalog_of(info))
        problems = hard if self.is_design else [*hard, *soft]
        if problems:
            raise all_bad(problems)
        return self

    @property
    def is_design(self) -> bool:
        """Whether the file or any of its groups is a design: then nothing of it can be deployed."""
        return self.design_only or any(item.design_only for item in self.members)

    @property
    def members(self) -> list[ClusterGroup | UltraServerGroup]:
        """The groups and the UltraServers."""
        return [*self.groups, *self.ultraservers]
