"""The resolved model that all rules share."""

from __future__ import annotations

from ...launches import Group, Use
from ...launches.interfaces import NodeInterface
from .launch import Launch
from .node import Node
from .security_group import GroupRule, SecurityGroups
from .world import World

__all__ = ["Group", "GroupRule", "Launch", "Node", "NodeInterface", "SecurityGroups", "Use", "World"]
