"""User data that a managed node group cannot merge."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.user_data import is_mime
from ....findings import Level
from ...model import Launch
from ...model.image_kinds import group_images
from ...model.images import user_data
from ...options import Context
from ...rule import Hit, Rule

_OTHERS = ("bottlerocket", "windows")
"""Systems whose user data is no script: TOML, and PowerShell in tags of its own."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at launch templates without image id: there EKS merges its own user data."""
    group = launch.group
    if group is None or group.kind != "eks" or launch.node.image is not None:
        return
    if any(image.kind.os in _OTHERS for image in group_images(launch)):
        return
    data = user_data(launch.node)
    if data is not None and data.text.strip() and not data.text.startswith("${") and not is_mime(data.text):
        yield Hit("user data of a managed node group is no MIME multipart document", launch.node.at("UserData"))


RULE = Rule(
    id="TRN512",
    title="User data of a managed node group is MIME multipart",
    level=Level.ERROR,
    why="EKS merges its own boot script into a multipart document and refuses anything else.",
    source="Amazon EKS User Guide, customize managed nodes with launch templates",
    on="launch",
    check=check,
    fix='wrap the script: Content-Type: multipart/mixed; boundary="…"',
)
