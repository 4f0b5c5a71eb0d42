"""``trnctl sandbox advance|block|scenario|events``: a running account is told what happens."""

from __future__ import annotations

import json
from email.message import Message
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.error import HTTPError

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli.sandbox import command
from cdk_trainium.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BLOCK = "cr-0123456789abcdef0"


def run(place: Path, *arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, "--state-dir", str(place)])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("sandbox")
    assert run(folder, "start").exit_code == 0
    yield folder
    run(folder, "stop")


def test_a_block_is_delivered_as_the_clock_moves(place: Path) -> None:
    made = run(place, "block", "--id", BLOCK, "--zone-id", "use2-az3", "--start", "+1h", "--end", "+25h")
    assert made.stdout.strip() == BLOCK
    moved = run(place, "advance", "2h")
    assert "Capacity Block Delivered" in moved.stdout
    assert len(json.loads(run(place, "events").stdout)) == 2


def test_a_scenario_is_applied_to_a_running_account(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text("now: 2027-01-01T09:00:00Z\nblocks: [{count: 4, zone: us-east-2a, start: +1h, end: +25h}]\n")
    assert "2027-01-01T09:00:00+00:00" in run(place, "scenario", str(file)).stdout


@pytest.mark.parametrize("text", ["instances: &a [*a]", "quotas: !!set {a}"])
def test_what_json_cannot_hold_is_a_plain_error(place: Path, tmp_path: Path, text: str) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text(text)
    result = run(place, "scenario", str(file))
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN095"]


@pytest.mark.parametrize("body", [b"<html>", b"", b"[1]", b"\xff", b"{}"])
def test_a_server_that_fails_is_a_plain_error(place: Path, monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    def fails(*_: object, **__: object) -> None:
        raise HTTPError("http://localhost", 500, "INTERNAL SERVER ERROR", Message(), BytesIO(body))

    monkeypatch.setattr("cdk_trainium.sandbox.process.find", lambda _: object())
    monkeypatch.setattr("cdk_trainium.sandbox.process.control", fails)
    result = run(place, "advance", "1h")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN095"]
    assert "500" in str(result.exception)


@pytest.mark.parametrize(
    "arguments",
    [
        ("advance", "soon"),
        ("advance", "9999999d"),
        ("block", "--zone", "us-east-2a", "--start", "+2h", "--end", "+1h"),
        ("block", "--type", "foo", "--zone", "us-east-2a", "--start", "+1h", "--end", "+2h"),
        ("block", "--id", "cb-1", "--zone", "us-east-2a", "--start", "+1h", "--end", "+2h"),
        ("block", "--zone", "nowhere", "--start", "+1h", "--end", "+2h"),
    ],
)
def test_what_cannot_be_is_a_plain_error(place: Path, arguments: tuple[str, ...]) -> None:
    result = run(place, *arguments)
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN095"]
