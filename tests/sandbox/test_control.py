"""What the sandbox's process answers to a command that it cannot carry out."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from cdk_trainium.errors import InputError, Problem
from cdk_trainium.sandbox import server


def asked(monkeypatch: pytest.MonkeyPatch, error: Exception) -> tuple[str, list[dict[str, Any]]]:
    def command(_: dict[str, Any]) -> dict[str, Any]:
        raise error

    started: list[str] = []
    monkeypatch.setitem(server.CONTROL, "try", command)
    environ = {"CONTENT_LENGTH": "2", "wsgi.input": BytesIO(b"{}")}
    body = b"".join(server._control("try", environ, lambda status, _headers: started.append(status)))
    return started[0][:3], json.loads(body)["problems"]


@pytest.mark.parametrize(
    "error", [TypeError("x"), KeyError("x"), AttributeError("x"), StopIteration(), OverflowError()]
)
def test_a_command_that_breaks_is_the_sandboxs_fault(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    status, (problem,) = asked(monkeypatch, error)
    assert (status, problem["code"]) == ("500", "TRN095")
    assert type(error).__name__ in problem["message"]


def test_every_problem_of_a_refusal_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [Problem("TRN095", "is required", name, "nothing", "a text", "say it") for name in ("start", "end")]
    status, found = asked(monkeypatch, InputError("block", problems))
    assert status == "400"
    assert [Problem(**one) for one in found] == problems
