"""A real client proves it: synth, preflight finds the quota too small, an increase is granted, then it deploys."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cdk_trainium.sandbox import process
from cdk_trainium.sandbox.endpoint import ACCOUNT, REMOVED, environment

from .account import nodes
from .conftest import REGION, ROOT, Cdk, find_cli

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.e2e
CLUSTER = str(ROOT / "clusters" / "trn2-on-demand.yaml")


@pytest.fixture
def poor(tmp_path: Path) -> Iterator[Cdk]:
    """The CLI on this app, in a sandbox of its own whose quota holds no node."""
    running = process.start(tmp_path)
    process.control(running, "scenario", {"quotas": {"L-2C3B7624": 64}})
    kept = {name: value for name, value in os.environ.items() if name not in REMOVED and not name.startswith("AWS_")}
    own = {"PYTHONPATH": str(ROOT / "constructs"), "CDK_HOME": str(tmp_path), "NO_COLOR": "1", "CI": "true"}
    cdk = Cdk(find_cli(), ROOT, {**kept, **environment(running.url, REGION), **own}, tmp_path / "cdk.out")
    try:
        cdk.run("bootstrap", f"aws://{ACCOUNT}/{REGION}")
        yield cdk
    finally:
        process.stop(tmp_path)


def trnctl(cdk: Cdk, *arguments: str, code: int) -> str:
    command = [sys.executable, "-m", "cdk_trainium", *arguments]
    done = subprocess.run(command, env=cdk.env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def findings(cdk: Cdk, code: int) -> list[dict[str, Any]]:
    report = json.loads(trnctl(cdk, "preflight", str(cdk.out), "--format", "json", code=code))
    return [item for item in report["findings"] if item["level"] in ("error", "unknown")]


def test_what_preflight_says_is_what_happens(poor: Cdk) -> None:
    poor.run("synth", "--quiet", cluster=CLUSTER)
    (on_demand, reserved) = findings(poor, code=1)
    assert {on_demand["id"], reserved["id"]} == {"quota-on-demand", "quota-reservations"}
    evidence = on_demand["evidence"]
    assert [evidence[name] for name in ("code", "have", "used", "need", "missing")] == ["L-2C3B7624", 64, 0, 192, 128]
    refused = poor.deploy(code=1, cluster=CLUSTER)
    assert "vCPU" in refused.output
    request = ("--service", "ec2", "--code", evidence["code"], "--value", str(evidence["request"]))
    trnctl(poor, "quota", "request", *request, "--yes", code=0)
    assert findings(poor, code=0) == []
    poor.deploy(cluster=CLUSTER)
    assert [item["InstanceType"] for item in nodes(poor)] == ["trn2.48xlarge"]
