"""Facts about instance types, UltraServers, images, quotas and regions, each with source, date and confidence."""

from __future__ import annotations

from .build import Catalog, default
from .fact import Fact
from .instance_type import InstanceTypeInfo, NetworkCard
from .overlay import overlaid, selected
from .quota import QuotaInfo, quota_family
from .ultraserver import UltraServerInfo

__all__ = [
    "Catalog",
    "Fact",
    "InstanceTypeInfo",
    "NetworkCard",
    "QuotaInfo",
    "UltraServerInfo",
    "default",
    "overlaid",
    "quota_family",
    "selected",
]
