"""The private subnets' way out."""

from __future__ import annotations

from aws_cdk import aws_ec2 as ec2
from constructs import Construct

from .vpc_facts import VpcFacts

__all__ = ["nat_gateway"]

_ANYWHERE = "0.0.0.0/0"


def nat_gateway(scope: Construct, vpc: VpcFacts, public: ec2.CfnSubnet, outer: str, inner: str) -> ec2.CfnRoute:
    """Make a NAT gateway in ``public`` and return the route of ``inner`` through it; it bills by hour and by GB.

    Args:
        scope: where it is made.
        vpc: the VPC.
        public: subnet of the gateway.
        outer: id of the route table of ``public``.
        inner: id of the route table of the private subnets.
    """
    gateway, subnet = ec2.CfnInternetGateway(scope, "InternetGateway").ref, public.ref
    attached = ec2.CfnVPCGatewayAttachment(
        scope, "InternetGatewayAttachment", vpc_id=vpc.id, internet_gateway_id=gateway
    )
    ec2.CfnSubnetRouteTableAssociation(public, "Routes", subnet_id=subnet, route_table_id=outer)
    out = ec2.CfnRoute(scope, "PublicRoute", route_table_id=outer, destination_cidr_block=_ANYWHERE, gateway_id=gateway)
    address = ec2.CfnEIP(scope, "NatAddress", domain="vpc")
    for resource in (out, address):
        resource.node.add_dependency(attached)
    nat = ec2.CfnNatGateway(scope, "Nat", subnet_id=subnet, allocation_id=address.attr_allocation_id)
    nat.node.add_dependency(out)
    return ec2.CfnRoute(
        scope, "NodeRoute", route_table_id=inner, destination_cidr_block=_ANYWHERE, nat_gateway_id=nat.ref
    )
