"""Ctrl-C ends every verb with 130, which is no finding, and changes no report that is there already."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import click
import pytest
from click.testing import CliRunner

from cdk_trainium.cli import quota, root
from cdk_trainium.cli.ending import INTERRUPTED

VERBS = ("init", "doctor", "preflight", "demand", "regions", "catalog", "explain", "schema", "review", "completion")


def ctrl_c(*_: Any, **__: Any) -> NoReturn:
    raise KeyboardInterrupt


@pytest.mark.parametrize("verb", VERBS)
def test_ctrl_c_is_no_finding(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    command = root.get_command(click.Context(root), verb)
    assert command is not None
    monkeypatch.setattr(command, "make_context", ctrl_c)
    result = CliRunner().invoke(root, [verb])
    assert (result.exit_code, result.output) == (INTERRUPTED, "")


def test_ctrl_c_leaves_an_older_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = tmp_path / "report.json"
    report.write_text('{"schema_version": 1, "findings": []}')
    (tmp_path / "a.json").write_text('{"Resources": {"Group": {"Type": "AWS::EC2::PlacementGroup"}}}')
    monkeypatch.setattr("cdk_trainium.formats.render", ctrl_c)
    given = ["review", str(tmp_path / "a.json"), "--format", "json", "--output", str(report)]
    assert CliRunner().invoke(root, given).exit_code == INTERRUPTED
    assert report.read_text() == '{"schema_version": 1, "findings": []}'


@pytest.mark.parametrize(("typed", "code"), [(KeyboardInterrupt, INTERRUPTED), (EOFError, 1)])
def test_a_prompt(monkeypatch: pytest.MonkeyPatch, typed: type[BaseException], code: int) -> None:
    """No answer at all is no confirmation; Ctrl-C is Ctrl-C there, too."""

    def prompt(*_: Any, **__: Any) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("click.termui.visible_prompt_func", _raising(typed))
            click.prompt("type")

    monkeypatch.setattr(quota.command, "make_context", prompt)
    assert CliRunner().invoke(root, ["quota", "request"]).exit_code == code


def _raising(error: type[BaseException]) -> Callable[[str], str]:
    def typed(_: str) -> str:
        raise error

    return typed
