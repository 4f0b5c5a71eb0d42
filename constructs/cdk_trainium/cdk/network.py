"""The network of a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from aws_cdk import Acknowledgment, CfnTag, Validations
from aws_cdk import aws_ec2 as ec2
from constructs import Construct, DependencyGroup
from pydantic import AfterValidator, Field

from ..constraints.subnets import seats_of, subnet_plan
from ..spec import NetworkSpec, ZoneSpec, checked
from ..spec.base import Spec
from ..spec.problem import bad
from .context import Surroundings
from .endpoints import SERVICES, gateway_endpoint, interface_endpoints
from .flow_log import flow_log
from .given import plain
from .nat import nat_gateway
from .vpc_facts import VpcFacts

__all__ = ["ClusterNetwork"]

_NO_WAY_OUT = (
    "Neither a NAT gateway nor interface endpoints: nodes reach neither Session Manager nor any other service unless "
    "the VPC gets a way out elsewhere. Acknowledge it, or set nat or endpoints to true."
)
_SERVICE = r"^[a-z0-9-]+(\.[a-z0-9-]+)*$"
_ONE_ZONE = "Capacity exists in one zone, and EFA does not cross zones: the zone is named on purpose."


def _apart(services: list[str]) -> list[str]:
    if len(set(services)) < len(services):
        raise bad("TRN001", "names a service twice", allowed="each service once")
    if "s3" in services:
        raise bad("TRN001", "names s3, which has its gateway endpoint", allowed="other services")
    return services


class _ExtentSpec(Spec):
    services: Annotated[list[Annotated[str, Field(pattern=_SERVICE)]], AfterValidator(_apart)]
    node_addresses: list[Annotated[int, Field(ge=0)]]


class ClusterNetwork(Construct):
    """A VPC with private subnets in one zone, for nodes that train together.

    The nodes' subnet is half of the VPC, so that a group grows without a new subnet. Zones are never looked up.
    Let what launches nodes depend on ``ready``: their first boot may need a way out.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        zone: str | None = None,
        zone_id: str | None = None,
        cidr: str | None = None,
        nat: bool | None = None,
        endpoints: bool | None = None,
        flow_logs: bool | None = None,
        services: Sequence[str] = SERVICES,
        node_addresses: Sequence[int] = (),
    ) -> None:
        """Make the VPC.

        Args:
            scope: parent construct.
            id: construct id.
            zone: name of the zone. One of ``zone`` and ``zone_id`` is needed.
            zone_id: id of the zone, the same in every account.
            cidr: IPv4 network, /16 to /25. Default: - 10.0.0.0/16
            nat: make a NAT gateway. Default: - true
            endpoints: make the S3 gateway endpoint and interface endpoints. Default: - true
            flow_logs: log the traffic to CloudWatch Logs, for 30 days. Default: - true
            services: services that get an interface endpoint. Default: - what nodes call
            node_addresses: addresses that each group takes; what does not fit gets further /16 subnets, which only
                a design can have. Default: - one subnet

        Raises:
            PropsError: no zone or two, a zone id given as a name, a CIDR of the wrong size, or another bad prop.
        """
        super().__init__(scope, id)
        self._around = around = Surroundings(self, scope, id)
        spec = checked(
            around.path, NetworkSpec, {"cidr": cidr, "nat": nat, "endpoints": endpoints, "flow_logs": flow_logs}
        )
        where = checked(around.path, ZoneSpec, {"zone": zone, "zone_id": zone_id})
        extent = checked(
            around.path, _ExtentSpec, {"services": plain(services), "node_addresses": plain(node_addresses)}
        )
        self.zone, self.zone_id = where.zone, where.zone_id
        self._vpc = self._made(around.path, spec.cidr)
        self._facts = VpcFacts(around.path, self._vpc.ref, spec.cidr, around.stack.region)
        Validations.of(self).acknowledge(Acknowledgment(id="CloudFormation-Validate::W3010", reason=_ONE_ZONE))
        self.ready = DependencyGroup()
        self._plan = subnet_plan(spec.cidr)
        self._routes = self._route_table("NodeRoutes")
        self.subnets, self.seats = self._node_subnets(spec.cidr, extent.node_addresses)
        self.vpc: ec2.IVpc = self._imported()
        self._equip(spec, extent.services)

    def _made(self, path: str, cidr: str) -> ec2.CfnVPC:
        return ec2.CfnVPC(
            self,
            "Resource",
            cidr_block=cidr,
            enable_dns_hostnames=True,
            enable_dns_support=True,
            tags=[CfnTag(key="Name", value=path)],
        )

    def _equip(self, spec: NetworkSpec, services: Sequence[str]) -> None:
        if not spec.nat and not (spec.endpoints and services):
            Validations.of(self).add_warning("TRN613", _NO_WAY_OUT)
        if spec.nat:
            public = self.subnet("PublicSubnet", self._plan.public)
            self.ready.add(nat_gateway(self, self._facts, public, self._route_table("PublicRoutes"), self._routes))
        if spec.endpoints:
            self.ready.add(gateway_endpoint(self, self._facts, self._routes))
        if spec.endpoints and services:
            interface_endpoints(self, self._facts, self.subnet("ServiceSubnet", self._plan.services), services)
        if spec.flow_logs:
            flow_log(self, self._facts)

    def subnet(self, id: str, cidr: str) -> ec2.CfnSubnet:
        """Return a new subnet of the VPC in its zone, without public addresses and on the VPC's main route table."""
        return ec2.CfnSubnet(
            self,
            id,
            vpc_id=self._facts.id,
            cidr_block=cidr,
            availability_zone=self.zone,
            availability_zone_id=self.zone_id,
            map_public_ip_on_launch=False,
            tags=[CfnTag(key="Name", value=f"{self._facts.path}/{id}")],
        )

    def _node_subnets(self, cidr: str, needs: Sequence[int]) -> tuple[list[ec2.CfnSubnet], list[int]]:
        cidrs, seats = seats_of(cidr, needs)
        subnets = []
        for index, block in enumerate(cidrs):
            subnet = self.subnet(f"NodeSubnet{index or ''}", block)
            if index:
                further = ec2.CfnVPCCidrBlock(self, f"Cidr{index}", vpc_id=self._facts.id, cidr_block=block)
                subnet.node.add_dependency(further)
            self._associate(subnet)
            subnets.append(subnet)
        return subnets, seats

    def _associate(self, subnet: ec2.CfnSubnet) -> None:
        self.ready.add(
            ec2.CfnSubnetRouteTableAssociation(subnet, "Routes", subnet_id=subnet.ref, route_table_id=self._routes)
        )

    def _route_table(self, id: str) -> str:
        made: str = ec2.CfnRouteTable(self, id, vpc_id=self._facts.id).ref
        return made

    def _imported(self) -> ec2.IVpc:
        zone = self.zone or self.subnets[0].attr_availability_zone
        return ec2.Vpc.from_vpc_attributes(
            self, "Vpc", vpc_id=self._facts.id, availability_zones=[zone], vpc_cidr_block=self._vpc.attr_cidr_block
        )
