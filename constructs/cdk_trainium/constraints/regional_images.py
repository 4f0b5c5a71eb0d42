"""Which regions lack a tree of public image parameters, as far as the dated catalog knows."""

from __future__ import annotations

from typing import NamedTuple

from ..catalog import Catalog

__all__ = ["REGION_WITHOUT_IMAGE", "Without", "region_without"]

REGION_WITHOUT_IMAGE = "TRN520"


class Without(NamedTuple):
    """A tree that a region was seen without."""

    tree: str
    date: str

    def told(self, path: str, region: str) -> str:
        """Return the doubt about ``path`` in ``region``, in words."""
        return f"{region} had no SSM parameter under {self.tree} on {self.date}: {path}"


def region_without(catalog: Catalog, path: str, region: str) -> Without | None:
    """Return the tree of ``path`` that ``region`` was seen without; None when it has it, or nobody looked."""
    for tree, entry in catalog.images["regions_without"].items():
        if path.startswith(tree) and region in entry["regions"]:
            return Without(tree, str(entry["date"]))
    return None
