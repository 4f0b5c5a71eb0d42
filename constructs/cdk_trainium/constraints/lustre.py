"""What FSx makes of a Lustre file system: per deployment type which sizes and throughputs it takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..errors import Problem

__all__ = ["NO_SUCH_FILE_SYSTEM", "FileSystemAsked", "check_lustre"]

NO_SUCH_FILE_SYSTEM = "TRN133"
_THROUGHPUTS: Mapping[tuple[str, str], tuple[int, ...]] = {
    ("PERSISTENT_1", "SSD"): (50, 100, 200),
    ("PERSISTENT_1", "HDD"): (12, 40),
    ("PERSISTENT_2", "SSD"): (125, 250, 500, 1000),
}
"""Deployment and storage type -> MB/s per TiB. Source: FSx API, CreateFileSystemLustreConfiguration."""
_SCRATCH = ("SCRATCH_1", "SCRATCH_2")
_KNOWN = (*_SCRATCH, "PERSISTENT_1", "PERSISTENT_2")
_HDD_STEPS: Mapping[int, int] = {12: 6000, 40: 1800}
_EFA_STEPS: Mapping[int, int] = {125: 38400, 250: 19200, 500: 9600, 1000: 4800}
"""MB/s per TiB -> GiB of which the capacity is a multiple; with EFA one that an SSD step divides.

Source: FSx API, CreateFileSystem: StorageCapacity; FSx for Lustre User Guide, EFA-enabled file systems.
"""


class FileSystemAsked(NamedTuple):
    """What is asked of FSx; None where it is not known."""

    deployment: str
    storage: str
    efa: bool | None
    capacity: int | None
    """GiB."""
    throughput: int | None
    """MB/s per TiB; 0 where none is written."""


def check_lustre(asked: FileSystemAsked) -> Iterator[Problem]:
    """Yield what FSx refuses of a new file system; each problem's prop is the property.

    FSx answers ``Invalid Lustre FS storage capacity: 3600. Must be 1200 or a multiple of 2400``, and ``the provided
    throughput is invalid or does not meet the storage capacity requirement``.
    """
    allowed = _THROUGHPUTS.get((asked.deployment, asked.storage), ())
    if asked.throughput and asked.deployment in _SCRATCH:
        text = f"{asked.deployment} file systems take no PerUnitStorageThroughput"
        yield Problem(NO_SUCH_FILE_SYSTEM, text, "PerUnitStorageThroughput", hint="leave it out")
    elif asked.throughput is not None and allowed and asked.throughput not in allowed:
        text = f"PerUnitStorageThroughput is none of {asked.deployment} on {asked.storage}"
        got = str(asked.throughput or "none")
        yield Problem(NO_SUCH_FILE_SYSTEM, text, "PerUnitStorageThroughput", got, ", ".join(map(str, allowed)))
    yield from _capacity(asked)


def _capacity(asked: FileSystemAsked) -> Iterator[Problem]:
    step, smaller = _step(asked)
    if not step or asked.capacity is None or asked.capacity in smaller:
        return
    if asked.capacity <= 0 or asked.capacity % step:
        multiples = f"multiples of {step:,}"
        allowed = ", ".join([*(f"{item:,}" for item in smaller), multiples])
        text = f"StorageCapacity is none of {asked.deployment} on {asked.storage}" + (" with EFA" if asked.efa else "")
        yield Problem(NO_SUCH_FILE_SYSTEM, text, "StorageCapacity", f"{asked.capacity:,}", allowed)


def _step(asked: FileSystemAsked) -> tuple[int, tuple[int, ...]]:
    """Return of what the capacity is a multiple, 0 where that is not known, and which smaller ones there are."""
    if asked.efa is None or asked.efa:
        return (_EFA_STEPS.get(asked.throughput or 0, 0) if asked.efa else 0), ()
    if asked.storage == "HDD":
        return _HDD_STEPS.get(asked.throughput or 0, 0), ()
    if asked.storage != "SSD" or asked.deployment not in _KNOWN:
        return 0, ()
    return (3600, (1200, 2400)) if asked.deployment == "SCRATCH_1" else (2400, (1200,))
