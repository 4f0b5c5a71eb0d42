"""A Trainium or Inferentia type that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ....launches.types import SAGEMAKER
from ....wording import nearest
from ...model import Launch
from ...options import Context
from ...rule import Hit, Path, Rule

__all__ = ["judged_name"]

_OURS = re.compile(r"(trn|inf)\d")


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look names of Trainium and Inferentia types up; other families are not the catalog's."""
    for item in launch.types:
        if isinstance(item, str) and context.catalog.find(item) is None:
            yield from judged_name(item, launch.node.at("InstanceType"), context)


def judged_name(item: str, path: Path, context: Context) -> Iterator[Hit]:
    """Report ``item``, which the catalog does not hold, where it is meant for a Trainium or Inferentia type."""
    small = item.lower()
    plain = small.removeprefix(SAGEMAKER)
    if not (_OURS.match(plain) or context.catalog.find(plain)):
        return
    if plain != small:
        yield Hit(f"{item} is a name of SageMaker's: those of EC2 begin without {SAGEMAKER}", path, f"write {plain}")
    elif small != item:
        text = f"no instance type {item} is known: names are in small letters"
        yield Hit(text, path, nearest(small, context.catalog.types))
    elif item.startswith("trn3"):
        text = f"{item} is not in the catalog: AWS has published no EC2 name for Trn3 yet"
        yield Hit(text, path, level=Level.WARNING)
    elif not item.startswith("inf1"):
        yield Hit(f"no instance type {item} is known", path, nearest(item, context.catalog.types))


RULE = Rule(
    id="TRN010",
    title="Trainium and Inferentia types exist",
    level=Level.ERROR,
    why="A mistyped type is refused at the first launch, after the stack was made.",
    source="catalog, instance types",
    on="launch",
    check=check,
    fix="correct the name; for a type newer than this release set CDK_TRAINIUM_CATALOG to an overlay",
)
