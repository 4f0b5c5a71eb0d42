"""The demo's words: what it says of a failed call."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def stage() -> ModuleType:
    sys.path.insert(0, str(ROOT / "tools" / "demo"))
    try:
        return importlib.import_module("stage")
    finally:
        sys.path.pop(0)


def test_a_failure_shows_why_and_where_the_rest_is(stage: ModuleType) -> None:
    noise = "\n".join(f"trn2-odcr: 0/{number} CREATE_IN_PROGRESS" for number in range(400))
    said = stage.failure(("deploy", "--all", "x"), 1, f"{noise}\n❌ trn2-odcr failed: no capacity\n{noise}\n")
    assert "no capacity" in said
    assert len(said.splitlines()) <= stage.MOST_LINES + 1
    assert str(stage.LOG) in said


def test_a_failure_without_a_reason_shows_the_end(stage: ModuleType) -> None:
    said = stage.failure(("deploy",), 1, "\n".join(map(str, range(400))))
    assert "399" in said
    assert len(said.splitlines()) <= stage.MOST_LINES + 1
