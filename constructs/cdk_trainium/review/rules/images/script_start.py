"""A script that no node runs, for how it begins."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.script_start import BLANK_BEFORE_SCRIPT, HIDDEN_START, SCRIPT_START, script_faults
from ....constraints.user_data import is_mime
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


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at all of it, or at each part of MIME; a whole on an image id may be for another program: a warning."""
    data, where = launch.node.boots, launch.node.at("UserData")
    systems = {image.os for image in training_image(launch)} | {image.kind.os for image in group_images(launch)}
    if data is None or systems & {*_OTHERS} or (merges(launch) and not is_mime(data.text)):
        return
    linux, parts = next((system for system in systems if system.startswith(_LINUX)), ""), is_mime(data.text)
    what = "a part of the user data" if parts else "the user data"
    for fault in dict.fromkeys(script_faults(data.text, linux)):
        if fault == HIDDEN_START:
            yield unknown(f"whether {what} runs cannot be told: {fault}", where)
        elif linux or parts or fault == BLANK_BEFORE_SCRIPT:
            yield Hit(f"{what} does not run: {fault}", where)
        elif launch.may_be_accelerated:
            yield Hit(f"{what} may not run: {fault}", where, level=Level.WARNING)


RULE = Rule(
    id=SCRIPT_START,
    title="What a node is to run begins as cloud-init asks",
    level=Level.ERROR,
    why="What begins otherwise is left alone without a word: the node boots, is paid for and runs nothing of it.",
    source="cloud-init, user data formats and part handlers; cloud-init pull request 511",
    on="launch",
    check=check,
    fix="begin the script with #! in the first column of its first line; in MIME no empty line stands between the "
    "boundary and the head of a part",
)
