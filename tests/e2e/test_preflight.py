"""A real client proves it: synth, preflight finds the quota too small, an increase is granted, then it deploys."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from cdk_trainium.sandbox import process
from cdk_trainium.sandbox.endpoint import ACCOUNT, steered

from .account import groups, nodes
from .conftest import REGION, ROOT, Cdk, find_cli

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.e2e
CLUSTER = str(ROOT / "clusters" / "trn2-on-demand.yaml")


@contextmanager
def sandbox(folder: Path, app: Path, scenario: dict[str, object]) -> Iterator[Cdk]:
    """The CLI on ``app``, in a bootstrapped sandbox of its own."""
    running = process.start(folder)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    own = {"PYTHONPATH": str(ROOT / "constructs"), "CDK_HOME": str(folder), "NO_COLOR": "1", "CI": "true"}
    cdk = Cdk(find_cli(), app, {**steered(kept, running.url, REGION), **own}, folder / "cdk.out")
    try:
        process.control(running, "scenario", scenario)
        cdk.run("bootstrap", f"aws://{ACCOUNT}/{REGION}")
        yield cdk
    finally:
        process.stop(folder)


@pytest.fixture
def poor(tmp_path: Path) -> Iterator[Cdk]:
    """This app, in an account whose quota holds no node."""
    with sandbox(tmp_path, ROOT, {"quotas": {"L-2C3B7624": 64}}) as cdk:
        yield cdk


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Cdk]:
    """A foreign app whose block starts in a week, in an account whose interface quota is too small for it."""
    app = tmp_path / "team_stack"
    shutil.copytree(ROOT / "examples" / "team_stack", app, ignore=shutil.ignore_patterns("tests", "cdk.out"))
    file = app / "stacks" / "training.py"
    start = (datetime.now(UTC) + timedelta(days=7)).replace(hour=11, minute=30, second=0, microsecond=0)
    text = file.read_text("utf-8")
    for name, moment in (("start", start), ("end", start + timedelta(days=7))):
        text, count = re.subn(rf'"{name}": "[^"]+"', f'"{name}": "{moment.isoformat()}"', text)
        assert count == 1
    file.write_text(text, "utf-8")
    block = {"count": 8, "zone": "us-east-2b", "reservation_id": "cr-0123456789abcdef0"}
    bought = {**block, "start": start.isoformat(), "end": (start + timedelta(days=7)).isoformat()}
    with sandbox(tmp_path, app, {"quotas": {"L-DF5E4CA3": 100}, "blocks": [bought]}) as cdk:
        yield cdk


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
    (finding,) = findings(poor, code=1)
    assert finding["id"] == "quota-on-demand"
    evidence = finding["evidence"]
    assert [evidence[name] for name in ("code", "have", "used", "need", "missing")] == ["L-2C3B7624", 64, 0, 192, 128]
    refused = poor.deploy(code=1, cluster=CLUSTER)
    assert "vCPU" in refused.output
    request = ("--service", "ec2", "--code", evidence["code"], "--value", str(evidence["increase"]["desired_value"]))
    trnctl(poor, "quota", "request", *request, "--yes", code=0)
    assert findings(poor, code=0) == []
    poor.deploy(cluster=CLUSTER)
    assert [item["InstanceType"] for item in nodes(poor)] == ["trn2.48xlarge"]


def test_a_foreign_app_is_refused_raised_and_deployed(team: Cdk) -> None:
    team.run("synth", "--quiet")
    (finding,) = findings(team, code=1)
    evidence = finding["evidence"]
    assert finding["id"] == "quota-network-interfaces"
    assert [evidence[name] for name in ("code", "have", "used", "need", "missing")] == ["L-DF5E4CA3", 100, 0, 128, 28]
    request = ("--service", "vpc", "--code", evidence["code"], "--value", str(evidence["increase"]["desired_value"]))
    trnctl(team, "quota", "request", *request, "--yes", code=0)
    assert findings(team, code=0) == []
    team.deploy()
    (group,) = groups(team)
    assert (group["DesiredCapacity"], group["MaxSize"]) == (0, 8)
