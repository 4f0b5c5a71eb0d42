"""A volume that asks for what its type does not have, or lacks what its type needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....constraints.volumes import MEASURES, VOLUME_TYPES, check_volume
from ....findings import Level
from ....template import MaybeAbsent, Unknown
from ...model import Node
from ...model.values import as_int, as_map, member
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell, from_problem

_BY_IMAGE = Unknown("no VolumeType is written, and an image may say one")


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Compare what each volume says with the table of its type."""
    for index, disk in enumerate(node.disks):
        volume = as_map(disk.get("Ebs"))
        kind, path = member(volume, "VolumeType"), node.at("BlockDeviceMappings", index, "Ebs")
        if isinstance(kind, str):
            yield from _judged(kind, volume, path)
        elif isinstance(kind, Unknown) and _is_there(kind):
            yield cannot_tell("whether the volume asks for what its type has and needs", kind, path)
        elif any(_is_there(member(volume, name)) for name in ("Iops", "Throughput")):
            hidden = kind if isinstance(kind, Unknown) else _BY_IMAGE
            yield cannot_tell("whether the volume takes Iops and Throughput", hidden, path)


def _judged(kind: str, volume: Mapping[str, Any], path: Path) -> Iterator[Hit]:
    written = {name: member(volume, name) for name in MEASURES}
    hidden = {name: value for name, value in written.items() if isinstance(value, Unknown)}
    asked = {name: as_int(value) for name, value in written.items() if _is_there(value)}
    level = None if kind in VOLUME_TYPES else Level.WARNING
    for problem in check_volume(kind, asked, hidden):
        yield from_problem(problem, (*path, problem.prop) if problem.prop in volume else path, level)
    for name, value in hidden.items():
        if _is_open(kind, name, written=name in volume):
            yield cannot_tell(f"whether EC2 takes {name} of the {kind} volume", value, (*path, name))


def _is_there(value: object) -> bool:
    """Return whether a property is written for certain, whatever its value."""
    return value is not None and not isinstance(value, MaybeAbsent)


def _is_open(kind: str, name: str, *, written: bool) -> bool:
    """Return whether a hidden value decides: the type takes a number, and one is written or needed."""
    known = VOLUME_TYPES.get(kind)
    if known is None:
        return False
    takes = {"Iops": known.iops, "Throughput": known.throughput}.get(name, known.size)
    return takes is not None and (written or (name == "Iops" and known.iops_required))


RULE = Rule(
    id="TRN538",
    title="Volumes ask for what their type has, and for what it needs",
    level=Level.ERROR,
    why="EC2 makes no such volume, and no node launches.",
    source="EC2 API of botocore 1.44.8, CreateVolume and EbsBlockDevice; EBS User Guide, volume types",
    on="node",
    check=check,
    fix="write a number of the range, and only what the type takes",
)
