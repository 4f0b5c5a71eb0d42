"""What is known of one EC2 instance type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .fact import Fact

__all__ = ["FIELDS", "InstanceTypeInfo", "NetworkCard"]

FIELDS: Mapping[str, tuple[type, ...]] = {
    "ec2_name": (str,),
    "launchable": (bool,),
    "status": (str,),
    "accelerator": (str,),
    "accelerator_vendor": (str,),
    "vcpus": (int,),
    "memory_gib": (int,),
    "chips": (int,),
    "cores_per_chip": (int,),
    "default_lnc": (int,),
    "cores": (int,),
    "hbm_gib": (int, float),
    "hbm_bandwidth": (str,),
    "pflops_bf16_dense": (int, float),
    "pflops_fp8_dense": (int, float),
    "pflops_sparse": (int, float),
    "network_cards": (list,),
    "network_gbps": (int, float),
    "efa_count": (int,),
    "efa_version": (str,),
    "nvme_disks": (int,),
    "nvme_disk_gb": (int,),
    "ebs_max_mbps": (int,),
    "ebs_max_attachments": (int,),
    "interconnect": (str,),
    "processor": (str,),
    "architecture": (str,),
    "boot_modes": (list,),
    "hypervisor": (str,),
    "usage_classes": (list,),
    "placement_strategies": (list,),
    "ena_express": (bool,),
    "zone_ids": (dict,),
    "default_layout": (str,),
}
"""Every fact an instance type can have, and the JSON types of its value."""

_UNKNOWN = Fact(None, (), "", "unknown")


@dataclass(frozen=True, slots=True)
class NetworkCard:
    """One network card: how many interfaces it holds and of which types."""

    index: int
    """``NetworkCardIndex``, from 0."""
    max_interfaces: int
    """Interfaces the card holds; ``DeviceIndex`` runs from 0 to one less."""
    interface_types: tuple[str, ...]
    """Some of ``interface``, ``efa``, ``efa-only``."""

    @property
    def efa(self) -> bool:
        """Whether the card takes an EFA."""
        return "efa" in self.interface_types or "efa-only" in self.interface_types


@dataclass(frozen=True)
class InstanceTypeInfo:
    """Catalog entry of one instance type; a property that is None is unknown."""

    name: str
    """Key in the catalog: EC2's name, or a name of ours where EC2 has published none."""
    facts: Mapping[str, Fact]
    """Name of `FIELDS` -> fact."""

    def fact(self, name: str) -> Fact:
        """Return the fact ``name``; one the catalog does not hold is unknown."""
        return self.facts.get(name, _UNKNOWN)

    def value(self, name: str) -> Any:
        """Return the value of the fact ``name``, None when unknown."""
        return self.fact(name).value

    @property
    def family(self) -> str:
        """The type before its dot: ``trn2u``, ``p6-b200``."""
        return self.name.partition(".")[0]

    @property
    def ec2_name(self) -> str | None:
        """The name that EC2's API takes."""
        name: str | None = self.value("ec2_name")
        return name

    @property
    def launchable(self) -> bool:
        """Whether EC2 can be asked for it by name; unknown counts as no."""
        return bool(self.value("launchable"))

    @property
    def neuron(self) -> bool:
        """Whether its accelerators need the Neuron SDK (and not NVIDIA's)."""
        return bool(self.value("accelerator_vendor") == "neuron")

    @property
    def vcpus(self) -> int | None:
        """Virtual CPUs of one node, the unit of EC2's instance quotas."""
        vcpus: int | None = self.value("vcpus")
        return vcpus

    @property
    def chips(self) -> int | None:
        """Accelerators of one node."""
        chips: int | None = self.value("chips")
        return chips

    @cached_property
    def network_cards(self) -> tuple[NetworkCard, ...] | None:
        """The network cards in order of their index; None when unknown."""
        cards = self.value("network_cards")
        if cards is None:
            return None
        return tuple(
            NetworkCard(card["index"], card["max_interfaces"], tuple(card["interface_types"])) for card in cards
        )

    @property
    def efa_count(self) -> int | None:
        """EFA interfaces of one node; 0 where the type has none."""
        count: int | None = self.value("efa_count")
        return count

    @property
    def usage_classes(self) -> tuple[str, ...] | None:
        """How EC2 says it can be bought: ``on-demand``, ``spot``, ``capacity-block``. Not capacity."""
        classes = self.value("usage_classes")
        return None if classes is None else tuple(classes)

    @property
    def zone_ids(self) -> Mapping[str, list[str]] | None:
        """Region -> ids of the zones that offered it on the fact's date. Not capacity."""
        zones: Mapping[str, list[str]] | None = self.value("zone_ids")
        return zones

    @property
    def default_layout(self) -> str | None:
        """``efa``, ``efa-only`` or ``interface`` (no EFA)."""
        layout: str | None = self.value("default_layout")
        return layout
