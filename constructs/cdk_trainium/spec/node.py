"""One node: its type, how it is bought, what it boots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from ..catalog import Catalog
from ..errors import Problem
from ..wording import nearest
from .base import Spec, catalog_of
from .capacity import AnyCapacity
from .image import ImageSpec
from .late import Late, Literally
from .node_problems import Parts, node_checks
from .problem import bad
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
    tags: Tags = Field(default={})
    """Tags of instances, volumes and interfaces. Default: - none"""
    design_only: bool = False
    """The group is a design: types and sizes that cannot be launched are allowed, deploying is not.
    Default: - false"""

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with the node as a whole; a design may have the soft ones."""
        hard, soft = self.parts(types)
        yield from hard
        yield from (self._unless_design(check) for check in soft)

    def _unless_design(self, check: Iterable[Problem]) -> Iterator[Problem]:
        if not self.design_only:
            yield from check

    def parts(self, types: Catalog) -> Parts:
        """Return the checks that everything must pass, and those that a design need not."""
        return node_checks(self, types)

    def problems(self, types: Catalog) -> tuple[list[Problem], list[Problem]]:
        """Return the problems that nothing may have, and those that only a design may have."""
        hard, soft = self.parts(types)
        return [one for check in hard for one in check], [one for check in soft for one in check]
