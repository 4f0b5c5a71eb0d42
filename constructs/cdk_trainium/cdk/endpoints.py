"""Ways to AWS services that do not leave the VPC."""

from __future__ import annotations

from collections.abc import Sequence

from aws_cdk import CfnTag
from aws_cdk import aws_ec2 as ec2
from constructs import Construct

from ..constraints.endpoints import SERVICES
from .vpc_facts import VpcFacts

__all__ = ["SERVICES", "gateway_endpoint", "interface_endpoints"]


def gateway_endpoint(scope: Construct, vpc: VpcFacts, routes: str) -> ec2.CfnVPCEndpoint:
    """Return the gateway endpoint of S3: free, and where system packages and image layers come from."""
    return ec2.CfnVPCEndpoint(
        scope,
        "S3",
        vpc_id=vpc.id,
        service_name=f"com.amazonaws.{vpc.region}.s3",
        vpc_endpoint_type="Gateway",
        route_table_ids=[routes],
    )


def interface_endpoints(scope: Construct, vpc: VpcFacts, subnet: ec2.CfnSubnet, services: Sequence[str]) -> None:
    """Make an interface endpoint for each of ``services``, open to the VPC on port 443."""
    group = ec2.CfnSecurityGroup(
        scope,
        "ServiceSecurityGroup",
        vpc_id=vpc.id,
        group_description="HTTPS from the VPC to the interface endpoints",
        security_group_ingress=[
            {"ipProtocol": "tcp", "fromPort": 443, "toPort": 443, "cidrIp": vpc.cidr, "description": "HTTPS"}
        ],
    )
    subnet_ids, group_ids = [subnet.ref], [group.attr_group_id]  # once: each costs a call to Node
    for service in services:
        name = "".join(part.capitalize() for part in service.split("."))
        ec2.CfnVPCEndpoint(
            scope,
            name,
            vpc_id=vpc.id,
            service_name=f"com.amazonaws.{vpc.region}.{service}",
            vpc_endpoint_type="Interface",
            private_dns_enabled=True,
            subnet_ids=subnet_ids,
            security_group_ids=group_ids,
            tags=[CfnTag(key="Name", value=f"{vpc.path}/{name}")],
        )
