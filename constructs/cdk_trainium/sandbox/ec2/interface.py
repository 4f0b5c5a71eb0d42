"""One network interface of a launch, as the request or the launch template asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Interface"]


@dataclass(frozen=True, slots=True)
class Interface:
    """Defaults are EC2's: card 0, type ``interface``, deleted with the node only where it is the primary."""

    card: int
    device: int
    type: str
    groups: tuple[str, ...]
    subnet_id: str | None
    delete_on_termination: bool
    public_ip: bool | None
    existing_id: str | None
    private_ip: str | None
    description: str

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Interface:
        """Read one item of ``NetworkInterfaces``."""
        card, device = int(data.get("NetworkCardIndex") or 0), int(data.get("DeviceIndex") or 0)
        primary = (card, device) == (0, 0)
        return cls(
            card=card,
            device=device,
            type=data.get("InterfaceType") or "interface",
            groups=tuple(data.get("Groups") or ()),
            subnet_id=data.get("SubnetId"),
            delete_on_termination=bool(data.get("DeleteOnTermination", primary)),
            public_ip=data.get("AssociatePublicIpAddress"),
            existing_id=data.get("NetworkInterfaceId"),
            private_ip=data.get("PrivateIpAddress"),
            description=data.get("Description") or "",
        )

    @property
    def primary(self) -> bool:
        """Whether it is the node's primary interface."""
        return (self.card, self.device) == (0, 0)

    @property
    def efa(self) -> bool:
        """Whether it is an EFA of either kind."""
        return self.type in ("efa", "efa-only")

    @property
    def addressed(self) -> bool:
        """Whether it takes an IPv4 address; ``efa-only`` has no IP stack."""
        return self.type != "efa-only"
