"""What EC2 makes of an EBS volume: per type which properties it takes, and how much of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from ..errors import Problem
from ..wording import nearest

__all__ = ["MEASURES", "NEEDS_ENCRYPTED", "NO_BOOT", "NO_SUCH_VOLUME", "VOLUME_TYPES", "VolumeType", "check_volume"]

NO_SUCH_VOLUME = "TRN538"
NO_BOOT = "TRN537"
NEEDS_ENCRYPTED = "TRN712"
MEASURES = ("VolumeSize", "Iops", "Throughput")
"""The properties that `check_volume` judges. Units: GiB, operations a second, MiB a second."""

_Range = tuple[int, int]
_GP3_IOPS = 3000
"""What a gp3 volume has of any size, and where nothing is asked."""
_IOPS_PER_MIB = 4
"""Operations that a MiB/s of throughput needs."""


class VolumeType(NamedTuple):
    """One type: the range of what it takes; None where it takes none."""

    size: _Range
    iops: _Range | None = None
    throughput: _Range | None = None
    iops_required: bool = False
    iops_per_gib: int = 0
    boots: bool = True


VOLUME_TYPES: Mapping[str, VolumeType] = {
    "gp3": VolumeType((1, 65536), iops=(_GP3_IOPS, 80000), throughput=(125, 2000), iops_per_gib=500),
    "gp2": VolumeType((1, 16384)),
    "io1": VolumeType((4, 16384), iops=(100, 64000), iops_required=True, iops_per_gib=50),
    "io2": VolumeType((4, 65536), iops=(100, 256000), iops_required=True, iops_per_gib=1000),
    "st1": VolumeType((125, 16384), boots=False),
    "sc1": VolumeType((125, 16384), boots=False),
    "standard": VolumeType((1, 1024)),
}
"""Source: EC2 API of botocore 1.44.8, CreateVolume and EbsBlockDevice; EBS User Guide, volume types, for the ratios.

EC2 answers ``The parameter iops is not supported for gp2 volumes``, ``The parameter iops must be specified for io2
volumes`` and ``throughput can only be specified for volumeType gp3``.
"""


def check_volume(kind: str, asked: Mapping[str, int | None], hidden: Collection[str] = ()) -> Iterator[Problem]:
    """Yield what EC2 refuses of a volume of type ``kind``; each problem's prop is the property.

    Args:
        kind: ``VolumeType``; one that the table does not hold is told, as it may be newer.
        asked: the properties of `MEASURES` that are written, with their numbers; None where one is not known.
        hidden: those that may be written where nobody sees it.
    """
    known = VOLUME_TYPES.get(kind)
    if known is None:
        hint = nearest(kind.lower(), VOLUME_TYPES)
        yield Problem(NO_SUCH_VOLUME, "is no known volume type", "VolumeType", kind, ", ".join(VOLUME_TYPES), hint)
        return
    allowed = dict(zip(MEASURES, (known.size, known.iops, known.throughput), strict=True))
    for name in asked:
        yield from _measured(kind, name, asked[name], allowed[name])
    if known.iops_required and "Iops" not in asked and "Iops" not in hidden:
        yield Problem(NO_SUCH_VOLUME, f"{kind} volumes need Iops", "Iops", allowed=_shown(known.iops or (0, 0)))
    yield from _ratios(kind, known, asked, hidden)


def _measured(kind: str, name: str, number: int | None, allowed: _Range | None) -> Iterator[Problem]:
    if allowed is None:
        takers = [item for item, info in VOLUME_TYPES.items() if (info.iops if name == "Iops" else info.throughput)]
        yield Problem(
            NO_SUCH_VOLUME, f"{kind} volumes take no {name}", name, hint=f"leave it out, or take {', '.join(takers)}"
        )
    elif number is not None and not allowed[0] <= number <= allowed[1]:
        text = f"{name} is out of the range of {kind} volumes"
        yield Problem(NO_SUCH_VOLUME, text, name, f"{number:,}", _shown(allowed))


def _ratios(
    kind: str, known: VolumeType, asked: Mapping[str, int | None], hidden: Collection[str]
) -> Iterator[Problem]:
    size, throughput = asked.get("VolumeSize"), asked.get("Throughput")
    iops = asked.get("Iops") if "Iops" in asked or "Iops" in hidden else _GP3_IOPS
    most = max((size or 0) * known.iops_per_gib, _GP3_IOPS if kind == "gp3" else 0)
    if known.iops_per_gib and size and iops and iops > most:
        text = f"Iops of {size:,} GiB of {kind} are more than {known.iops_per_gib} a GiB"
        yield Problem(NO_SUCH_VOLUME, text, "Iops", f"{iops:,}", f"at most {most:,}")
    if known.throughput and throughput and iops and throughput * _IOPS_PER_MIB > iops:
        text = f"a throughput of {throughput:,} MiB/s needs {throughput * _IOPS_PER_MIB:,} operations a second"
        yield Problem(NO_SUCH_VOLUME, text, "Throughput", hint=f"write at least so many Iops; there are {iops:,}")


def _shown(allowed: _Range) -> str:
    return f"{allowed[0]:,} to {allowed[1]:,}"
