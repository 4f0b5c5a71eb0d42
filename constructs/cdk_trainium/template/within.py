"""Which files may be read beside those that were named: those below the same folders.

A template comes from anywhere. What it points to outside of what was given is none of the reviewer's choice, and its
content belongs into no report.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path

__all__ = ["folders_of", "leaves"]


def folders_of(paths: Iterable[Path]) -> frozenset[str]:
    """Return the folders of those of ``paths`` that are there, links followed: a folder itself, that of a file."""
    there = [path for path in paths if os.path.exists(path)]
    return frozenset(os.path.realpath(path if path.is_dir() else path.parent) for path in there)


def leaves(path: Path, folders: Collection[str]) -> bool:
    """Return whether ``path``, links followed, lies outside of all ``folders``; a name that no file can have does not.

    What is wrong with such a name, reading tells.
    """
    try:
        real = Path(os.path.realpath(path))
    except ValueError:
        return False
    return not any(real.is_relative_to(folder) for folder in folders)
