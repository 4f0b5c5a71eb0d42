"""Output that does not fit ends every verb in one way: one line and 2, and no noise of Python's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FULL = Path("/dev/full")

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")


def full(folder: Path, *arguments: str, stream: str) -> subprocess.CompletedProcess[bytes]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment["PYTHONPATH"] = str(ROOT / "constructs")
    command = [sys.executable, "-m", "cdk_trainium", *arguments]
    other = "stderr" if stream == "stdout" else "stdout"
    with FULL.open("w") as device:
        streams = {stream: device, other: subprocess.PIPE}
        return subprocess.run(command, cwd=folder, env=environment, check=False, timeout=60, **streams)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "arguments", [("--help",), ("catalog",), ("schema",), ("explain", "TRN309"), ("review", "a.json")], ids=" ".join
)
def test_output_that_does_not_fit(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "a.json").write_text('{"Resources": {"Node": {"Type": "AWS::EC2::PlacementGroup"}}}')
    done = full(tmp_path, *arguments, stream="stdout")
    assert (done.returncode, done.stderr.splitlines()) == (2, [b"error: no space left on device"])


@pytest.mark.parametrize("arguments", [("review", "absent.json"), ("explian",)], ids=" ".join)
def test_an_error_that_does_not_fit(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = full(tmp_path, *arguments, stream="stderr")
    assert (done.returncode, done.stdout) == (2, b"")
