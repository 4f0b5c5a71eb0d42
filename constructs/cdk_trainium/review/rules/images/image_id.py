"""An image id that is none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....constraints.identifiers import resource_pattern
from ....constraints.placeholders import placeholders
from ....findings import Level
from ....wording import as_written
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule

_ID = re.compile(resource_pattern("ami"))
_AT_LAUNCH = "resolve:ssm:"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Judge the form of a literal, the group's own too; what a parameter, SSM or a map holds is not known here."""
    image, path = launch.node.image, launch.node.at("ImageId")
    if isinstance(image, int | float) or (isinstance(image, str) and not _may_be(image)):
        got = as_written(image) if image != "" else "an empty text"
        yield Hit(f"ImageId is no image id; got {got}; allowed: ami-… (8 or 17 hexadecimal digits)", path)


def _may_be(image: str) -> bool:
    """Return whether ``image`` has the form of an id, names what holds one, or is a placeholder, which TRN515 tells."""
    if image.startswith(_AT_LAUNCH):
        return not image.removeprefix(_AT_LAUNCH).startswith(":") and image != _AT_LAUNCH
    return _ID.fullmatch(image) is not None or any(placeholders(image))


RULE = Rule(
    id="TRN522",
    title="ImageId is the id of an image, or where to read it",
    level=Level.ERROR,
    why="EC2 refuses the id when the first node is launched, or when the launch template is made.",
    source="EC2 API, RunInstances ImageId",
    on="launch",
    check=check,
    fix="name the id, or resolve:ssm:NAME of a parameter that holds it",
)
