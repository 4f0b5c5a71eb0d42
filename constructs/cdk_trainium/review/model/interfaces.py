"""The network interfaces of a node as a template writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...constraints import Interface
from ...template import Unknown, Value
from ..rule import Path
from .values import as_int, as_list, as_map, same_resource

__all__ = ["NodeInterface", "read_interfaces"]


@dataclass(frozen=True, slots=True)
class NodeInterface:
    """One entry of ``NetworkInterfaces``."""

    path: Path
    data: Mapping[str, Any]
    plain: Interface | None
    """Card, device and type; None when one of them is not known."""
    hidden: Unknown | None
    """What hides them. Default: - nothing."""
    groups: Mapping[Any, Value]
    """Its security groups: what `same_resource` says of each -> reference or id."""

    @property
    def efa(self) -> bool:
        """Whether it is an EFA."""
        return self.plain is not None and self.plain.type in ("efa", "efa-only")

    @property
    def primary(self) -> bool:
        """Whether it is the primary interface."""
        return self.plain is not None and (self.plain.card, self.plain.device) == (0, 0)

    @property
    def label(self) -> str:
        """Where it sits, in EC2's words."""
        if self.plain is None:
            return "an interface"
        card = f"NetworkCardIndex {self.plain.card}"
        return f"{card}, DeviceIndex {self.plain.device}" if "DeviceIndex" in self.data else card


def read_interfaces(value: Value, path: Path) -> tuple[NodeInterface, ...]:
    """Return the entries of ``NetworkInterfaces``; a missing ``NetworkCardIndex`` is card 0, as EC2 reads it."""
    return tuple(_read(as_map(item), (*path, index), item) for index, item in enumerate(as_list(value)))


def _read(data: Mapping[str, Any], path: Path, item: Value) -> NodeInterface:
    groups = {same_resource(group): group for group in as_list(data.get("Groups", data.get("GroupSet")))}
    hidden = item if isinstance(item, Unknown) else None
    values = [data.get("NetworkCardIndex", 0), data.get("DeviceIndex", 0), data.get("InterfaceType", "interface")]
    hidden = hidden or next((value for value in values if isinstance(value, Unknown)), None)
    card, device, kind = as_int(values[0]), as_int(values[1]), values[2]
    if hidden is not None or card is None or device is None or not isinstance(kind, str):
        return NodeInterface(path, data, None, hidden or Unknown("its indexes are no numbers"), groups)
    return NodeInterface(path, data, Interface(card, device, kind), None, groups)
