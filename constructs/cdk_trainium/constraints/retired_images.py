"""Which public image paths AWS has stopped publishing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
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
        if f"{path}/".startswith(_folders(item["path"])):
            yield item


@cache
def _folders(written: str) -> tuple[str, ...]:
    """Return ``/a/{x,y}`` of the data file as ``/a/x/`` and ``/a/y/``, ``/a/*`` as ``/a/``."""
    parts = _CHOICE.split(written.removesuffix("/*"))
    options = [part.split(",") if at % 2 else [part] for at, part in enumerate(parts)]
    return tuple("".join(chosen) + "/" for chosen in product(*options))
