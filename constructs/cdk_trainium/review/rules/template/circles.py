"""Circles among names that refer to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

__all__ = ["circles", "without_ends"]


def circles(links: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """Yield each circle of ``links`` (name -> names it refers to) once, at the first of its names.

    A name that is in several circles is told in one of them.
    """
    left, told = without_ends(links), set[str]()
    for name in left:
        circle = [] if name in told else _circle(name, left)
        told.update(circle)
        if circle:
            yield circle


def without_ends(links: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Leave out, again and again, the names that refer to none left: mostly all, and cheaply so."""
    left = dict(links)
    while ends := {name for name, others in left.items() if not others}:
        left = {name: others - ends for name, others in left.items() if name not in ends}
    return left


def _circle(start: str, links: Mapping[str, set[str]]) -> list[str]:
    """Return the shortest way from ``start`` back to it; nothing when there is none."""
    ways, seen = [[start]], {start}
    for way in ways:
        for name in sorted(links[way[-1]]):
            if name == start:
                return way
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []
