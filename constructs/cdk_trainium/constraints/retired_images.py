"""Which public image paths AWS has stopped publishing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from ..catalog import Catalog
from .image_path import ImagePath

__all__ = ["frozen_since", "is_retired", "listed_until", "never_listed", "of_the_past"]

_NEURON = "/aws/service/neuron/"
_TREE = f"{_NEURON}dlami/"
_NEWEST = "/latest/"
_FILE = f"{_NEWEST}image_id"
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


def never_listed(catalog: Catalog, path: str) -> str:
    """Return the date of the catalog's list when ``path`` is of AWS's Neuron tree and on no list, else empty.

    Such a path may be newer than the list, or a slip; names of parameters differ by case. A path with a part that is
    not known is not judged, nor is the last part, see `check_image_parameter`.
    """
    listed = catalog.images["listed"]
    if not path.lower().startswith(_NEURON) or "${" in path or is_retired(catalog, path):
        return ""
    newest = [f"{folder.removesuffix('/')}{_NEWEST}" for item in listed["paths"] for folder in _folders(item)]
    current = f"{path}/".startswith(tuple(newest))
    return "" if current else str(listed["date"])


def of_the_past(catalog: Catalog, path: str) -> str:
    """Return the folder of a Neuron ``path``, framework or system, that only retired paths have; empty when none is."""
    current = {folder for item in catalog.images["listed"]["paths"] for folder in _below(_folders(item))}
    gone = {folder for item in catalog.images["retired"] for folder in _below(_folders(item["path"]))}
    return next((folder for folder in _below((path,)) if folder in gone - current), "")


def _below(paths: Iterable[str]) -> Iterator[str]:
    """Yield framework and system of paths in AWS's Neuron tree: the two folders below it."""
    for path in paths:
        yield from (folder for folder in path.removeprefix(_TREE).split("/")[:2] if folder)


def _retired(catalog: Catalog, path: str) -> Iterator[Mapping[str, Any]]:
    for item in catalog.images["retired"]:
        if f"{path}/".startswith(_folders(item["path"])):
            yield item


@cache
def _folders(written: str) -> tuple[str, ...]:
    """Return the folders of a path of the data file: ``/a/{x,y}/latest/image_id`` are ``/a/x/`` and ``/a/y/``."""
    parts = _CHOICE.split(written.removesuffix("/*").removesuffix(_FILE))
    options = [part.split(",") if at % 2 else [part] for at, part in enumerate(parts)]
    return tuple("".join(chosen) + "/" for chosen in product(*options))
