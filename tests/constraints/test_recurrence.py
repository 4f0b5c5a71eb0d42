"""The times of day of recurring actions."""

from __future__ import annotations

import pytest

from cdk_trainium.constraints.recurrence import times_of_day


@pytest.mark.parametrize(
    ("recurrence", "expected"),
    [
        ("15 11 * * *", ["11:15"]),
        ("0 8 * * MON", ["08:00"]),
        ("0,30 8-9 1 * *", ["08:00", "08:30", "09:00", "09:30"]),
        ("*/30 4 * * *", ["04:00", "04:30"]),
        ("45/5 4 * * *", ["04:45", "04:50", "04:55"]),
        ("0 */12 * * *", ["00:00", "12:00"]),
    ],
)
def test_the_times_of_a_recurrence(recurrence: str, expected: list[str]) -> None:
    assert [f"{moment:%H:%M}" for moment in times_of_day(recurrence)] == expected


@pytest.mark.parametrize(
    "recurrence",
    ["", "daily", "15 11", "x 11 * * *", "0 24 * * *", "0-99999999999 8 * * *", "0 8/0 * * *", "1-x 8 * * *"],
)
def test_what_is_no_recurrence_has_no_times(recurrence: str) -> None:
    assert times_of_day(recurrence) == ()
