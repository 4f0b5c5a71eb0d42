"""What a terminal is sent, in a terminal of its own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATE = '{"Resources": {"Node": {"Type": "AWS::EC2::Instance", "Properties": {"InstanceType": "trn1.2xlarge"}}}}'
REVIEW = ("review", "t.json")
PREFLIGHT = ("preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2", "--offline")


def shown(folder: Path, *arguments: str, **variables: str) -> bytes:
    """Return what ``trnctl`` shows on a terminal."""
    (folder / "t.json").write_text(TEMPLATE)
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    environment = {**kept, "PYTHONPATH": str(ROOT / "constructs"), **variables}
    ours, theirs = pty.openpty()
    line = [sys.executable, "-m", "cdk_trainium", *arguments]
    with subprocess.Popen(line, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        said = _all_of(ours)
    os.close(ours)
    return said


def _all_of(terminal: int) -> bytes:
    parts = []
    try:
        while part := os.read(terminal, 65_536):
            parts.append(part)
    except OSError:  # so Linux tells the end
        pass
    return b"".join(parts)


@pytest.mark.parametrize("verb", [REVIEW, PREFLIGHT], ids=["review", "preflight"])
def test_a_terminal_that_only_prints_is_sent_text_only(tmp_path: Path, verb: tuple[str, ...]) -> None:
    said = shown(tmp_path, *verb, TERM="dumb")
    assert (b"\x1b" in said, b"trn" in said.lower()) == (False, True)


@pytest.mark.parametrize(("value", "colored"), [("1", False), ("", True)])
def test_colours_are_turned_off_by_a_value_that_is_not_empty(tmp_path: Path, value: str, colored: bool) -> None:
    assert (b"\x1b[31m" in shown(tmp_path, *REVIEW, TERM="xterm", NO_COLOR=value)) is colored
