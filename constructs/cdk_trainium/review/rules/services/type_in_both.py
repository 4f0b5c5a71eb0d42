"""A managed node group that names instance types which its launch template names too."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule
from .managed_group import CREATE_NODEGROUP, in_group


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for ``InstanceTypes`` beside ``InstanceType``, whether or not they are the same."""
    if "InstanceType" in launch.node.data:
        for _, hit in in_group(launch, "InstanceTypes"):
            yield Hit(f"{hit.message}, which has an InstanceType", hit.path, resource=hit.resource)


RULE = Rule(
    id="TRN360",
    title="A managed node group names its instance types in one place",
    level=Level.ERROR,
    why="Amazon EKS fails the node group when both InstanceTypes and the launch template's InstanceType are set.",
    source=CREATE_NODEGROUP,
    on="launch",
    check=check,
    fix="keep InstanceType in the launch template, as Capacity Blocks need it, and remove InstanceTypes",
)
