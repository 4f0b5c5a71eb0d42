"""moto's idea of a service: a backend per account and region, here without anything to remember."""

from __future__ import annotations

from moto.core.base_backend import BackendDict, BaseBackend

__all__ = ["PricingBackend", "pricing_backends"]


class PricingBackend(BaseBackend):
    """Nothing to remember: prices are facts."""


pricing_backends: BackendDict[PricingBackend] = BackendDict(PricingBackend, "pricing")
