"""The day of a review is that of UTC, wherever its user lives."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from cdk_trainium.review import Options


@pytest.fixture(params=["Etc/GMT-14", "Etc/GMT+12"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Of the first and the last zone of the world one has another day than UTC at any time."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_today_is_the_day_of_utc(zone: str) -> None:
    before = datetime.now(UTC).date()
    assert before <= Options().today <= datetime.now(UTC).date()
