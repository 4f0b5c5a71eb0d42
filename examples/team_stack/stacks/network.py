"""The team's network, made long before Trainium."""

from typing import Any

import aws_cdk as cdk
from aws_cdk import aws_ec2 as ec2
from constructs import Construct


class NetworkStack(cdk.Stack):
    """A VPC with public and private subnets, and a bastion's security group."""

    def __init__(self, scope: Construct, id: str, **props: Any) -> None:
        """Make the network."""
        super().__init__(scope, id, **props)
        self.vpc = ec2.Vpc(self, "Vpc", availability_zones=["us-east-2a", "us-east-2b"], nat_gateways=1)
        self.bastion = ec2.SecurityGroup(self, "Bastion", vpc=self.vpc)
