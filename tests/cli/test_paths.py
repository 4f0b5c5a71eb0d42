"""Paths of options: an empty one is refused, and a report replaces nothing that it was made from."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NoReturn

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
    (tmp_path / "base.json").write_text('{"schema_version": 1, "tool": {"verb": "review"}, "findings": []}')
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
        ("preflight", "f", "--offline", "--region", "us-east-2", "--output", "f/t.yaml"),
        ("preflight", "f/n.json", "--offline", "--region", "us-east-2", "--output", "f/t.yaml"),
        ("preflight", "--offline", "--output", "cdk.out/S.json"),
        ("review", "f", "--output", "f/t.yaml"),
        ("review", "g", "--output", "g/bad.yaml"),
        ("review", "f", "--output", "f/other.json"),
        ("review", "f/n.json", "--output", "f/t.yaml"),
        ("review", "t.json", "--policy", "pol.yaml", "--output", "r.guard"),
        ("review", "cdk.out/S.json", "--output", "cdk.out/manifest.json"),
    ],
)
def test_no_report_replaces_what_it_was_made_from(here: Path, arguments: tuple[str, ...]) -> None:
    with_everything_that_a_run_may_read(here)
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    with pytest.raises((InputError, SystemExit)) as refused:
        CliRunner().invoke(root, arguments, catch_exceptions=False)
    assert isinstance(refused.value, InputError)
    assert refused.value.codes[0] in ("TRN067", "TRN894")
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before


def with_everything_that_a_run_may_read(here: Path) -> None:
    (here / "link.json").symlink_to("t.json")
    (here / "pol.yaml").write_text("guard: [r.guard]")
    (here / "r.guard").write_text("rule A { Resources exists }")
    nesting = {"Resources": {"N": {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "t.yaml"}}}}
    stack = {"type": "aws:cloudformation:stack", "properties": {"templateFile": "S.json"}}
    for name, text in {
        "f/t.yaml": json.dumps(cluster()),
        "f/n.json": json.dumps(nesting),
        "g/bad.yaml": "Resources: {A: {Type: 'AWS::EC2::Subnet'}, A: {}}",
        "g/t.json": json.dumps(cluster()),
        "f/other.json": '{"compilerOptions": {}}',
        "cdk.out/manifest.json": json.dumps({"artifacts": {"S": {**stack, "environment": "aws://1/us-east-2"}}}),
        "cdk.out/cdk.out": "{}",
        "cdk.out/S.json": json.dumps(cluster()),
    }.items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text)


@pytest.mark.parametrize("verb", [("review", "t.json"), ("preflight", "c.yaml", "--offline")])
def test_no_report_goes_where_nobody_may_ever_read_it(here: Path, verb: tuple[str, ...]) -> None:
    os.mkfifo(here / "pipe")
    with pytest.raises(InputError) as refused:
        CliRunner().invoke(root, [*verb, "--output", "pipe"], catch_exceptions=False)
    assert refused.value.codes[0] in ("TRN067", "TRN894")


@pytest.mark.parametrize("name", ["/dev/null", "/dev/fd/{}", "/proc/self/fd/{}"])
def test_a_report_goes_to_what_is_open_already(here: Path, name: str) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as received:
        try:
            assert run("review", "t.json", "--format", "json", "--output", name.format(writing)) == 0
        finally:
            os.close(writing)
        assert bool(received.read()) == (name != "/dev/null")


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_a_report_in_the_reviewed_folder_may_be_written_again(here: Path, form: str) -> None:
    report = here / "f" / "report.json"
    with_everything_that_a_run_may_read(here)
    for _ in range(2):
        assert run("review", "f", "--format", form, "--output", str(report)) == 0


def test_a_report_may_be_written_again(here: Path) -> None:
    assert run("review", ".", "--output", "report.txt") == 0
    assert run("review", ".", "--output", "report.txt") == 0


@pytest.mark.parametrize("verb", [("review", "t.json"), ("preflight", "c.yaml", "--offline")])
def test_a_disk_that_fills_leaves_the_older_report(
    here: Path, verb: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "report").write_text("older")

    def full(_: int) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError) as refused:
        CliRunner().invoke(root, [*verb, "--output", "report"], catch_exceptions=False)
    assert refused.value.codes[0] in ("TRN067", "TRN894")
    assert (here / "report").read_text() == "older"
    assert not list(here.glob(".*"))


@pytest.mark.parametrize("verb", [("demand",), ("preflight", "--offline", "--region", "us-east-2")])
@pytest.mark.parametrize("name", ["\udcff.json", "\udcff/t.json"])
def test_a_name_that_is_not_utf_8_is_told(here: Path, verb: tuple[str, ...], name: str) -> None:
    try:
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text((here / "t.json").read_text())
    except OSError:
        pytest.skip("this file system has no such names")
    result = CliRunner().invoke(root, [*verb, name])
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN901"]


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
    monkeypatch.setenv("TRNCTL_TRACEBACK", "1")
    with pytest.raises(OSError, match="No space left"):
        main()
