"""Finds folders and files of the user's that hide the packages an app needs, such as ``constructs.py``."""

from __future__ import annotations

from importlib.machinery import all_suffixes
from os.path import isfile
from pathlib import Path

from .errors import InputError, Problem

__all__ = ["SHADOWED", "refuse_shadows", "shadows"]

SHADOWED = ("constructs", "aws_cdk", "jsii")
"""Packages that an app imports; a folder or a module of the same name beside the app is found first."""


def shadows(folder: Path) -> list[Path]:
    """Return what in ``folder`` hides a package, relative to it; a folder without ``__init__.py`` does no harm."""
    suffixes = all_suffixes()
    names = [f"{name}{rest}" for name in SHADOWED for rest in (*("/__init__" + one for one in suffixes), *suffixes)]
    return [Path(name) for name in names if isfile(folder / name)]  # a closed one hides nothing


def refuse_shadows(folder: Path) -> None:
    """Refuse to go on where ``import aws_cdk`` would fail for a reason that its error does not tell.

    Raises:
        InputError: ``TRN037``: a folder or a module hides a package; the hint says to rename it.
    """
    problems = [
        Problem(
            "TRN037", f"hides the package {path.parts[0].partition('.')[0]}", str(path), hint=f"rename {path.parts[0]}"
        )
        for path in shadows(folder)
    ]
    if problems:
        raise InputError(str(folder), problems)
