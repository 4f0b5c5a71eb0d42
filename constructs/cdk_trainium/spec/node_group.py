"""Identical nodes, launched together."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..catalog import Catalog
from ..errors import Problem
from .group_problems import group_problems
from .late import Literally
from .node import NodeSpec
from .text import PlacementGroupName

__all__ = ["NodeGroupSpec"]

NodeCount = Literally[Annotated[int, Field(ge=1, le=100_000)]]


class NodeGroupSpec(NodeSpec):
    """A group: one instance type, one way to buy it, one Auto Scaling group."""

    node_count: NodeCount = 1
    """Nodes of the group; must be known at synthesis. Default: - 1"""
    placement_group: PlacementGroupName | None = None
    """Name of an existing cluster placement group. Default: - the cluster's; none for blocks"""

    def problems(self, types: Catalog) -> tuple[list[Problem], list[Problem]]:
        """Return the problems that no group may have, and those that only a design may have."""
        return group_problems(self, types)
