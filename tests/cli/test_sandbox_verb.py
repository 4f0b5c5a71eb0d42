"""``trnctl sandbox``: what it prints and how it ends."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli.sandbox import command
from cdk_trainium.errors import InputError
from cdk_trainium.sandbox.endpoint import environment
from cdk_trainium.sandbox.state_file import Running


def run(place: Path, *arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, "--state-dir", str(place)])


def test_a_sandbox_from_start_to_stop(tmp_path: Path) -> None:
    started = run(tmp_path, "start")
    try:
        assert started.exit_code == 0
        assert re.fullmatch(r"http://localhost:\d+\n", started.stdout)
        assert f"trnctl sandbox env --state-dir {tmp_path})" in started.stderr
        again = run(tmp_path, "start").exception
        assert isinstance(again, InputError)
        assert again.problems[0].hint == f"trnctl sandbox stop --state-dir {tmp_path}"
        assert started.stdout.strip() in run(tmp_path, "status").stdout
        lines = run(tmp_path, "env", "--region", "us-west-2").stdout.splitlines()
        assert lines[0].startswith("unset AWS_PROFILE ")
        assert f"export AWS_ENDPOINT_URL={started.stdout.strip()}" in lines
        assert "export AWS_REGION=us-west-2" in lines
    finally:
        stopped = run(tmp_path, "stop")
    assert stopped.exit_code == 0
    assert run(tmp_path, "status").exit_code == 2


def test_env_without_a_sandbox_is_an_error(tmp_path: Path) -> None:
    result = run(tmp_path, "env")
    assert result.stdout == "false\n"  # `eval` of it fails, so that no command goes on to a real account
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN093"]


@pytest.mark.parametrize("verb", [("env",), ("events",), ("advance", "1h")])
@pytest.mark.parametrize(
    ("name", "option"), [("a b", " --state-dir '{}'"), ("ab", " --state-dir {}"), ("cdk-trainium", "")]
)
def test_a_hint_names_the_folder_where_it_is_not_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...], name: str, option: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = run(tmp_path / name, *verb)
    assert isinstance(result.exception, InputError)
    assert result.exception.problems[0].hint == "trnctl sandbox start" + option.format(tmp_path / name)


def test_a_state_directory_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run(tmp_path / "file" / "below", "start")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN092"]


@pytest.mark.parametrize("verb", ["status", "stop", "start", "env"])
@pytest.mark.parametrize("name", ["x" * 300, "sandbox.json"])
def test_a_state_file_that_cannot_be_read_is_an_error(tmp_path: Path, verb: str, name: str) -> None:
    (tmp_path / "sandbox.json" / "sandbox.json").mkdir(parents=True)
    result = run(tmp_path / name, verb)
    assert isinstance(result.exception, InputError)
    assert result.exception.codes[0] in ("TRN092", "TRN093")
    assert result.stdout == ("false\n" if verb == "env" else "")


@pytest.mark.parametrize("verb", [["status"], ["stop"], ["start"], ["env"], ["events"]])
def test_a_state_file_of_another_program_is_told_by_every_verb(tmp_path: Path, verb: list[str]) -> None:
    (tmp_path / "sandbox.json").write_text("torn")
    result = run(tmp_path, *verb)
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN092" if verb == ["start"] else "TRN093"]
    assert str(tmp_path / "sandbox.json") in str(result.exception)


@pytest.mark.parametrize("name", ["sandbox.lock", "sandbox.log"])
@pytest.mark.parametrize(
    "make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("none/none")], ids=["folder", "pipe", "dangling link"]
)
def test_what_cannot_be_a_file_of_the_sandbox_holds_up_nothing(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / name)
    result = run(tmp_path, "start")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN092"]


def test_stop_without_a_sandbox_is_no_error(tmp_path: Path) -> None:
    assert run(tmp_path, "stop").exit_code == 0


@pytest.mark.parametrize("port", ["-1", "65536", "x"])
def test_a_port_that_cannot_be_is_refused(tmp_path: Path, port: str) -> None:
    assert run(tmp_path, "start", "--port", port).exit_code == 2


def test_env_is_undone_whether_a_sandbox_runs_or_not(tmp_path: Path) -> None:
    said = run(tmp_path, "env", "--unset")
    assert said.exit_code == 0
    command, *names = said.stdout.split()
    assert command == "unset"
    assert set(names) == set(environment("http://localhost:1"))


def test_env_takes_away_what_leads_elsewhere_and_passes_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cdk_trainium.sandbox.process.find", lambda _place: Running(1, 7))
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "https://s3.us-east-2.amazonaws.com")
    monkeypatch.setenv("http_proxy", "http://proxy:1")
    monkeypatch.setenv("no_proxy", "*.corp $(false)")
    shown = run(tmp_path, "env").stdout
    script = f'{shown}\nprintf "%s\\n" "${{AWS_ENDPOINT_URL_S3-}}" "$AWS_ENDPOINT_URL" "$NO_PROXY" "$no_proxy"'
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["", "http://localhost:7", *["*.corp $(false),localhost,127.0.0.1"] * 2]


def test_start_without_the_extra_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the reason is a traceback in a log."""
    monkeypatch.setattr("cdk_trainium.sandbox.process.find_spec", lambda _name: None)
    result = run(tmp_path, "start")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN096"]
    assert "cdk-trainium[sandbox]" in str(result.exception.problems[0].hint)


@pytest.mark.parametrize("verb", [("start",), ("stop",), ("status",), ("env",), ("advance", "1h"), ("events",)])
def test_an_empty_state_directory_is_refused(verb: tuple[str, ...]) -> None:
    assert CliRunner().invoke(command, [*verb, "--state-dir", ""]).exit_code == 2
