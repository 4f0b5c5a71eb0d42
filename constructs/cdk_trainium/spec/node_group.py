"""Identical nodes, launched together."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..catalog import Catalog
from .group_problems import group_checks
from .late import Literally
from .node import NodeSpec
from .node_problems import Parts
from .text import PlacementGroupName

__all__ = ["NodeGroupSpec"]

NodeCount = Literally[Annotated[int, Field(ge=1, le=100_000)]]


class NodeGroupSpec(NodeSpec):
    """A group: one instance type, one way to buy it, one Auto Scaling group."""

    node_count: NodeCount = 1
    """Nodes of the group; must be known at synthesis. Default: - 1"""
    placement_group: PlacementGroupName | None = None
    """Name of an existing cluster placement group. Default: - the cluster's; none for blocks"""

    def parts(self, types: Catalog) -> Parts:
        """Return the checks that every group must pass, and those that a design need not."""
        return group_checks(self, types)
