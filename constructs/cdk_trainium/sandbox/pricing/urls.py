"""Where the service is reached; moto looks for this module beside ``models``."""

from __future__ import annotations

from .responses import PricingResponse

url_bases = [r"https?://(api\.)?pricing\.(.+)\.amazonaws\.com"]
url_paths = {"{0}/$": PricingResponse.dispatch}
