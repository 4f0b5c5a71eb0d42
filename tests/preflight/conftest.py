"""Retries without waiting."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let botocore's retries and the published rates pass at once; return the waits that were asked for."""
    waits: list[float] = []
    monkeypatch.setattr("botocore.endpoint.time", SimpleNamespace(sleep=waits.append, time=time.time))
    monkeypatch.setattr(
        "cdk_trainium.preflight.clients.time", SimpleNamespace(sleep=lambda _s: None, monotonic=time.monotonic)
    )
    return waits
