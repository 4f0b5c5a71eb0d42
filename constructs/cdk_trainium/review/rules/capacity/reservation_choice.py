"""What to say of a target that stands for several reservations, of which EC2 takes any that matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ....findings import Level
from ....template import Value
from ...model import Launch
from ...model.targets import hidden_by
from ...rule import Hit

__all__ = ["of_choice"]


def of_choice(launch: Launch, target: Value, hits: Sequence[Sequence[Hit]]) -> Iterator[Hit]:
    """Yield those of ``hits`` (of each reservation its own) that hold: none where one matches, all where none does.

    Where some may match, the first is told as unknown.
    """
    if not all(hits):
        return
    if len(hits) == 1 or all(any(hit.level is not Level.UNKNOWN for hit in own) for own in hits):
        yield from chain(*hits)
        return
    first = next(chain(*hits))
    text = f"{hidden_by(launch.world, target)}; of one, {first.message}"
    yield first._replace(message=text, level=Level.UNKNOWN, hint="")
