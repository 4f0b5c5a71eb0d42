"""``trnctl sandbox advance|block|scenario|events``: a running account is told what happens."""

from __future__ import annotations

import json
from email.message import Message
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli.sandbox import command
from cdk_trainium.errors import InputError
from cdk_trainium.sandbox import process

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BLOCK = "cr-0123456789abcdef0"
TWICE = "cr-0aaaaaaaaaaaaaaa2"


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


@pytest.mark.parametrize("by", [("-1h",), ("-.5h",), ("-90",), ("--", "-1h"), ("\u22121h",)])
def test_time_goes_forward_only(place: Path, by: tuple[str, ...]) -> None:
    result = CliRunner().invoke(command, ["advance", "--state-dir", str(place), *by])
    assert isinstance(result.exception, InputError)
    assert [(one.code, one.prop, one.got) for one in result.exception.problems] == [("TRN095", "BY", f"'{by[-1]}'")]
    assert "forward" in result.exception.problems[0].hint


def test_an_unknown_option_is_no_duration(place: Path) -> None:
    assert run(place, "advance", "-x").exit_code == 2
    assert run(place, "advance", "-1h", "--unknown").exit_code == 2


TIMES = ("--start", "+1h", "--end", "+2h")


@pytest.mark.parametrize(
    ("arguments", "prop"),
    [
        (("advance", "soon"), "BY"),
        (("advance", "9999999d"), "BY"),
        (("block", "--zone", "us-east-2a", "--start", "+2h", "--end", "+1h"), "--end"),
        (("block", "--zone", "us-east-2a", "--start", "later", "--end", "+1h"), "--start"),
        (("block", "--type", "foo.large", "--zone", "us-east-2a", *TIMES), "--type"),
        (("block", *TIMES), "--zone"),
        (("block", "--zone", "us-west-2a", *TIMES), "--zone"),
        (("block", "--zone-id", "use1-az1", *TIMES), "--zone-id"),
        (("block", "--zone", "us-east-2a", "--zone-id", "use2-az3", *TIMES), "--zone-id"),
        (("block", "--zone", "us-east-2a", "--region", "us-east-9", *TIMES), "--region"),
        (("block", "--zone", "us-east-2a", "--id", TWICE, *TIMES), "--id"),
        (("image", "/aws/service/neuron/none"), "PARAMETER"),
        (("image", "/aws/service/neuron/none", "--region", "us-east-9"), "--region"),
    ],
)
def test_what_cannot_be_names_the_option(place: Path, arguments: tuple[str, ...], prop: str) -> None:
    run(place, "block", "--zone", "us-east-2a", "--id", TWICE, *TIMES)
    result = run(place, *arguments)
    assert isinstance(result.exception, InputError)
    assert [(one.code, one.prop, bool(one.allowed)) for one in result.exception.problems] == [("TRN095", prop, True)]


def test_every_option_that_a_block_lacks_is_told(place: Path) -> None:
    result = run(place, "block")
    assert isinstance(result.exception, InputError)
    assert {one.prop for one in result.exception.problems} == {"--start", "--end", "--zone"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("block", "--zone", "us-east-2a", "--region", "mars", *TIMES),
        ("block", "--zone", "nowhere", *TIMES),
        ("block", "--zone-id", "us-east-2a", *TIMES),
        ("block", "--zone", "us-east-2a", "--id", "cb-1", *TIMES),
        ("block", "--zone", "us-east-2a", "--type", "foo", *TIMES),
        ("block", "--zone", "us-east-2a", "--count", "65", *TIMES),
        ("block", "--zone", "us-east-2a", "--ultraserver-type", "trn2", *TIMES),
        ("image", "mars"),
    ],
)
def test_a_wrong_form_is_a_mistake_of_usage(place: Path, arguments: tuple[str, ...]) -> None:
    assert run(place, *arguments).exit_code == 2


def test_what_the_account_cannot_take_of_a_scenario_has_its_line(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text("blocks:\n  - count: 4\n    zone: us-west-2a\n    start: +1h\n    end: +25h\n")
    result = run(place, "scenario", str(file))
    assert isinstance(result.exception, InputError)
    assert [(one.prop, one.line) for one in result.exception.problems] == [("blocks[0].zone", 3)]


@pytest.mark.parametrize("body", [b"{", b"[]", b"null", b"\xff", b"[" * 100_000])
def test_the_server_tells_a_request_that_is_none(place: Path, body: bytes) -> None:
    running = process.find(place)
    assert running is not None
    with pytest.raises(HTTPError) as caught:
        urlopen(f"{running.url}/_sandbox/advance", body)
    with caught.value as error:
        assert error.code == 400
        assert [item["code"] for item in json.loads(error.read())["problems"]] == ["TRN095"]
