"""A group whose nodes have no image."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.image_needed import NO_IMAGE, needs_image
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look where EC2 launches what the launch template says; an image of PCS stands in its group or nowhere."""
    group, node = launch.group, launch.node
    if group is None or node.image is not None or not node.described or node.is_partly_hidden or _is_design(launch):
        return
    one, other = node.resource.id, group.resource.id
    text = f"neither {one} nor the group {other} names an image" if one != other else f"{one} names no image"
    if needs_image(group.kind):
        yield Hit(text, node.root)
    elif group.kind == "pcs":
        yield Hit(text, node.root, "set AmiId of the compute node group", Level.WARNING)


def _is_design(launch: Launch) -> bool:
    """Return whether nothing can be launched yet, and no image is published: TRN011 says so."""
    return bool(launch.infos) and not any(info.launchable for info in launch.infos)


RULE = Rule(
    id=NO_IMAGE,
    title="A group in use names its image",
    level=Level.ERROR,
    why="EC2 refuses to launch without an image id: the group stays empty, and the stack waits for its nodes.",
    source="EC2 API, RunInstances ImageId; AWS PCS API, CreateComputeNodeGroup amiId",
    on="launch",
    check=check,
    fix="set ImageId in the launch template",
)
