"""One node: its type, how it is bought, what it boots."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from ..catalog import Catalog
from ..constraints.interfaces import EFA_UNSUPPORTED
from ..errors import Problem
from ..wording import nearest
from .base import Spec, catalog_of
from .capacity import AnyCapacity
from .image import ImageSpec
from .late import Late, Literally
from .node_problems import node_problems
from .problem import all_bad, bad
from .text import Tags

__all__ = ["NodeSpec"]


def _known(value: str, info: ValidationInfo) -> str:
    types = catalog_of(info).types
    if catalog_of(info).find(value) is None:
        hint = nearest(value, types) or "a type newer than this release can be added by a catalog overlay"
        raise bad("TRN010", "is no instance type of the catalog", allowed=", ".join(sorted(types)), hint=hint)
    return value


InstanceType = Literally[Annotated[str, AfterValidator(_known)]]


class NodeSpec(Spec):
    """What a launch template says of a node."""

    instance_type: InstanceType
    """EC2 instance type, or the catalog's name of a type that EC2 has not named yet (designs only)."""
    capacity: AnyCapacity | None = None
    """How the nodes are bought. Required, except for designs, where nothing may be known of it."""
    layout: Literal["efa", "efa-only", "interface"] | None = None
    """Layout of the network interfaces. Default: - the instance type's own, see its catalog entry"""
    image: ImageSpec | None = None
    """Machine image. Default: - the cluster's image"""
    root_volume_gib: Annotated[int, Field(ge=8, le=65_536)] | None = None
    """Size of the root volume (encrypted gp3). Unit: GiB.
    Default: - what the image family needs, see the catalog"""
    user_data: Late[str] | None = None
    """Shell script that runs at first boot after the instance-store volumes are mounted. Default: - none"""
    tags: Tags = Field(default_factory=dict)
    """Tags of instances, volumes and interfaces. Default: - none"""
    design_only: bool = False
    """The group is a design: types and sizes that cannot be launched are allowed, deploying is not.
    Default: - false"""

    @field_validator("layout")
    @classmethod
    def _possible(cls, value: str | None, info: ValidationInfo) -> str | None:
        found = catalog_of(info).find(str(info.data.get("instance_type")))
        if found is None or value in {None, "interface"}:
            return value
        if found.network_cards is None:
            raise bad("TRN012", f"the network cards of {found.name} are unknown", allowed="interface")
        if not found.efa_count:
            raise bad(EFA_UNSUPPORTED, f"{found.name} has no EFA", allowed="interface")
        return value

    @model_validator(mode="after")
    def _works(self, info: ValidationInfo) -> NodeSpec:
        hard, soft = self.problems(catalog_of(info))
        problems = hard if self.design_only else [*hard, *soft]
        if problems:
            raise all_bad(problems)
        return self

    def problems(self, types: Catalog) -> tuple[list[Problem], list[Problem]]:
        """Return the problems that nothing may have, and those that only a design may have."""
        return node_problems(self, types)
