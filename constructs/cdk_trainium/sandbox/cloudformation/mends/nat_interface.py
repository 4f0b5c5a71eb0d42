"""Let a NAT gateway's interface go with it; moto leaves it in the subnet, which could then never be deleted."""

from __future__ import annotations

from typing import Any

from ...refusal import Refusal

__all__ = ["install"]


def install() -> None:
    """Mend moto; calling it again changes nothing."""
    from moto.ec2.models.nat_gateways import NatGatewayBackend

    setattr(NatGatewayBackend, "delete_nat_gateway", _delete)  # noqa: B010


def _delete(backend: Any, nat_gateway_id: str) -> Any:
    gateway = backend.nat_gateways.get(nat_gateway_id)
    if gateway is None:
        raise Refusal("NatGatewayNotFound", f"The Nat Gateway {nat_gateway_id} was not found")
    gateway.state = "deleted"
    interface = backend.enis.pop(gateway._eni.id, None)
    if interface is not None:
        for address in gateway.address_set:
            _free(backend, address.get("allocationId"))
    return gateway


def _free(backend: Any, allocation_id: str | None) -> None:
    for address in backend.addresses:
        if address.allocation_id == allocation_id:
            address.eni, address.instance, address.association_id = None, None, None
