"""A script that no node runs, for how it begins."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....constraints.mime import is_mime
from ....constraints.script_start import SCRIPT_START, start_faults
from ....findings import Level
from ...model import Launch
from ...model.image_kinds import group_images
from ...options import Context
from ...rule import Hit, Rule, unknown
from .not_mime import merges
from .scope import training_image

_LINUX = ("amazon-linux", "ubuntu")
_OTHERS = ("bottlerocket", "windows")
"""Systems without cloud-init."""
_HIDDEN = re.compile(r"\$\{[^{}]*\}")
"""User data of which nothing is known: that is told with its size."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at all of it, or at each part of MIME; what another program may read is a warning."""
    data = launch.node.boots
    if data is None or _HIDDEN.fullmatch(data.text):
        return
    where, merged = launch.node.at("UserData"), merges(launch)
    systems = {image.os for image in training_image(launch)} | {image.kind.os for image in group_images(launch)}
    if systems & {*_OTHERS} or (merged and not is_mime(data.text)):
        return
    linux = next((system for system in systems if system.startswith(_LINUX)), "")
    for fault in dict.fromkeys(start_faults(data.text, linux, merged)):
        if fault.certain is None:
            yield unknown(f"whether the user data runs cannot be told: {fault.why}", where)
        elif fault.certain:
            yield Hit(f"the user data, or a part of it, does not run: {fault.why}", where)
        elif launch.may_be_accelerated:
            yield Hit(f"the user data, or a part of it, may not run: {fault.why}", where, level=Level.WARNING)


RULE = Rule(
    id=SCRIPT_START,
    title="What a node is to run begins as cloud-init asks",
    level=Level.ERROR,
    why="What begins otherwise is left alone without a word: the node boots, is paid for and runs nothing of it.",
    source="cloud-init, user data formats and part handlers; cloud-init pull request 511",
    on="launch",
    check=check,
    fix="begin the script with #! in the first column of its first line; in MIME begin with MIME-Version: 1.0, and "
    "leave no empty line between the boundary and the head of a part",
)
