"""The refresh tool takes what a capture gives, shows the difference, and writes only when asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from .script import script

refresh = script("refresh_catalog")

API: dict[str, Any] = {
    "InstanceType": "trn2.3xlarge",
    "VCpuInfo": {"DefaultVCpus": 12},
    "MemoryInfo": {"SizeInMiB": 131072},
    "InstanceStorageInfo": {"Disks": [{"SizeInGB": 470, "Count": 1}]},
    "EbsInfo": {"EbsOptimizedInfo": {"MaximumBandwidthInMbps": 5000}},
    "ProcessorInfo": {"SupportedArchitectures": ["x86_64"]},
    "SupportedBootModes": ["uefi", "legacy-bios"],
    "SupportedUsageClasses": ["spot", "on-demand", "capacity-block"],
    "PlacementGroupInfo": {"SupportedStrategies": ["spread", "cluster", "partition"]},
    "NetworkInfo": {
        "EfaSupported": True,
        "EfaInfo": {"MaximumEfaInterfaces": 1},
        "NetworkCards": [{"NetworkCardIndex": 0, "MaximumNetworkInterfaces": 2}],
    },
    "NeuronInfo": {"TotalNeuronDeviceMemoryInMiB": 524288},
}


def _run(folder: Path, api: dict[str, Any], *flags: str) -> tuple[int, Path]:
    capture, catalog = folder / "types.json", folder / "catalog.json"
    capture.write_text(json.dumps({"InstanceTypes": [api, {**api, "InstanceType": "t3.micro"}]}))
    catalog.write_text(refresh.DATA.read_text())
    return refresh.main([str(capture), "--catalog", str(catalog), *flags]), catalog


def test_a_capture_that_agrees_shows_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tmp_path, API)[0] == 0
    assert capsys.readouterr().out == ""


def test_a_difference_is_shown_and_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, catalog = _run(tmp_path, {**API, "VCpuInfo": {"DefaultVCpus": 16}})
    assert code == 1
    assert capsys.readouterr().out == "trn2.3xlarge vcpus: 12 -> 16\n"
    assert catalog.read_text() == refresh.DATA.read_text()


def test_written_when_asked_and_memory_of_the_accelerator_never(tmp_path: Path) -> None:
    _, catalog = _run(tmp_path, {**API, "VCpuInfo": {"DefaultVCpus": 16}}, "--write", "--date", "2027-01-01")
    entry = json.loads(catalog.read_text())["trn2.3xlarge"]
    assert entry["vcpus"]["value"] == 16
    assert entry["vcpus"]["date"] == "2027-01-01"
    assert entry["hbm_gib"]["value"] == 96


def test_zones_follow_the_offerings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    offerings = tmp_path / "zones.json"
    offered = [{"InstanceType": "trn2.3xlarge", "Location": "use2-az1"}]
    offerings.write_text(json.dumps({"InstanceTypeOfferings": offered}))
    assert _run(tmp_path, API, "--offerings", f"us-east-2={offerings}")[0] == 1
    assert "trn2.3xlarge zone_ids" in capsys.readouterr().out
