"""A sandbox for all end-to-end tests, bootstrapped once by the real CDK CLI."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlparse

import boto3
import pytest
from botocore.config import Config

from cdk_trainium.sandbox import process
from cdk_trainium.sandbox.endpoint import ACCOUNT, require_loopback, steered
from cdk_trainium.sandbox.state_file import Running

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
REGION = "us-east-2"
SECONDS = 300


@dataclass(frozen=True)
class Done:
    """What one run of the CLI gave."""

    code: int
    output: str

    def __contains__(self, text: str) -> bool:
        return text in self.output


@dataclass(frozen=True)
class Cdk:
    """The real CDK CLI on one app, with an environment that leads to the sandbox only."""

    cli: str
    app: Path
    env: dict[str, str]
    out: Path

    def run(self, *arguments: str, code: int = 0, **context: str) -> Done:
        given = [item for name, value in context.items() for item in ("--context", f"{name}={value}")]
        command = [self.cli, *arguments, *given, "--output", str(self.out)]
        done = subprocess.run(
            command, cwd=self.app, env=self.env, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        output = done.stdout + done.stderr
        assert done.returncode == code, output
        return Done(done.returncode, output)

    def deploy(self, *stacks: str, code: int = 0, **context: str) -> Done:
        return self.run("deploy", *(stacks or ("--all",)), "--require-approval", "never", code=code, **context)

    def diff(self, **context: str) -> Done:
        return self.run("diff", "--fail", **context)

    def destroy(self, **context: str) -> Done:
        return self.run("destroy", "--all", "--force", **context)

    def control(self, name: str, **given: Any) -> dict[str, Any]:
        """Ask the sandbox itself: to move its clock, to hold a block."""
        port = urlparse(self.env["AWS_ENDPOINT_URL"]).port
        assert port
        return process.control(Running(0, port), name, given)

    def client(self, service: str) -> Any:
        url = require_loopback(self.env["AWS_ENDPOINT_URL"])
        direct = Config(proxies={})
        return boto3.client(service, region_name=REGION, endpoint_url=url, config=direct)  # type: ignore[call-overload]


def find_cli() -> str:
    """Return the CLI: that of ``CDK_CLI``, else the repository's own, else the one on PATH."""
    own = ROOT / "node_modules" / ".bin" / "cdk"
    found = os.environ.get("CDK_CLI") or (str(own) if own.exists() else shutil.which("cdk"))
    if not found:
        pytest.fail("no CDK CLI: run `make install`, or set CDK_CLI")
    return found


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Start a sandbox and yield the environment that leads there."""
    place = tmp_path_factory.mktemp("sandbox")
    running = process.start(place)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    sources = os.pathsep.join([str(ROOT / "constructs"), str(ROOT)])
    own = {"PYTHONPATH": sources, "CDK_HOME": str(place), "NO_COLOR": "1", "CI": "true"}
    try:
        yield {**steered(kept, running.url, REGION), **own}
    finally:
        process.stop(place)


@pytest.fixture(scope="session")
def bootstrapped(sandbox: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Bootstrap the account."""
    place = tmp_path_factory.mktemp("bootstrap")
    cdk = Cdk(find_cli(), place, sandbox, place / "out")
    assert "bootstrapped" in cdk.run("bootstrap", f"aws://{ACCOUNT}/{REGION}")
    return sandbox


@pytest.fixture
def cdk(bootstrapped: dict[str, str], tmp_path: Path) -> Cdk:
    """The CLI on this repository's own app."""
    return Cdk(find_cli(), ROOT, bootstrapped, tmp_path / "cdk.out")


@pytest.fixture
def raw(bootstrapped: dict[str, str], tmp_path: Path) -> Cdk:
    """The CLI on the app of plain CDK beside these tests."""
    return Cdk(find_cli(), Path(__file__).parent / "apps" / "raw", bootstrapped, tmp_path / "cdk.out")
