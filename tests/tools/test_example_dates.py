"""The examples show one week, far ahead, and one command moves it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import ModuleType

import pytest

from .script import script

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def dates() -> ModuleType:
    return script("example_dates")


def test_every_example_shows_the_days_of_the_headline(dates: ModuleType) -> None:
    start, end = dates.days_of()
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in dates.pages()}
    assert {name: days for name, text in texts.items() if (days := dates.strangers(text, start, end))} == {}
    assert sum(str(start) in text for text in texts.values()) >= 9


def test_no_example_has_a_past_block_for_years(dates: ModuleType) -> None:
    assert not dates.is_near(dates.days_of()[0], date(2028, 2, 29))


def test_a_near_week_is_told(dates: ModuleType) -> None:
    assert dates.is_near(date(2030, 12, 2), date(2030, 1, 1))
    assert dates.is_near(date(2030, 12, 2), date(2031, 1, 1))


@pytest.mark.parametrize("today", [date(2026, 12, 1), date(2028, 2, 29), date(2027, 6, 7)])
def test_the_next_week_is_years_ahead_and_begins_on_a_monday(dates: ModuleType, today: date) -> None:
    start = dates.next_start(today)
    assert start.weekday() == 0
    assert not dates.is_near(start, today + timedelta(days=2 * 365))


def test_moving_keeps_times_of_day_and_all_that_is_no_moment(dates: ModuleType) -> None:
    text = "as of 2026-12-01\n{start: 2026-12-07T11:30:00Z, end: '2026-12-14T11:30:00Z'}\n"
    moved = dates.moved(text, timedelta(days=7))
    assert moved == "as of 2026-12-01\n{start: 2026-12-14T11:30:00Z, end: '2026-12-21T11:30:00Z'}\n"


@pytest.mark.parametrize("now", [datetime(2026, 12, 20, 23, 59, tzinfo=UTC), datetime(2028, 2, 29, tzinfo=UTC)])
def test_the_demo_takes_the_coming_days(now: datetime) -> None:
    coming = script("demo/coming")
    start, end = coming.coming_week(now)
    assert timedelta(days=6) < start - now < timedelta(days=8)
    assert end - start == timedelta(days=7)
    assert coming.stamp(end).endswith("T11:30:00Z")
