"""Products of AmazonEC2: on-demand prices that the catalog knows, and blocks at 0.00, as AWS lists them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from ...catalog import default
from ..ec2 import offers

__all__ = ["products"]

_UNIT = "Hrs"


@cache
def products() -> tuple[dict[str, Any], ...]:
    """Return every product, in one order."""
    return (*_on_demand(), *_blocks())


def _on_demand() -> Iterator[dict[str, Any]]:
    for item in default().prices:
        price, places = item["usd_per_hour"], item["region"]
        if item["purchase"] != "on-demand" or not price or item["confidence"] == "low":
            continue
        for name in item["types"]:
            for region in places.replace("/", ",").split(","):
                yield _product(name, region.strip(), "OnDemand", f"{price:.10f}")


def _blocks() -> Iterator[dict[str, Any]]:
    # A block's price is the upfront fee of its offering; the list says 0.00.
    for name in default().types:
        if "capacity-block" in (offers.type_info(name) or {}).get("SupportedUsageClasses", []):
            for region in sorted(default().types[name].zone_ids or {}):
                yield _product(name, region, "CapacityBlock", "0.0000000000")


def _product(name: str, region: str, market: str, price: str) -> dict[str, Any]:
    sku = "SIM" + hashlib.sha256(f"{name}/{region}/{market}".encode()).hexdigest()[:13].upper()
    info = offers.type_info(name) or {}
    attributes = {
        "servicecode": "AmazonEC2",
        "instanceType": name,
        "regionCode": region,
        "marketoption": market,
        "operatingSystem": "Linux",
        "preInstalledSw": "NA",
        "tenancy": "Shared",
        "capacitystatus": "Used" if market == "OnDemand" else "AllocatedCapacityReservation",
        "locationType": "AWS Region",
        "vcpu": str(offers.vcpus(name)),
        "memory": f"{info.get('MemoryInfo', {}).get('SizeInMiB', 0) // 1024} GiB",
    }
    dimension = {"unit": _UNIT, "beginRange": "0", "endRange": "Inf", "pricePerUnit": {"USD": price}, "appliesTo": []}
    term = {"sku": sku, "offerTermCode": "JRTCKXETXF", "termAttributes": {}, "priceDimensions": {f"{sku}.1": dimension}}
    return {
        "product": {"productFamily": "Compute Instance", "sku": sku, "attributes": attributes},
        "serviceCode": "AmazonEC2",
        "terms": {"OnDemand": {f"{sku}.JRTCKXETXF": term}},
        "version": "simulated",
        "publicationDate": "2026-10-03T00:00:00Z",
    }
