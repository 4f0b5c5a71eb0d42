"""The tenancy of a launch, whatever decides it: its own word, a Dedicated Host, the VPC."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...template import Resource, Value
from ..rule import Path
from .launch import Launch
from .values import as_map, shown

__all__ = ["Tenancy", "tenancy_of"]

_HOSTS = ("HostId", "HostResourceGroupArn")
"""What names a host. Source: EC2 API, Placement: beside it Tenancy is left out, or is host."""


class Tenancy(NamedTuple):
    """What decides the tenancy of a launch."""

    value: Value
    """``default``, ``dedicated``, ``host``; an Unknown when hidden."""
    path: Path
    resource: Resource

    @property
    def text(self) -> str:
        """It as a clause: ``Tenancy is host``."""
        name, value = str(self.path[-1]), shown(self.value)
        return f"{name} is {value}" if name.endswith("Tenancy") else f"{name} asks for tenancy {value}"


def tenancy_of(launch: Launch) -> Tenancy:
    """Return the tenancy of ``launch``.

    Source: Amazon VPC User Guide, instance tenancy: in a VPC of tenancy dedicated, every launch that asks for no host
    is dedicated.
    """
    otherwise = Tenancy("default", launch.node.at("Placement", "Tenancy"), launch.node.resource)
    own = next(_written(launch), otherwise)
    return next(_of_vpcs(launch), own) if own.value == "default" else own


def _written(launch: Launch) -> Iterator[Tenancy]:
    node, group, use = launch.node, launch.group, launch.use
    if group is not None and use is not None and "Tenancy" in use.data:
        yield Tenancy(use.data["Tenancy"], ("Properties", "Tenancy"), group.resource)
    places = ((node.data, ()), (as_map(node.data.get("Placement")), ("Placement",)))
    for name in ("Tenancy", "PlacementTenancy"):
        yield from (Tenancy(data[name], node.at(*at, name), node.resource) for data, at in places if name in data)
    for name in _HOSTS:
        yield from (Tenancy("host", node.at(*at, name), node.resource) for data, at in places if name in data)


def _of_vpcs(launch: Launch) -> Iterator[Tenancy]:
    """Yield what the VPCs that are written here make of launches, where that is not ``default``."""
    world = launch.world
    for vpc in map(world.vpcs.of_subnet, launch.subnets):
        resource, data = world.find(vpc), world.properties(vpc, "AWS::EC2::VPC")
        value = (data or {}).get("InstanceTenancy", "default")
        if resource is not None and value != "default":
            yield Tenancy(value, ("Properties", "InstanceTenancy"), resource)
