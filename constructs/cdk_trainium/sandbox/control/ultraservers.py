"""UltraServers that EC2 sells: one Capacity Block each, of so many nodes of one type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ...catalog import UltraServerInfo, default
from ...errors import Problem

__all__ = ["node_type", "server_problems", "servers"]

_NODE_TYPE = "trn2.48xlarge"
"""Of what is put into an account without a type."""


@cache
def servers() -> Mapping[str, UltraServerInfo]:
    """Return the catalog's UltraServers whose EC2 name is known, by that name."""
    listed = default().ultraservers.values()
    return {str(name): item for item in listed if (name := item.value("ec2_ultraserver_type"))}


def node_type(data: Mapping[str, Any]) -> str:
    """Return the instance type of the nodes. Default: - that of their UltraServer, else trn2.48xlarge."""
    server = servers().get(data.get("ultraserver_type", ""))
    return str(data.get("instance_type") or (server.instance_type if server else _NODE_TYPE))


def server_problems(data: Mapping[str, Any], where: str) -> Iterator[Problem]:
    """Yield why the nodes of ``data`` are not those of one UltraServer, if they shall be one."""
    name = data.get("ultraserver_type", "")
    server = servers().get(name)
    if server is None:
        return
    if node_type(data) != server.instance_type:
        text = f"{name} has no such nodes"
        yield Problem("TRN095", text, f"{where}instance_type", node_type(data), server.instance_type)
    if data["count"] != server.nodes:
        text = f"a block of {name} is one UltraServer"
        yield Problem("TRN095", text, f"{where}count", str(data["count"]), str(server.nodes))
