"""Instance types as SageMaker HyperPod writes them."""

from __future__ import annotations

import re

from ..catalog import Catalog
from ..wording import nearest

__all__ = ["unknown_hyperpod_type"]

_PREFIX = "ml."
_OURS = re.compile(r"(trn|inf)\d")


def unknown_hyperpod_type(written: str, catalog: Catalog) -> str:
    """Return why ``written`` (``ml.trn2.48xlarge``) cannot be counted as a type; empty for a known one.

    Of other families than Trainium and Inferentia the catalog does not hold every type: only the prefix is judged.
    """
    name = written.removeprefix(_PREFIX)
    if name == written:
        return f"{written} is no type of HyperPod: their names begin with {_PREFIX}"
    if catalog.find(name) is not None or not _OURS.match(name.lower()):
        return ""
    hint = nearest(name, catalog.types)
    return f"no instance type {written} is known" + (f"; {hint}" if hint else "")
