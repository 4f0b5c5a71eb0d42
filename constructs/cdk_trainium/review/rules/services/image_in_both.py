"""A managed node group that chooses an image beside that of its launch template."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .managed_group import CREATE_NODEGROUP, in_group


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for what chooses an image of EKS where the launch template has an ``ImageId``; CUSTOM chooses none."""
    if launch.node.has_image is not True or launch.group is None:
        return
    kind = launch.group.branch.properties.get("AmiType")
    for name, hit in in_group(launch, "AmiType", "Version", "ReleaseVersion"):
        if name == "AmiType" and isinstance(kind, Unknown):
            yield cannot_tell("whether AmiType is CUSTOM, as ImageId needs it", kind, hit.path, hit.resource)
        elif name != "AmiType" or kind != "CUSTOM":
            yield Hit(f"{hit.message}, which has an ImageId", hit.path, resource=hit.resource)


RULE = Rule(
    id="TRN363",
    title="A managed node group names its image in one place",
    level=Level.ERROR,
    why="Amazon EKS fails a node group with AmiType, Version or ReleaseVersion when the launch template has an image.",
    source=CREATE_NODEGROUP,
    on="launch",
    check=check,
    fix="remove it, or ImageId of the launch template; AmiType may be CUSTOM",
)
