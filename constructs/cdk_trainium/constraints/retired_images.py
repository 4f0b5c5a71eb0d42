"""Which public image paths AWS has stopped publishing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ..catalog import Catalog
from .image_path import ImagePath

__all__ = ["frozen_since", "is_retired", "listed_until"]

_CHOICE = re.compile(r"\{([^{}]*)\}")


def frozen_since(catalog: Catalog, image: ImagePath) -> str:
    """Return the date since when no image of this system is published, empty when some are."""
    entry = catalog.images["frozen_os"].get(image.os)
    return "" if entry is None else str(entry["since"])


def is_retired(catalog: Catalog, path: str) -> bool:
    """Return whether ``path`` is one of those that AWS no longer lists."""
    return any(True for _ in _retired(catalog, path))


def listed_until(catalog: Catalog, path: str) -> str:
    """Return the month (``2024-12``) in which ``path`` was last listed, empty when it still is or is unknown."""
    return next((str(item["listed"]).rpartition("..")[2] for item in _retired(catalog, path)), "")


def _retired(catalog: Catalog, path: str) -> Iterator[Mapping[str, Any]]:
    for item in catalog.images["retired"]:
        if _pattern(item["path"]).match(path):
            yield item


@cache
def _pattern(written: str) -> re.Pattern[str]:
    """Turn ``/a/{x,y}`` and ``/a/*`` of the data file into a pattern of whole path segments."""
    parts: list[str] = []
    at = 0
    for choice in _CHOICE.finditer(written):
        options = "|".join(re.escape(option) for option in choice.group(1).split(","))
        parts += [re.escape(written[at : choice.start()]), f"(?:{options})"]
        at = choice.end()
    parts.append(re.escape(written[at:]).replace(r"\*", ".*"))
    return re.compile("".join(parts) + r"(?:/|$)")
