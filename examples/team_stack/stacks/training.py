"""Trainium nodes beside the team's own constructs."""

from typing import Any

import aws_cdk as cdk
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_s3 as s3
from constructs import Construct

from cdk_trainium import Capacity, EfaSecurityGroup, NeuronImage, NodeGroup

from .network import NetworkStack

ZONE = "us-east-2b"
BLOCK = {
    "reservation_id": "cr-0123456789abcdef0",
    "start": "2030-12-02T11:30:00Z",
    "end": "2030-12-09T11:30:00Z",
}


class TrainingStack(cdk.Stack):
    """8 trn2.48xlarge on a Capacity Block, in the private subnet of the block's zone."""

    def __init__(self, scope: Construct, id: str, *, network: NetworkStack, **props: Any) -> None:
        """Make the nodes and their bucket."""
        super().__init__(scope, id, **props)
        subnets = network.vpc.select_subnets(
            subnet_type=ec2.SubnetType.PRIVATE_WITH_EGRESS, availability_zones=[ZONE]
        ).subnets
        efa = EfaSecurityGroup(self, "Efa", vpc=network.vpc)
        nodes = NodeGroup(
            self,
            "Nodes",
            vpc=network.vpc,
            subnets=subnets,
            instance_type="trn2.48xlarge",
            node_count=8,
            capacity=Capacity.block(BLOCK, notify_email="oncall@example.com"),
            image=NeuronImage(family="neuron-base", os="amazon-linux-2023", floating=True),
            security_group=efa,
        )
        s3.Bucket(self, "Data").grant_read(nodes)
        nodes.connections.allow_from(network.bastion, ec2.Port.tcp(6006), "TensorBoard")
