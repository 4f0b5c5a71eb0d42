"""When recurring actions fire."""

from __future__ import annotations

import pytest

from cdk_trainium.constraints.recurrence import Recurrence, check_recurrence, read_recurrence


def read(recurrence: str) -> Recurrence:
    found = read_recurrence(recurrence)
    assert found is not None
    return found


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
    assert [f"{moment:%H:%M}" for moment in read(recurrence).times] == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0 0 * * MON", "0 0 * * 1"),
        ("0 0 * * 0", "0 0 * * 7"),
        ("0 0 * * SUN", "0 0 * * sun"),
        ("0 0 * * MON-FRI", "0 0 * * 1,2,3,4,5"),
        ("0 0 * * 0-7", "0 0 * * *"),
        ("0 0 1-31 * *", "0 0 * * *"),
        ("0 0 * DEC *", "0 0 * 12 *"),
        ("0 0 */1 * *", "0 0 * * *"),
    ],
)
def test_days_in_two_words_for_one(one: str, other: str) -> None:
    assert read(one).days == read(other).days


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("0 0 * * 1", "0 0 * * 1-5"),
        ("0 0 13 * *", "0 0 13 * 5"),
        ("0 0 * * 5", "0 0 13 * 5"),
        ("0 0 29 2 *", "0 0 * 2 *"),
        ("0 0 1 1,6 *", "0 0 1 * *"),
    ],
)
def test_days_that_are_part_of_others(part: str, whole: str) -> None:
    assert read(part).days < read(whole).days


def test_days_that_never_meet() -> None:
    assert not read("0 0 * * MON").days & read("0 0 * * TUE").days
    assert not read("0 0 31 2,4 *").days


@pytest.mark.parametrize(
    "recurrence",
    [
        *("", "daily", "15 11", "x 11 * * *", "0 24 * * *", "0-99999999999 8 * * *", "0 8/0 * * *", "1-x 8 * * *"),
        *(
            "0 0 0 * *",
            "0 0 32 * *",
            "0 0 * 13 *",
            "0 0 * * 8",
            "0 0 * * FRIDAY",
            "0 0 L * *",
            "0 0 * * 5#3",
            "5-3 0 * * *",
        ),
    ],
)
def test_what_is_no_recurrence_cannot_be_read(recurrence: str) -> None:
    assert read_recurrence(recurrence) is None


@pytest.mark.parametrize(
    "recurrence",
    [
        *("cron(0 10 * * ? *)", "cron(0 10 * * *)", "rate(1 day)", "at(2026-12-14T10:15:00)", " Cron(0 10 * * *)"),
        *("0 10 * * ? *", "0 0 6 * * 1-5", "0 10 * *", "0 10 * * 1 - 5", "", "daily"),
        *("0 25 * * *", "60 10 * * *", "0 10 0 * *", "0 10 * 13 *", "0 10 * * 8", "0,60 10 * * *", "0 20-24 * * *"),
        *("60/5 10 * * *", "0-99/2 10 * * *", "999999999 10 * * *"),
    ],
)
def test_what_auto_scaling_refuses(recurrence: str) -> None:
    assert check_recurrence(recurrence) is not None
    assert read_recurrence(recurrence) is None


@pytest.mark.parametrize(
    "recurrence",
    [
        *("15 11 * * *", "0\t8  * * MON", "*/90 4 * * *", "45/5 4 * * *", "0 0 31 2 7", "00 08 * * *"),
        *("0 10 ? * MON", "0 0 L * *", "0 0 * * 5#3", "@daily", "5-3 0 * * *", "9" * 5000 + " 0 * * *"),
    ],
)
def test_what_it_may_take(recurrence: str) -> None:
    assert check_recurrence(recurrence) is None
