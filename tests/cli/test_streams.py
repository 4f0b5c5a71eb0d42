"""Streams that are closed, as with ``>&-``, or cannot hold a character: nothing is lost in silence or breaks off."""

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
    return ended(folder, line)


def ended(folder: Path, line: list[str], **variables: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "constructs"), **variables}
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


@pytest.mark.parametrize(("closed", "path"), [("<&-", "/dev/stdin"), (">&-", "/dev/stdout"), ("2>&-", "/dev/fd/2")])
@pytest.mark.parametrize("verb", ["review", "demand"])
def test_a_closed_stream_is_no_folder_to_search(here: Path, verb: str, closed: str, path: str) -> None:
    done = trnctl(here, closed, verb, path)
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("arguments", [("review", "a.json"), ("preflight", "--list-checks")], ids=" ".join)
def test_no_stream_at_all(here: Path, arguments: tuple[str, ...]) -> None:
    assert trnctl(here, "<&- >&- 2>&-", *arguments).returncode == 2


BEYOND = '{"Resources": {"N\u00f6de\u2026": {"Type": "AWS::EC2::PlacementGroup"}}}'


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8:strict"])
@pytest.mark.parametrize(
    "arguments",
    [("review", "--help"), ("preflight", "--help"), ("explain",), ("review", "beyond.json"), ("review", "\udcff.json")],
    ids=["help of review", "help of preflight", "explain", "review", "no such file"],
)
def test_what_an_encoding_lacks_breaks_nothing_off(here: Path, encoding: str, arguments: tuple[str, ...]) -> None:
    (here / "beyond.json").write_text(BEYOND, "utf-8")
    line = [sys.executable, "-m", "cdk_trainium", *arguments]
    done = ended(here, line, PYTHONIOENCODING=encoding)
    expected = ended(here, line, PYTHONIOENCODING="utf-8")
    assert (done.returncode, b"Traceback" in done.stderr) == (expected.returncode, False)
    assert len(done.stdout.splitlines()) == len(expected.stdout.splitlines())


@pytest.mark.parametrize("form", ["json", "sarif", "junit", "markdown"])
def test_a_report_for_programs_is_utf_8_whatever_the_encoding(here: Path, form: str) -> None:
    (here / "beyond.json").write_text(BEYOND, "utf-8")
    line = [sys.executable, "-m", "cdk_trainium", "review", "beyond.json", "--format", form]
    done = ended(here, line, PYTHONIOENCODING="latin-1")
    assert "N\u00f6de\u2026" in done.stdout.decode("utf-8")
    assert done.stdout == ended(here, line, PYTHONIOENCODING="utf-8").stdout


@pytest.mark.parametrize("arguments", [("init", "app"), ("doctor", "--offline"), ("demand", ".")], ids=" ".join)
def test_a_folder_that_is_gone_is_told(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    gone = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'
    done = ended(tmp_path, ["sh", "-c", gone, "sh", sys.executable, "-m", "cdk_trainium", *arguments])
    assert (done.returncode, b"current folder" in done.stderr) == (2, True)


@pytest.mark.parametrize("format", ["json", "sarif", "junit", "markdown"])
@pytest.mark.parametrize(
    "arguments", [("review", "no-such.yaml"), ("preflight", "no-such.yaml", "--offline"), ("review",)]
)
def test_a_run_that_could_not_begin_writes_no_report(arguments: tuple[str, ...], format: str) -> None:
    """As docs/reference/report.md says: programs look at the exit code first."""
    command = [sys.executable, "-m", "cdk_trainium", *arguments, "--format", format]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr
