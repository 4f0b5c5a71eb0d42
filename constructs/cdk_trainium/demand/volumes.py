"""Adds up the volumes of a demand, by type: those of its nodes and those beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .measure import nodes_of
from .model import BlockDevice, Demand, Volume

__all__ = ["IOPS_QUOTAS", "STORAGE_QUOTAS", "provisioned_iops", "storage_gib", "volume_types"]

STORAGE_QUOTAS: Mapping[str, str] = {
    "gp3": "L-7A658B76",
    "gp2": "L-D18FCD1D",
    "io2": "L-09BD8365",
    "io1": "L-FD252861",
    "st1": "L-82ACEF56",
    "sc1": "L-17AF77E8",
    "standard": "L-9CF3C2EB",
}
"""Volume type -> quota of EBS for its storage, in TiB.

Sources: the catalog, which names the listings; public code agrees. EBS User Guide, Quotas for Amazon EBS, names the
quotas.
"""
IOPS_QUOTAS: Mapping[str, str] = {"io1": "L-B3A130E6", "io2": "L-8D977E7E"}
"""Volume type -> quota of EBS for the IOPS provisioned over all volumes of it. Source: the same."""


def _volumes(demand: Demand) -> Iterator[tuple[str, int | None, BlockDevice | Volume]]:
    """Yield every volume with who asks for it and how many there are; None is not determined."""
    for group in demand.groups:
        for device in group.block_devices:
            yield group.name, nodes_of(group), device
    for volume in demand.volumes:
        yield volume.name, volume.count, volume


def volume_types(demand: Demand) -> tuple[str, ...]:
    """Return the types of volumes that ``demand`` makes, or may make."""
    return tuple(sorted({volume.type for _, count, volume in _volumes(demand) if count != 0}))


def storage_gib(demand: Demand, volume_type: str) -> tuple[int, tuple[str, ...]]:
    """Return GiB of ``volume_type`` over all nodes and volumes, and what could not be determined."""
    return _sum((owner, count, volume.gib) for owner, count, volume in _volumes(demand) if volume.type == volume_type)


def provisioned_iops(demand: Demand, volume_type: str) -> tuple[int, tuple[str, ...]]:
    """Return IOPS that volumes of ``volume_type`` are given, and what could not be determined."""
    return _sum((owner, count, volume.iops) for owner, count, volume in _volumes(demand) if volume.type == volume_type)


def _sum(asked: Iterator[tuple[str, int | None, int | None]]) -> tuple[int, tuple[str, ...]]:
    total, unknown = 0, []
    for owner, count, each in asked:
        if count is None or (each is None and count):
            unknown.append(owner)
        total += (count or 0) * (each or 0)
    return total, tuple(dict.fromkeys(unknown))
