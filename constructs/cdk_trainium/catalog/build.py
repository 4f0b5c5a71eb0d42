"""The catalog as one object, read from the data files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pkgutil import get_data
from typing import Any

from .fact import Fact
from .instance_type import InstanceTypeInfo
from .quota import QuotaFamily, QuotaInfo, quota_family
from .ultraserver import UltraServerInfo

__all__ = ["Catalog", "default"]


def _data(name: str) -> Any:
    return json.loads(get_data(__package__, f"data/{name}.json") or b"")


@dataclass(frozen=True)
class Catalog:
    """All facts; immutable, an overlay gives a new one (`overlaid`)."""

    types: Mapping[str, InstanceTypeInfo]
    ultraservers: Mapping[str, UltraServerInfo]

    def find(self, instance_type: str) -> InstanceTypeInfo | None:
        """Return the entry whose catalog name or EC2 name is ``instance_type``."""
        return self.types.get(instance_type) or self._by_ec2_name.get(instance_type)

    @cached_property
    def short_regions(self) -> Mapping[str, str]:
        """Short names that zone ids begin with, as far as an offering was seen there -> region: ``use2``."""
        offered = [pair for info in self.types.values() for pair in (info.zone_ids or {}).items()]
        return {zone.partition("-")[0]: region for region, zones in offered for zone in zones}

    @cached_property
    def _by_ec2_name(self) -> Mapping[str, InstanceTypeInfo]:
        return {info.ec2_name: info for info in self.types.values() if info.ec2_name}

    @cached_property
    def sources(self) -> Mapping[str, Mapping[str, str]]:
        """Key of a source -> title, ref, date, kind."""
        sources: Mapping[str, Mapping[str, str]] = _data("sources")
        return sources

    @cached_property
    def quotas(self) -> tuple[QuotaInfo, ...]:
        """Every quota that matters to a cluster."""
        names = QuotaInfo._fields
        return tuple(QuotaInfo(**{name: item[name] for name in names}) for item in _data("quotas"))

    def quota(self, service: str, code: str) -> QuotaInfo | None:
        """Return the quota ``code`` of ``service``, None when the catalog does not know it."""
        return next((item for item in self.quotas if (item.service, item.code) == (service, code)), None)

    @cached_property
    def _quota_families(self) -> Mapping[str, Any]:
        families: Mapping[str, Any] = _data("quota_families")
        return families

    def instance_quotas(self, instance_type: str) -> QuotaFamily | None:
        """Return the vCPU quotas that ``instance_type`` counts against on demand and as spot, None when unknown."""
        letters = quota_family(instance_type)
        for item in self._quota_families["families"]:
            if letters in item["prefixes"]:
                return QuotaFamily(item["name"], tuple(item["prefixes"]), item["on_demand"], item["spot"])
        return None

    def block_quotas(self, instance_type: str) -> tuple[str | None, str | None]:
        """Return the codes of the Capacity Block quotas of ``instance_type``: per account, per organization."""
        blocks = self._quota_families["blocks"]
        family = instance_type.partition(".")[0]
        codes = blocks.get(family) or blocks.get({"trn1n": "trn1", "trn2u": "trn2"}.get(family, ""), {})
        return codes.get("account"), codes.get("organization")

    @cached_property
    def limits(self) -> Mapping[str, Fact]:
        """Documented limits outside Service Quotas."""
        return {name: Fact.from_data(item) for name, item in _data("limits").items()}

    @cached_property
    def images(self) -> Mapping[str, Any]:
        """Image families by operating system, retired paths, frozen systems, regions without them, SDK releases."""
        images: Mapping[str, Any] = _data("images")
        return images

    @cached_property
    def services(self) -> Mapping[str, Fact]:
        """What services other than EC2 take of it."""
        return {name: Fact.from_data(item) for name, item in _data("services").items()}

    @cached_property
    def prices(self) -> tuple[Mapping[str, Any], ...]:
        """Prices in USD per hour and node, dated; a price of None means that AWS publishes none."""
        return tuple(_data("prices"))

    @cached_property
    def regions(self) -> Mapping[str, Any]:
        """Opt-in regions and the regions documented for Capacity Blocks."""
        regions: Mapping[str, Any] = _data("regions")
        return regions


def facts_of(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Fact]:
    """Return the facts of one entry of the data files."""
    return {name: Fact.from_data(item) for name, item in data.items()}


@cache
def default() -> Catalog:
    """Return the catalog of this release, read once per process."""
    return Catalog(
        types={name: InstanceTypeInfo(name, facts_of(item)) for name, item in _data("instance_types").items()},
        ultraservers={name: UltraServerInfo(name, facts_of(item)) for name, item in _data("ultraservers").items()},
    )
