"""A volume that asks for more operations or throughput than its type has, or for less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ....template import Unknown
from ...model import Node
from ...model.values import as_int, as_map
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell

_RANGES = {
    ("gp3", "Iops"): (3000, 80000),
    ("io1", "Iops"): (100, 64000),
    ("io2", "Iops"): (100, 256000),
    ("gp3", "Throughput"): (125, 2000),
}


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Compare numbers with the range of the volume's type."""
    for index, disk in enumerate(node.disks):
        volume = as_map(disk.get("Ebs"))
        for (kind, name), allowed in _RANGES.items():
            if volume.get("VolumeType") == kind:
                yield from _judged(volume, name, allowed, node.at("BlockDeviceMappings", index, "Ebs", name))


def _judged(volume: Mapping[str, Any], name: str, allowed: tuple[int, int], path: Path) -> Iterator[Hit]:
    written, (least, most) = volume.get(name), allowed
    number = as_int(written)
    if isinstance(written, Unknown):
        yield cannot_tell(f"whether {name} of the volume is {least:,} to {most:,}", written, path)
    elif number is not None and not least <= number <= most:
        kind = volume["VolumeType"]
        yield Hit(f"{name} of a {kind} volume is out of range; got {number:,}; allowed: {least:,} to {most:,}", path)


RULE = Rule(
    id="TRN538",
    title="Volumes ask for operations and throughput that their type has",
    level=Level.ERROR,
    why="EC2 makes no such volume, and no node launches.",
    source="EC2 API of botocore 1.44.8, LaunchTemplateEbsBlockDeviceRequest",
    on="node",
    check=check,
    fix="write a number of the range",
)
