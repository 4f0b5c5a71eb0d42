"""A word for purchase or image that the service does not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....constraints.image_kind import AMI_TYPES
from ....findings import Level
from ....launches.purchase import WORDS
from ....wording import nearest
from ...model import Group
from ...options import Context
from ...rule import Hit, Path, Rule


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Compare literals with the words of the API; a word that is near none may be newer than this release."""
    if group.kind in WORDS and group.purchase_path:
        yield from _judged(group.purchase, WORDS[group.kind], group.purchase_path)
    if group.kind == "eks":
        yield from _judged(group.branch.properties.get("AmiType"), AMI_TYPES, ("Properties", "AmiType"))


def _judged(word: object, known: Iterable[str], path: Path) -> Iterator[Hit]:
    if isinstance(word, str) and word not in known:
        meant = nearest(word.replace("-", "_"), known) or nearest(word, known)
        text = f"{path[-1]} is unknown; got {word!r}; allowed: {', '.join(known)}"
        yield Hit(text, path, meant, None if meant else Level.WARNING)


RULE = Rule(
    id="TRN365",
    title="Purchase and image of a group are words that its service knows",
    level=Level.ERROR,
    why="The service refuses a word that it does not know, and the stack rolls back.",
    source="APIs of botocore 1.44.8: CreateNodegroup, CreateComputeNodeGroup, CreateComputeEnvironment, CreateFleet",
    on="group",
    check=check,
    fix="check the word, or acknowledge the finding for one that is newer than this release",
)
