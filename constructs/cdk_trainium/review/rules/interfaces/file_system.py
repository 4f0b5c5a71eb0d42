"""A file system with EFA of a kind that has none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model.membership import has_efa
from ...model.values import as_map, member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, unknown
from ...subjects import Branched

_PATH = ("Properties", "LustreConfiguration")
_KIND = "PERSISTENT_2"
_METADATA = "add MetadataConfiguration: {Mode: AUTOMATIC}, or USER_PROVISIONED with Iops for INTELLIGENT_TIERING"


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Look for another deployment type than the one with EFA, and for the metadata that it needs."""
    data = as_map(subject.branch.properties.get("LustreConfiguration"))
    asked = data.get("EfaEnabled")
    if isinstance(asked, Unknown):
        yield cannot_tell("whether the file system asks for EFA", asked, (*_PATH, "EfaEnabled"))
    if not has_efa(subject.branch):
        return
    kind, where = member(data, "DeploymentType"), (*_PATH, "DeploymentType")
    if kind is None and subject.branch.properties.get("BackupId") is not None:
        yield unknown("whether the backup is of a type with EFA cannot be told", where)
    elif isinstance(kind, Unknown):
        yield cannot_tell("whether the file system is of a type with EFA", kind, where)
    elif kind != _KIND:
        got = "none, which is SCRATCH_1" if kind is None else kind
        yield Hit(f"EfaEnabled needs DeploymentType {_KIND}; got {got}", where)
    elif member(data, "MetadataConfiguration") is None:
        text = "EfaEnabled without MetadataConfiguration, which EFA is documented to need"
        yield Hit(text, _PATH, _METADATA, Level.WARNING)


RULE = Rule(
    id="TRN130",
    title="A Lustre file system with EFA is of the type that has it",
    level=Level.ERROR,
    why="FSx refuses the file system, or makes it without EFA, and the stack rolls back.",
    source="FSx for Lustre User Guide, EFA-enabled file systems; awsome-distributed-ai pull request 1124",
    on="AWS::FSx::FileSystem",
    check=check,
    fix=f"write DeploymentType: {_KIND}, or remove EfaEnabled",
)
