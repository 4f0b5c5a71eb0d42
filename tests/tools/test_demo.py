"""The demo's words: what it says of a failed call, and of a block over its life."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from .script import script

pytest_plugins = ["cdk_trainium.sandbox.pytest"]


@pytest.fixture(scope="module")
def stage() -> ModuleType:
    return script("demo/stage")


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


def test_a_block_is_shown_in_the_state_that_the_account_gives_it(
    trainium_account: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    account = script("demo/account").Account(trainium_account.client)
    block = trainium_account.block(count=16, zone="us-east-2b", start="+1h", end="+25h")
    lines = []
    for hours in ("0h", "2h", "26h"):
        trainium_account.advance(hours)
        account.show()
        lines += [line for line in capsys.readouterr().out.splitlines() if block in line]
    assert [line.split(block)[1].split(":")[0] for line in lines] == [
        " (capacity block) scheduled",
        " (capacity block) active",
        " (capacity block) expired",
    ]
