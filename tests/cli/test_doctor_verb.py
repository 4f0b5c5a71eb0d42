"""``trnctl doctor``: every missing thing is told with its way out, and unknown is no pass."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli import root
from cdk_trainium.sandbox.account import mock_account
from cdk_trainium.sandbox.state_file import Running

REGION = "us-east-2"


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with a Node and a CDK CLI of our own."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program(folder / "node", "echo v24.1.0")
    program(folder / "cdk", "echo '2.1148.1 (build abc)'")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("JSII_NODE", str(folder / "node"))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def account() -> Iterator[None]:
    with mock_account():
        yield


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def doctor(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["doctor", *arguments])


def states(result: Result) -> dict[str, str]:
    rows = [line.split() for line in result.output.splitlines() if line and line[0] != " " and "doctor:" not in line]
    return {row[1]: row[0] for row in rows}


def test_a_complete_machine_is_ready() -> None:
    result = doctor("--offline")
    assert result.exit_code == 0, result.output
    assert states(result) == dict.fromkeys(["python", "aws-cdk-lib", "sandbox", "node", "cdk-cli", "folders"], "ok")
    assert sys.executable in result.output


@pytest.mark.parametrize(
    ("name", "script"),
    [("node", "echo v18.20.1"), ("node", "exit 1"), ("node", "echo hello"), ("cdk", "exit 3")],
)
def test_a_program_that_is_old_or_broken_fails_with_a_hint(machine: Path, name: str, script: str) -> None:
    program(machine / name, script)
    result = doctor("--offline")
    assert result.exit_code == 1
    assert states(result)["cdk-cli" if name == "cdk" else name] == "fail"
    assert "hint:" in result.output


@pytest.mark.parametrize("name", ["node", "cdk"])
@pytest.mark.parametrize(
    ("prints", "state"), [(r"\377\376 v22.1.0", "ok"), (r"\377", "fail"), (f"{'9' * 5000}.1.1", "fail")]
)
def test_a_program_may_print_what_is_no_text_and_no_number(machine: Path, name: str, prints: str, state: str) -> None:
    program(machine / name, f"printf '{prints}'")
    assert states(doctor("--offline"))["cdk-cli" if name == "cdk" else name] == state


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look everywhere")
def test_a_closed_folder_of_that_name_hides_nothing(tmp_path: Path) -> None:
    (tmp_path / "constructs").mkdir(mode=0)
    (tmp_path / "node_modules").mkdir(mode=0)
    assert states(doctor("--offline"))["folders"] == "ok"


def test_a_cdk_cli_of_the_project_wins(machine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "node_modules" / ".bin"
    folder.mkdir(parents=True)
    program(folder / "cdk", "echo 2.2000.0")
    assert "2.2000.0" in doctor("--offline").output


def test_no_region_is_told_and_none_is_assumed() -> None:
    result = doctor()
    assert result.exit_code == 1
    assert states(result)["region"] == "fail"


def test_no_credentials_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.delenv(name)
    result = doctor("--region", REGION)
    assert result.exit_code == 1
    assert states(result)["credentials"] == "fail"


@pytest.mark.usefixtures("account")
def test_an_account_without_bootstrap_fails() -> None:
    result = doctor("--region", REGION)
    assert result.exit_code == 1
    found = states(result)
    assert (found["identity"], found["bootstrap-version"]) == ("ok", "fail")
    assert "cdk bootstrap aws://" in result.output


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize(("version", "state"), [("5", "fail"), ("6", "ok"), ("33", "ok")])
def test_the_bootstrap_version_decides(version: str, state: str) -> None:
    name = "/cdk-bootstrap/hnb659fds/version"
    boto3.client("ssm", region_name=REGION).put_parameter(Name=name, Value=version, Type="String")
    result = doctor("--region", REGION)
    assert states(result)["bootstrap-version"] == state
    assert result.exit_code == (1 if state == "fail" else 0)


def test_an_account_that_does_not_answer_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    result = doctor("--region", REGION)
    found = states(result)
    assert (found["endpoint"], found["identity"]) == ("warning", "unknown")
    assert result.exit_code == 3


def test_a_folder_that_hides_a_package_is_told(tmp_path: Path) -> None:
    (tmp_path / "constructs").mkdir()
    assert states(doctor("--offline"))["folders"] == "ok"
    (tmp_path / "constructs" / "__init__.py").touch()
    result = doctor("--offline")
    assert states(result)["folders"] == "fail"
    assert "rename" in result.output
    assert result.exit_code == 1
    (tmp_path / "constructs" / "__init__.py").unlink()
    (tmp_path / "jsii.py").touch()
    assert states(doctor("--offline"))["folders"] == "fail"


def test_the_endpoint_of_a_running_sandbox_is_called_that(monkeypatch: pytest.MonkeyPatch, account: None) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://localhost:7")
    monkeypatch.setenv("AWS_REGION", REGION)
    monkeypatch.setattr("cdk_trainium.sandbox.process.find", lambda _place: Running(1, 7))
    assert "the sandbox" in endpoint_line()
    monkeypatch.setattr("cdk_trainium.sandbox.process.find", lambda _place: Running(1, 8))
    assert "the sandbox" not in endpoint_line()


def endpoint_line() -> str:
    from cdk_trainium.cli.doctor import account as asked

    return next(result.reason for result in asked(REGION, None, 300) if result.id == "endpoint")
