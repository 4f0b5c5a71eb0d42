"""A service quota of the catalog as ``trnctl explain`` tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..catalog import Catalog, QuotaInfo
from ..demand.quantity import quantity

__all__ = ["quota_lines", "quotas_by_code"]

_ADJUSTABLE = {True: "yes", False: "no", None: "unknown"}


def quotas_by_code(catalog: Catalog) -> Mapping[str, QuotaInfo]:
    """Return the quotas whose code is known: ``L-…`` -> quota."""
    return {quota.code: quota for quota in catalog.quotas if quota.code is not None}


def quota_lines(quota: QuotaInfo) -> Iterator[str]:
    """Yield what the catalog knows of a quota; what it does not is unknown."""
    default = "unknown" if quota.default is None else f"{quantity(quota.default)} {quota.unit}"
    yield from (f"{quota.code}  {quota.name}", "")
    yield f"  kind       service quota of {quota.service}, counts {quota.unit}"
    yield f"  default    {default}"
    yield f"  raised     {_ADJUSTABLE[quota.adjustable]}"
    yield f"  confidence {quota.confidence}"
    if quota.adjustable:
        yield f"  by hand    trnctl quota request --service {quota.service} --code {quota.code} --value …"
