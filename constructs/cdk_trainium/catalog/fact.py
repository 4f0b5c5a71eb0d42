"""One value with where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["Fact"]


class Fact(NamedTuple):
    """A value, its sources, the date it was seen and how far to trust it; ``value`` None is unknown."""

    value: Any
    source: tuple[str, ...]
    """Keys of ``Catalog.sources``, or free text from an overlay."""
    date: str
    """ISO date on which the source was read or published."""
    confidence: str
    """``documented``, ``seen in code``, ``observed``, ``inferred``, ``derived``, ``unknown`` or the overlay's word."""
    note: str = ""

    @property
    def known(self) -> bool:
        """Whether there is a value."""
        return self.value is not None

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Fact:
        """Build a fact from one object of the data files."""
        return cls(
            value=data["value"],
            source=tuple(data["source"]),
            date=data["date"],
            confidence=data["confidence"],
            note=data.get("note", ""),
        )
