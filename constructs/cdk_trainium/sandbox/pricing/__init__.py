"""The Price List service, which moto lacks altogether."""

from __future__ import annotations

import importlib
import re
import sys

from moto import backend_index

_URL = re.compile(r"https?://(api\.)?pricing\.(.+)\.amazonaws\.com")


def install() -> None:
    """Make the service known to moto: the URL pattern, and the module that moto looks for by name."""
    from ..operations import ADDED
    from .responses import PricingResponse

    sys.modules["moto.pricing"] = importlib.import_module(".models", __name__)
    backend_index.backend_url_patterns.append(("pricing", _URL))
    ADDED["pricing"] = set(PricingResponse.OPERATIONS)
