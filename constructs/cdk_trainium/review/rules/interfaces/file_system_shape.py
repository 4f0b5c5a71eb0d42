"""A Lustre file system that asks for what its type does not have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....constraints.lustre import FileSystemAsked, check_lustre
from ....findings import Level
from ....template import Value
from ...model.values import as_int, as_list, as_map, as_true, is_hidden, member
from ...options import Context
from ...rule import Hit, Path, Rule, from_problem
from ...subjects import Branched

_TOP: Path = ("Properties",)
_OWN: Path = (*_TOP, "LustreConfiguration")
_PERSISTENT_2 = "PERSISTENT_2"
_LINKS = ("ImportPath", "ExportPath")
_VERSIONS = {"2.10": "PERSISTENT_2", "2.12": "PERSISTENT_2 with MetadataConfiguration"}
"""Lustre version -> what it has not. Source: FSx API, CreateFileSystem: FileSystemTypeVersion."""


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Judge literals: FSx refuses the file system at once, before anything is launched."""
    data = subject.branch.properties
    own = as_map(data.get("LustreConfiguration"))
    kind = member(own, "DeploymentType")
    if data.get("FileSystemType") != "LUSTRE":
        return
    subnets = as_list(data.get("SubnetIds"))
    if len(subnets) > 1:
        text = f"a Lustre file system is in one subnet; got {len(subnets)}"
        yield Hit(text, (*_TOP, "SubnetIds"), "name the subnet of the nodes' zone")
    if kind == _PERSISTENT_2:
        yield from _of_persistent_2(data, own)
    if member(data, "BackupId") is None and (kind is None or isinstance(kind, str)):
        yield from _sizes(str(kind or "SCRATCH_1"), data, own)


def _of_persistent_2(data: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[Hit]:
    for name in _LINKS:
        if isinstance(own.get(name), str):
            hint = "make a data repository association"
            yield Hit(f"{_PERSISTENT_2} file systems take no {name}", (*_OWN, name), hint)
    version = data.get("FileSystemTypeVersion")
    if version == "2.10" or (version == "2.12" and isinstance(own.get("MetadataConfiguration"), dict)):
        text = f"Lustre {version} has no {_VERSIONS[version]}; got {version}; allowed: 2.15"
        yield Hit(text, (*_TOP, "FileSystemTypeVersion"))


def _sizes(kind: str, data: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[Hit]:
    storage, efa = member(data, "StorageType"), member(own, "EfaEnabled")
    throughput = member(own, "PerUnitStorageThroughput")
    asked = FileSystemAsked(
        kind,
        "SSD" if storage is None else str(storage) if isinstance(storage, str) else "",
        None if is_hidden(efa) else as_true(efa),
        as_int(member(data, "StorageCapacity")),
        _number(throughput),
    )
    for problem in check_lustre(asked):
        above = _TOP if problem.prop == "StorageCapacity" else _OWN
        there = data if problem.prop == "StorageCapacity" else own
        yield from_problem(problem, (*above, problem.prop) if problem.prop in there else above)


def _number(value: Value) -> int | None:
    """Return a number; 0 where none is written."""
    return 0 if value is None else as_int(value)


RULE = Rule(
    id="TRN133",
    title="A Lustre file system asks for what its type has",
    level=Level.ERROR,
    why="FSx refuses the file system, and the stack rolls back.",
    source="FSx API of botocore 1.44.8, CreateFileSystem and CreateFileSystemLustreConfiguration; FSx for Lustre User "
    "Guide, EFA-enabled file systems; terraform-provider-aws issues 24341 and 39462, aws-fsx-csi-driver issue 412, "
    "amazon-eks-autonomous-driving-data-service issue 12",
    on="AWS::FSx::FileSystem",
    check=check,
    fix="write one that is allowed",
)
