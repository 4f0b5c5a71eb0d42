"""The scheduled job runs each of its parts, and fails when one of them does."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

JOB = Path(__file__).parents[2] / ".ci" / "scheduled"
PARTS = ["make install", "python tools/example_dates.py --check", "python3 tools/bounds.py"]
PARTS += ["python3 tools/bounds.py --upgrade"]

pytestmark = pytest.mark.skipif(not JOB.exists(), reason="an sdist has no jobs of CI")


def stand_in(path: Path, failing: str) -> None:
    """A program that notes how it was called, and fails at one of the calls."""
    called = f'call="{path.name} $*"; echo "$call" >> "$CALLS"'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\n{called}\ntest "$call" != "{failing}"\n')
    path.chmod(0o755)


@pytest.mark.parametrize("failing", ["none", *PARTS[1:]])
def test_each_part_runs_whatever_the_others_say(tmp_path: Path, failing: str) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(JOB, tmp_path / ".ci")
    for program in ("bin/make", "bin/python3", ".venv/bin/python"):
        stand_in(tmp_path / program, failing)
    path = os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])
    environment = {"PATH": path, "CALLS": str(tmp_path / "calls")}
    done = subprocess.run([tmp_path / ".ci" / "scheduled"], env=environment, check=False)
    assert (done.returncode != 0) is (failing != "none")
    assert (tmp_path / "calls").read_text().splitlines() == PARTS
