"""What a managed node group may not set beside a launch template."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule
from .managed_group import LAUNCH_TEMPLATES, in_group

_INSTEAD = {
    "DiskSize": "set BlockDeviceMappings in the launch template",
    "RemoteAccess": "set KeyName and the security groups in the launch template",
}


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for disk size and remote access on the node group."""
    for name, hit in in_group(launch, *_INSTEAD):
        yield Hit(hit.message, hit.path, f"remove it; {_INSTEAD[name]}", resource=hit.resource)


RULE = Rule(
    id="TRN361",
    title="A managed node group leaves disk and remote access to its launch template",
    level=Level.ERROR,
    why="Amazon EKS fails a node group with a launch template that sets DiskSize or RemoteAccess itself.",
    source=LAUNCH_TEMPLATES,
    on="launch",
    check=check,
    fix="set it in the launch template",
)
