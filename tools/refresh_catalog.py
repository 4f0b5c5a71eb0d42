"""Compare the catalog with a capture of EC2's API, and write what the capture can give.

    aws ec2 describe-instance-types --region us-east-2 > types.json
    aws ec2 describe-instance-type-offerings --region us-east-2 --location-type availability-zone-id > zones.json
    python tools/refresh_catalog.py types.json --offerings us-east-2=zones.json [--write]

Only types that the catalog holds are compared; prints one line per difference and ends with 1 when there is any.
What the API is known to tell wrongly (accelerator memory of Trainium2) is never taken from it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cdk_trainium.plain_write import write_whole

DATA = (
    Path(__file__).resolve().parent.parent / "constructs" / "cdk_trainium" / "catalog" / "data" / "instance_types.json"
)
SOURCE = "hw.S1"


def facts_of(api: Mapping[str, Any]) -> dict[str, Any]:
    """Return the catalog facts that one item of DescribeInstanceTypes gives."""
    network, ebs = api["NetworkInfo"], api.get("EbsInfo", {})
    disks = api.get("InstanceStorageInfo", {}).get("Disks", [])
    efa = network.get("EfaInfo", {}).get("MaximumEfaInterfaces", 0) if network.get("EfaSupported") else 0
    return {
        "vcpus": api["VCpuInfo"]["DefaultVCpus"],
        "memory_gib": api["MemoryInfo"]["SizeInMiB"] // 1024,
        "efa_count": efa,
        "nvme_disks": sum(disk["Count"] for disk in disks),
        "nvme_disk_gb": disks[0]["SizeInGB"] if disks else 0,
        "ebs_max_mbps": ebs.get("EbsOptimizedInfo", {}).get("MaximumBandwidthInMbps"),
        "architecture": next(iter(api["ProcessorInfo"]["SupportedArchitectures"]), None),
        "boot_modes": sorted(api.get("SupportedBootModes", [])),
        "usage_classes": sorted(api["SupportedUsageClasses"]),
        "placement_strategies": sorted(api.get("PlacementGroupInfo", {}).get("SupportedStrategies", [])),
        "network_cards": [_card(card, bool(efa)) for card in network["NetworkCards"]],
    }


def _card(card: Mapping[str, Any], efa: bool) -> dict[str, Any]:
    types = card.get("InterfaceTypes") or (["interface", "efa", "efa-only"] if efa else ["interface"])
    return {
        "index": card["NetworkCardIndex"],
        "max_interfaces": card["MaximumNetworkInterfaces"],
        "interface_types": sorted(types, key=["interface", "efa", "efa-only"].index),
    }


def differences(
    catalog: Mapping[str, Any], capture: Mapping[str, Any], offerings: Mapping[str, Any]
) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield (type, fact, value of the catalog, value of the capture) where they differ."""
    for api in capture["InstanceTypes"]:
        entry = catalog.get(api["InstanceType"], {})
        for name, value in facts_of(api).items() if entry else ():
            known = entry[name]["value"]
            if value is not None and (sorted(known) if _is_texts(known) else known) != value:
                yield api["InstanceType"], name, known, value
    yield from _zones(catalog, offerings)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _zones(catalog: Mapping[str, Any], offerings: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    for name, entry in catalog.items():
        known = entry["zone_ids"]["value"]
        if known is None or not offerings:
            continue
        seen = dict(known)
        for region, capture in offerings.items():
            zones = sorted(o["Location"] for o in capture["InstanceTypeOfferings"] if o["InstanceType"] == name)
            seen = {
                **{key: value for key, value in seen.items() if key != region},
                **({region: zones} if zones else {}),
            }
        if seen != known:
            yield name, "zone_ids", known, dict(sorted(seen.items()))


def main(arguments: list[str] | None = None) -> int:
    """Print the differences; with ``--write`` take them over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("types", type=Path, help="output of describe-instance-types")
    parser.add_argument("--offerings", action="append", default=[], metavar="REGION=FILE")
    parser.add_argument("--date", default=datetime.now(UTC).date().isoformat(), help="date of the capture")
    parser.add_argument("--catalog", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true", help="take the differences over")
    given = parser.parse_args(arguments)
    catalog = json.loads(given.catalog.read_text(encoding="utf-8"))
    offerings = {
        item.partition("=")[0]: json.loads(Path(item.partition("=")[2]).read_text()) for item in given.offerings
    }
    found = list(differences(catalog, json.loads(given.types.read_text()), offerings))
    for name, fact, known, seen in found:
        print(f"{name} {fact}: {json.dumps(known)} -> {json.dumps(seen)}")
        catalog[name][fact] |= {"value": seen, "source": [SOURCE], "date": given.date, "confidence": "seen in code"}
    if given.write and found:
        write_whole(given.catalog, json.dumps(catalog, indent=1, ensure_ascii=False) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
