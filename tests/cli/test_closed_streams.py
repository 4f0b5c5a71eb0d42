"""Streams that the shell has closed, as with ``>&-``: no output is lost in silence, nothing takes their place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATE = '{"Resources": {"Node": {"Type": "AWS::EC2::PlacementGroup"}}}'
PRINTING = [("--help",), ("catalog",), ("schema",), ("explain", "TRN309"), ("review", "a.json"), ("init", "app")]


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "a.json").write_text(TEMPLATE)
    return tmp_path


def trnctl(folder: Path, closed: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    line = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "cdk_trainium", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "constructs")}
    return subprocess.run(line, cwd=folder, env=environment, check=False, capture_output=True, timeout=60)


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_output_without_a_stdout(here: Path, arguments: tuple[str, ...]) -> None:
    done = trnctl(here, ">&-", *arguments)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert b"stdout is closed" in done.stderr


def test_nothing_to_print_needs_no_stdout(here: Path) -> None:
    assert trnctl(here, ">&-", "review", "a.json", "--output", "report").returncode == 0
    assert (here / "report").read_text()


def test_a_report_to_a_stdout_that_is_none(here: Path) -> None:
    done = trnctl(here, ">&-", "review", "a.json", "--output", "/dev/stdout")
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_output_without_a_stderr(here: Path, arguments: tuple[str, ...]) -> None:
    done = trnctl(here, "2>&-", *arguments)
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.parametrize("closed", ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arguments", [("review", "absent.json"), ("explian",), ("review",)], ids=" ".join)
def test_an_error_without_a_stderr(here: Path, closed: str, arguments: tuple[str, ...]) -> None:
    done = trnctl(here, closed, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


@pytest.mark.parametrize("arguments", [("preflight", "--request", "-", "--offline"), ("quota", "request")])
def test_input_without_a_stdin(here: Path, arguments: tuple[str, ...]) -> None:
    done = trnctl(here, "<&-", *arguments)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)


@pytest.mark.parametrize("arguments", [("review", "a.json"), ("preflight", "--list-checks")], ids=" ".join)
def test_no_stream_at_all(here: Path, arguments: tuple[str, ...]) -> None:
    assert trnctl(here, "<&- >&- 2>&-", *arguments).returncode == 2
