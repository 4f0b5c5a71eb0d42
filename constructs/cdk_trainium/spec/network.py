"""The network of a cluster: one zone, private subnets, own or imported VPC."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from .base import Spec
from .problem import bad
from .text import SubnetId, VpcId

__all__ = ["ImportedVpcSpec", "NetworkSpec"]


def _cidr(value: str) -> str:
    try:
        network = IPv4Network(value)
    except ValueError as error:
        raise bad("TRN001", f"is no IPv4 network: {error}", allowed="such as 10.0.0.0/16") from None
    if not 16 <= network.prefixlen <= 28:
        raise bad("TRN001", "is no size that a VPC takes", allowed="/16 to /28")
    return value


class ImportedVpcSpec(Spec):
    """An existing VPC; nothing is looked up, so everything needed is named here."""

    vpc_id: VpcId
    """Id of the VPC."""
    subnet_ids: Annotated[list[SubnetId], Field(min_length=1)]
    """Private subnets for the nodes, all in the cluster's zone. EFA crosses neither zones nor VPCs."""
    vpc_cidr: Annotated[str, AfterValidator(_cidr)] | None = None
    """CIDR of the VPC. Default: - unknown; needed for endpoint security groups"""


class NetworkSpec(Spec):
    """A VPC of its own, unless one is imported."""

    imported: ImportedVpcSpec | None = None
    """Use an existing VPC. Default: - a VPC is made with the cluster"""
    cidr: Annotated[str, AfterValidator(_cidr)] = "10.0.0.0/16"
    """CIDR of the own VPC. Default: - 10.0.0.0/16"""
    nat: bool = True
    """Give the private subnets a way out through a NAT gateway. Default: - true"""
    endpoints: bool = True
    """Make the S3 gateway endpoint and the interface endpoints that nodes need. Default: - true"""
    flow_logs: bool = True
    """Log the VPC's traffic to CloudWatch Logs. Default: - true"""

    @model_validator(mode="before")
    @classmethod
    def _own_or_imported(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("imported") is not None:
            own = sorted(set(data) & {"cidr", "nat", "flow_logs"})
            if own:
                raise bad("TRN610", f"{', '.join(own)} belong to an own VPC, not to an imported one", prop=own[0])
        return data
