"""The CDK CLI synthesizes with placeholders, looks up and synthesizes again: the review waits for the second time."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from .conftest import Cdk, find_cli

pytestmark = pytest.mark.e2e


@pytest.fixture
def lookup(sandbox: dict[str, str], tmp_path: Path) -> Cdk:
    """The CLI on a copy of the app that looks up: the CLI writes what it finds beside it."""
    app = shutil.copytree(Path(__file__).parent / "apps" / "lookup", tmp_path / "app")
    return Cdk(find_cli(), app, sandbox, tmp_path / "cdk.out")


def test_a_look_up_is_made_and_then_reviewed(lookup: Cdk) -> None:
    done = lookup.run("synth", "--quiet")
    assert "TRN515" not in done
    assert json.loads((lookup.app / "cdk.context.json").read_text())
    again = lookup.run("synth", "--quiet")
    assert "TRN991" not in again


def test_a_fault_is_told_after_the_look_up(lookup: Cdk) -> None:
    done = lookup.run("synth", "--quiet", code=1, fault="1")
    assert "TRN404" in done
    assert "TRN515" not in done
