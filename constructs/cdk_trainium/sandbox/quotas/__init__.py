"""Service Quotas of the simulated account."""

from __future__ import annotations


def install() -> None:
    """Answer Service Quotas' operations from the catalog and the scenario."""
    from moto.servicequotas.responses import ServiceQuotasResponse

    from ..operations import add
    from . import read, request

    add("service-quotas", ServiceQuotasResponse, read.HANDLERS | request.HANDLERS)
