"""Whatever is wrong with credentials, profile or environment is one error with a code, and no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli import root
from cdk_trainium.cli.session import region_of, session_of
from cdk_trainium.errors import InputError
from cdk_trainium.sandbox.endpoint import REMOVED
from cdk_trainium.sandbox.state_file import default_state_dir

KEYS = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An AWS configuration of its own, and none of the surroundings."""
    for name in (*REMOVED, *KEYS, "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "config"
    monkeypatch.setenv("AWS_CONFIG_FILE", str(file))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "credentials"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, list(arguments))


@pytest.mark.parametrize(
    "line",
    [
        "credential_process = echo please sign in",
        "credential_process = echo null",
        'credential_process = echo "unterminated',
        "credential_process = /nowhere/helper",
        'credential_process = echo {"Version":9}',
        "role_arn = x\ncredential_source = Banana",
        "role_arn = arn:aws:iam::123456789012:role/x\nsource_profile = odd",
        "sso_session = nowhere\nsso_account_id = 1\nsso_role_name = x",
        "metadata_service_timeout = x",
    ],
)
def test_a_profile_that_gives_no_credentials_is_an_error(config: Path, line: str) -> None:
    config.write_text(f"[profile odd]\nregion = us-east-2\n{line}\n")
    with pytest.raises(InputError) as caught:
        session_of("odd", 60)
    assert caught.value.codes == ["TRN065"]


@pytest.mark.parametrize(
    "environment",
    [
        {"AWS_METADATA_SERVICE_TIMEOUT": "x"},
        {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "garbage"},
        {"AWS_ENDPOINT_URL": "garbage", **KEYS},
        {"AWS_DEFAULTS_MODE": "foo", **KEYS},
        {"AWS_STS_REGIONAL_ENDPOINTS": "foo", **KEYS},
    ],
)
@pytest.mark.parametrize(
    "verb",
    [
        ("preflight", "--instance-type", "trn2.48xlarge"),
        ("regions", "trn2.48xlarge"),
        ("quota", "request", "--service", "ec2", "--code", "L-2C3B7624", "--value", "8", "--yes"),
    ],
)
def test_an_environment_that_makes_no_client_ends_every_verb_once(
    environment: dict[str, str], verb: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    result = run(*verb, "--region", "us-east-2")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN065"]


@pytest.mark.parametrize("name", [*KEYS, "AWS_SESSION_TOKEN"])
@pytest.mark.parametrize("value", ["hidden\n", "hidden\r", "hid den", "hiddén"])
def test_a_credential_that_no_request_can_carry_is_named_and_not_shown(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, one in {**KEYS, name: value}.items():
        monkeypatch.setenv(key, one)
    result = run("preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN065"]
    assert name in str(result.exception)
    assert "hid" not in str(result.exception) + result.output


def test_doctor_tells_it_as_a_failure_of_the_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_METADATA_SERVICE_TIMEOUT", "x")
    result = run("doctor", "--region", "us-east-2")
    assert result.exit_code == 1
    assert any(line.split()[:2] == ["fail", "credentials"] for line in result.output.splitlines())


@pytest.mark.parametrize(
    "verb",
    [
        ("preflight", "--instance-type", "trn2.48xlarge"),
        ("regions", "trn2.48xlarge"),
        ("quota", "request", "--service", "ec2", "--code", "L-2C3B7624", "--value", "8", "--yes"),
    ],
)
def test_credentials_that_never_come_end_with_the_deadline(config: Path, verb: tuple[str, ...]) -> None:
    done = hung(config, *verb)
    assert (done.returncode, "TRN065" in done.stderr, "deadline" in done.stderr) == (2, True, True), done.stderr


def test_doctor_tells_credentials_that_never_come_as_a_failure(config: Path) -> None:
    done = hung(config, "doctor")
    assert done.returncode == 1
    assert any(line.split()[:2] == ["fail", "credentials"] for line in done.stdout.splitlines())


def hung(config: Path, *verb: str) -> subprocess.CompletedProcess[str]:
    """Run ``verb`` in a process of its own: the helper, which nobody can reach to end it, outlives it by seconds."""
    config.write_text("[profile odd]\nregion = us-east-2\ncredential_process = sleep 8\n")
    line = [sys.executable, "-m", "cdk_trainium", *verb, "--profile", "odd", "--deadline", "1"]
    return subprocess.run(line, check=False, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("variable", ["AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"])
@pytest.mark.parametrize("name", ["pipe", "/dev/zero"])
def test_a_configuration_that_never_ends_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, name: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setenv(variable, str(tmp_path / name))
    assert region_of(None, "odd") == ""
    for offline in ((), ("--offline",)):
        plan = ("preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2", "--profile", "odd")
        result = run(*plan, *offline)
        assert isinstance(result.exception, InputError)
        assert result.exception.codes == ["TRN065"]


def test_a_region_with_a_percent_sign_is_no_region(config: Path) -> None:
    config.write_text("[profile odd]\nregion = %(x)s\n")
    assert region_of(None, "odd") == "%(x)s"
    result = run("preflight", "--instance-type", "trn2.48xlarge", "--profile", "odd", "--offline")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN001"]


def test_a_user_without_a_home_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container whose user has no entry."""

    def nobody(_uid: int) -> None:
        raise KeyError

    for name in ("HOME", "AWS_CONFIG_FILE", "XDG_STATE_HOME", "TRNCTL_STATE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert region_of(None, None) == ""
    assert run("preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2", "--offline").exit_code == 3
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://localhost:9")
    assert "Traceback" not in run("doctor").output
    for verb in ("start", "status"):
        result = run("sandbox", verb)
        assert isinstance(result.exception, InputError)
        assert result.exception.codes == ["TRN097"]


@pytest.mark.parametrize(
    ("given", "folder"), [("", "home/.local/state"), ("here", "home/.local/state"), ("/far", "/far")]
)
def test_the_state_of_the_sandbox_is_where_xdg_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, folder: str
) -> None:
    """Which has a relative path count for nothing: each folder would have a sandbox of its own."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", given)
    assert default_state_dir() == tmp_path / folder / "cdk-trainium"


def test_an_overlay_of_the_environment_is_told_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CDK_TRAINIUM_CATALOG", str(tmp_path / "none.yaml"))
    result = run("catalog")
    assert isinstance(result.exception, InputError)
    assert (result.exception.codes, "CDK_TRAINIUM_CATALOG" in result.exception.where) == (["TRN050"], True)
    result = run("catalog", "--overlay", str(tmp_path / "none.yaml"))
    assert "CDK_TRAINIUM_CATALOG" not in str(result.exception)


@pytest.mark.parametrize("written", ["[profile mine]\nregion = us-east-2\n", '[profile "mine"]\nregion = us-east-2\n'])
def test_offline_too_a_profile_must_exist(config: Path, written: str) -> None:
    config.write_text(written)
    plan = ("preflight", "--instance-type", "trn2.48xlarge", "--offline")
    assert run(*plan, "--profile", "mine").exit_code == 3
    result = run(*plan, "--region", "us-east-2", "--profile", "mime")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN065"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("preflight", "--profile", "", "--instance-type", "trn2.48xlarge"),
        ("regions", "trn2.48xlarge", "--profile", ""),
        ("quota", "request", "--service", "ec2", "--code", "L-2C3B7624", "--value", "8", "--profile", " "),
        ("doctor", "--profile", ""),
        ("doctor", "--offline", "--profile", "mine"),
        ("doctor", "--offline", "--region", "us-east-2"),
    ],
)
def test_an_option_that_would_be_dropped_is_refused(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2
