"""Finds folders of the user's that hide the packages an app needs: a folder ``constructs`` with an ``__init__.py``."""

from __future__ import annotations

from pathlib import Path

from .errors import InputError, Problem

__all__ = ["SHADOWED", "refuse_shadows", "shadows"]

SHADOWED = ("constructs", "aws_cdk", "jsii")
"""Packages that an app imports; a folder of the same name beside the app is found first."""


def shadows(folder: Path) -> list[Path]:
    """Return the folders in ``folder`` that hide a package; one without ``__init__.py`` does no harm."""
    return [folder / name for name in SHADOWED if (folder / name / "__init__.py").is_file()]


def refuse_shadows(folder: Path) -> None:
    """Refuse to go on where ``import aws_cdk`` would fail for a reason that its error does not tell.

    Raises:
        InputError: ``TRN037``: a folder hides a package; the hint says to rename it.
    """
    found = shadows(folder)
    if found:
        raise InputError(
            str(folder),
            [
                Problem("TRN037", f"hides the package {path.name}", f"{path.name}/", hint="rename the folder")
                for path in found
            ],
        )
