"""A pipe that nobody reads ends every verb in one way: quietly, and with no code that means a finding."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cdk_trainium.cli.ending import UNREAD

ROOT = Path(__file__).parents[2]
VERBS = [
    ("--help",),
    ("preflight", "--help"),
    ("preflight", "--list-checks"),
    ("preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2", "--offline"),
    ("demand", "cluster.yaml"),
    ("catalog",),
    ("explain",),
    ("explain", "TRN309"),
    ("schema",),
    ("completion", "bash"),
    ("doctor", "--offline"),
    ("init", "app"),
    ("review", "template.json", "--region", "us-east-2"),
    ("review", "template.json", "--region", "us-east-2", "--format", "json"),
]
TEMPLATE = '{"Resources": {"Node": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}}}}'
CLUSTER = """
name: a
region: us-east-2
zone: us-east-2b
image: {id: ami-0123456789abcdef0}
groups: [{name: train, instance_type: trn2.48xlarge, capacity: {kind: on-demand}}]
"""


def unread(folder: Path, *arguments: str, stream: str) -> subprocess.CompletedProcess[bytes]:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "cdk_trainium", *arguments]
    other = "stderr" if stream == "stdout" else "stdout"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "constructs")}
    try:
        streams = {stream: writing, other: subprocess.PIPE}
        return subprocess.run(command, cwd=folder, env=environment, check=False, timeout=60, **streams)  # type: ignore[call-overload]
    finally:
        os.close(writing)


@pytest.mark.parametrize("arguments", VERBS, ids=" ".join)
def test_output_that_nobody_reads(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "template.json").write_text(TEMPLATE)
    (tmp_path / "cluster.yaml").write_text(CLUSTER)
    done = unread(tmp_path, *arguments, stream="stdout")
    assert done.returncode == UNREAD
    assert done.stderr == b""


@pytest.mark.parametrize("arguments", [("review", "absent.json"), ("demand", "absent.yaml"), ("explian",)])
def test_an_error_that_nobody_reads(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = unread(tmp_path, *arguments, stream="stderr")
    assert (done.returncode, done.stdout) == (UNREAD, b"")
