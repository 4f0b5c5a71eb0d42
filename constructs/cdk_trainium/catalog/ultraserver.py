"""What is known of one UltraServer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .fact import Fact

__all__ = ["ULTRASERVER_FIELDS", "UltraServerInfo"]

ULTRASERVER_FIELDS: Mapping[str, tuple[type, ...]] = {
    "ec2_ultraserver_type": (str,),
    "instance_type": (str,),
    "nodes": (int,),
    "chips": (int,),
    "launchable": (bool,),
    "hbm_gib": (int, float),
    "pflops_fp8_dense": (int, float),
    "pflops_bf16_dense": (int, float),
    "efa_gbps": (int, float),
    "reclaim_lead_minutes": (int,),
}
"""Every fact an UltraServer can have, and the JSON types of its value."""


class UltraServerInfo(NamedTuple):
    """Catalog entry of one UltraServer: nodes that NeuronLink joins."""

    name: str
    facts: Mapping[str, Fact]

    def value(self, name: str) -> Any:
        """Return the value of the fact ``name``, None when unknown."""
        fact = self.facts.get(name)
        return None if fact is None else fact.value

    @property
    def instance_type(self) -> str:
        """Catalog name of its nodes' instance type."""
        name: str = self.value("instance_type")
        return name

    @property
    def nodes(self) -> int:
        """Nodes of one UltraServer."""
        nodes: int = self.value("nodes")
        return nodes

    @property
    def launchable(self) -> bool:
        """Whether EC2 can be asked for it; unknown counts as no."""
        return bool(self.value("launchable"))
