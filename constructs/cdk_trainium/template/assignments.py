"""Which values parameters have together: one assignment after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod

__all__ = ["Axis", "Step", "assignments", "axes_of", "size_of"]

Step = tuple[Mapping[str, str], bool]
"""The value of one parameter, or of all those that a parent hands over at once, and whether the defaults lead there."""
Axis = Sequence[Step]
"""Every step that one parameter, or those of a parent, may take."""


def axes_of(choices: Mapping[str, Sequence[tuple[str, bool]]], together: Sequence[Step]) -> list[Axis]:
    """Return the axes of ``choices``: of each parameter alone, and one of all that a parent decides.

    Args:
        choices: parameter -> its values that matter, each with whether it is the default.
        together: what a parent hands over in each of its branches.
    """
    joint = [name for name in choices if together and name in together[0][0]]
    alone: list[Axis] = [
        [({name: value}, default) for value, default in values] for name, values in choices.items() if name not in joint
    ]
    return [*alone, _joint(joint, choices, together)] if joint else alone


def _joint(names: Sequence[str], choices: Mapping[str, Sequence[tuple[str, bool]]], together: Sequence[Step]) -> Axis:
    found: dict[tuple[str, ...], bool] = {}
    for values, default in together:
        key = tuple(values[name] for name in names)
        found[key] = found.get(key, False) or default
    wanted = [{value for value, _ in choices[name]} for name in names]
    fitting = {
        key: default
        for key, default in found.items()
        if all(value in own for value, own in zip(key, wanted, strict=True))
    }
    steps = fitting or found
    return [(dict(zip(names, key, strict=True)), default or not any(steps.values())) for key, default in steps.items()]


def size_of(axes: Sequence[Axis]) -> int:
    """Return how many assignments there are."""
    return prod(map(len, axes))


def assignments(axes: Sequence[Axis], most: int) -> Iterator[Step]:
    """Yield every assignment; when they are more than ``most``, the defaults and what differs in one axis."""
    for steps in product(*axes) if size_of(axes) <= most else _nearest(axes, most):
        values = {name: value for step, _ in steps for name, value in step.items()}
        yield values, all(default for _, default in steps)


def _nearest(axes: Sequence[Axis], most: int) -> Iterator[tuple[Step, ...]]:
    first = tuple(next((item for item in axis if item[1]), axis[0]) for axis in axes)
    yield first
    others = ((at, item) for at, axis in enumerate(axes) for item in axis if item != first[at])
    yield from ((*first[:at], item, *first[at + 1 :]) for at, item in islice(others, 2 * most))
