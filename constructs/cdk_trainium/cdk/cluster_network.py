"""The ground that a cluster file's groups stand on: its own VPC, or one that exists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aws_cdk import aws_ec2 as ec2
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct, IDependable

from ..catalog import Catalog
from ..constraints.addresses import addresses_of
from ..spec import ClusterSpec, ImportedVpcSpec, interfaces_of_group, node_count_of
from .network import ClusterNetwork

__all__ = ["Ground", "ground_of"]


@dataclass(frozen=True, slots=True)
class Ground:
    """The VPC, its subnets for nodes, and who sits where."""

    vpc: ec2.IVpc
    subnets: Sequence[ISubnetRef]
    seats: Sequence[Sequence[int]]
    """For each member of the cluster, the index of the subnet of each of its copies."""
    ready: IDependable | None = None
    """What must be there before a node boots. Default: - nothing of ours"""


def ground_of(
    scope: Construct,
    spec: ClusterSpec,
    types: Catalog,
    vpc: ec2.IVpc | None,
    subnets: Sequence[ISubnetRef] | None,
) -> Ground:
    """Return the given VPC, or the imported one of the file, or make one."""
    copies = [getattr(member, "group_count", 1) for member in spec.members]
    if vpc is not None and subnets:
        return Ground(vpc, subnets, [[0] * count for count in copies])
    if spec.network.imported is not None:
        return _imported(scope, spec, spec.network.imported, copies)
    needs = [
        node_count_of(member, types) // count * addresses_of(interfaces_of_group(member, types))
        for member, count in zip(spec.members, copies, strict=True)
    ]
    network = ClusterNetwork(
        scope,
        "Network",
        zone=spec.zone,
        zone_id=spec.zone_id,
        cidr=spec.network.cidr,
        nat=spec.network.nat,
        endpoints=spec.network.endpoints,
        flow_logs=spec.network.flow_logs,
        node_addresses=[need for need, count in zip(needs, copies, strict=True) for _ in range(count)],
    )
    seats = iter(network.seats)
    taken = [[next(seats) for _ in range(count)] for count in copies]
    return Ground(network.vpc, network.subnets, taken, network.ready)


def _imported(scope: Construct, spec: ClusterSpec, network: ImportedVpcSpec, copies: Sequence[int]) -> Ground:
    zones = [spec.zone or spec.zone_id or spec.region]
    vpc = ec2.Vpc.from_vpc_attributes(scope, "Vpc", vpc_id=network.vpc_id, availability_zones=zones)
    subnets = [
        ec2.CfnSubnet.from_subnet_id(scope, f"Subnet{index + 1}", subnet)
        for index, subnet in enumerate(network.subnet_ids)
    ]
    count = len(subnets)
    return Ground(vpc, subnets, [[index % count for index in range(number)] for number in copies])
