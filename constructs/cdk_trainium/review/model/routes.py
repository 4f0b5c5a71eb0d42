"""Where subnets send what leaves the VPC, as far as the templates write it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...template import Resource, Template, Unknown, Value
from .values import same_resource

if TYPE_CHECKING:
    from .world import World

__all__ = ["Routes"]

_LINK, _ROUTE = "AWS::EC2::SubnetRouteTableAssociation", "AWS::EC2::Route"
_SUBNET, _VPC, _ENDPOINT = "AWS::EC2::Subnet", "AWS::EC2::VPC", "AWS::EC2::VPCEndpoint"
_EVERYWHERE = "0.0.0.0/0"
_GATEWAY = "AWS::EC2::InternetGateway"
_ADDRESSES = ("AWS::EC2::EIP", "AWS::EC2::EIPAssociation")


class Routes:
    """Every route of a review, as it is in the case at hand (see `Cases`)."""

    def __init__(self, world: World, templates: Sequence[Template]) -> None:
        """Look into ``templates`` when asked first."""
        self._world = world
        self._templates = templates

    def to_internet_gateway(self, subnet: Value) -> bool | Unknown:
        """Return whether the route table of ``subnet`` sends all IPv4 traffic to an internet gateway.

        An Unknown where a route hides where it leads, or what; a table that no template holds has no route here.
        """
        tables = self._of(self._links, same_resource(subnet), "RouteTableId")
        found = [self._leads(route) for table in tables for route in self._routes.get(same_resource(table), ())]
        return True in found or next((item for item in found if isinstance(item, Unknown)), False)

    def isolated(self, subnet: Value) -> bool | None:
        """Return whether nothing leads out of the VPC of ``subnet``; None when that, or its table, is not written here.

        A subnet without a table of its own uses the main one, which templates cannot add routes to.
        """
        vpc = (self._world.properties(subnet, _SUBNET) or {}).get("VpcId")
        if self._world.properties(vpc, _VPC) is None or self._hidden:
            return None
        tables = self._of(self._links, same_resource(subnet), "RouteTableId")
        written = [table for table in tables if self._world.find(table) is not None]
        routes = [route for table in tables for route in self._of(self._routes, same_resource(table), "RouteTableId")]
        if routes or self._of(self._endpoints, same_resource(vpc), "VpcId"):
            return False
        return True if len(written) == len(tables) else None

    def has_elastic_address(self, instance: Resource) -> bool:
        """Return whether the templates give ``instance`` an Elastic IP address."""
        return bool(self._of(self._addresses, (instance.template.key, instance.id), "InstanceId"))

    def _leads(self, route: Resource) -> bool | Unknown:
        branch = self._world.branch(route)
        data = branch.properties if branch is not None else {}
        target, where = data.get("GatewayId"), data.get("DestinationCidrBlock")
        found = self._world.find(target)
        gateway = found.type == _GATEWAY if found is not None else str(target).startswith("igw-")
        if isinstance(target, Unknown):
            return target if isinstance(where, Unknown) or where == _EVERYWHERE else False
        return where if gateway and isinstance(where, Unknown) else gateway and where == _EVERYWHERE

    def _of(self, index: dict[Any, list[Resource]], key: Any, name: str) -> list[Value]:
        branches = (self._world.branch(item) for item in index.get(key, ()))
        return [branch.properties[name] for branch in branches if branch is not None and name in branch.properties]

    @cached_property
    def _links(self) -> dict[Any, list[Resource]]:
        return self._index((_LINK,), "SubnetId")

    @cached_property
    def _routes(self) -> dict[Any, list[Resource]]:
        return self._index((_ROUTE,), "RouteTableId")

    @cached_property
    def _endpoints(self) -> dict[Any, list[Resource]]:
        return self._index((_ENDPOINT,), "VpcId")

    @cached_property
    def _hidden(self) -> bool:
        """Whether a table, a route or an endpoint hides what it belongs to."""
        found = (key for index in (self._links, self._routes, self._endpoints) for key in index)
        return any(isinstance(key, Unknown) for key in found)

    @cached_property
    def _addresses(self) -> dict[Any, list[Resource]]:
        return self._index(_ADDRESSES, "InstanceId")

    def _index(self, kinds: Sequence[str], name: str) -> dict[Any, list[Resource]]:
        """Return what the property ``name`` means -> the resources that have it so in some branch."""
        found: dict[Any, list[Resource]] = {}
        for resource in (
            item for template in self._templates for kind in kinds for item in template.by_type.get(kind, ())
        ):
            for key in dict.fromkeys(same_resource(branch.properties.get(name)) for branch in resource.branches):
                found.setdefault(key, []).append(resource)
        return found
