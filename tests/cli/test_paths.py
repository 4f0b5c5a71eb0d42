"""Paths of options: an empty one is refused, and a report replaces nothing that it was made from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cdk_trainium.cli import main, root
from cdk_trainium.errors import InputError
from tests.review.build import cluster

FILE = """
name: a
region: us-east-2
zone: us-east-2b
image: {ids: {us-east-2: ami-0123456789abcdef0}}
groups: [{name: train, instance_type: trn2.48xlarge, capacity: {kind: on-demand}}]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.json").write_text(json.dumps(cluster()))
    (tmp_path / "pol.json").write_text('{"max_nodes": 9}')
    (tmp_path / "base.json").write_text('{"schema_version": 1, "findings": []}')
    (tmp_path / "c.yaml").write_text(FILE)
    return tmp_path


def run(*arguments: str) -> int:
    return CliRunner().invoke(root, arguments).exit_code


@pytest.mark.parametrize("option", ["--policy", "--baseline", "--output"])
def test_an_empty_path_is_no_way_to_leave_an_option_out(here: Path, option: str) -> None:
    assert run("review", "t.json", option, "") == 2


@pytest.mark.parametrize("verb", ["review", "preflight", "demand"])
def test_an_empty_argument_is_refused(here: Path, verb: str) -> None:
    assert run(verb, "") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("review", "t.json", "--output", "t.json"),
        ("review", "t.json", "--output", "link.json"),
        ("review", "t.json", "--policy", "pol.json", "--output", "pol.json"),
        ("review", "t.json", "--baseline", "base.json", "--format", "json", "--output", "base.json"),
        ("preflight", "c.yaml", "--offline", "--output", "c.yaml"),
    ],
)
def test_no_report_replaces_what_it_was_made_from(here: Path, arguments: tuple[str, ...]) -> None:
    (here / "link.json").symlink_to("t.json")
    before = {path: path.read_bytes() for path in here.iterdir()}
    with pytest.raises(InputError):
        CliRunner().invoke(root, arguments, catch_exceptions=False)
    assert {path: path.read_bytes() for path in here.iterdir()} == before


def test_a_report_may_be_written_again(here: Path) -> None:
    assert run("review", ".", "--output", "report.txt") == 0
    assert run("review", ".", "--output", "report.txt") == 0


def test_no_plan_is_no_success(here: Path) -> None:
    (here / "empty").mkdir()
    with pytest.raises(InputError):
        CliRunner().invoke(root, ["demand", "empty"], catch_exceptions=False)


def test_a_full_disk_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cdk_trainium.cli.root", full)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
