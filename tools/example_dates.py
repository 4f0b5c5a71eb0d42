"""Move the days of the Capacity Block that cluster files, pages and the example app show.

    python tools/example_dates.py [--start YYYY-MM-DD] [--check]

Examples cannot be relative to today: synthesis reads no clock. So they show a week far ahead, the same everywhere, and
this moves it. ``--check`` writes nothing and ends with 1 when that week is near, or not the same everywhere. The
golden templates hold the days too: ``make golden`` afterwards.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from cdk_trainium.plain_write import write_whole
from cdk_trainium.spec import load_cluster

__all__ = ["days_of", "is_near", "moved", "next_start", "pages", "strangers"]

ROOT = Path(__file__).resolve().parent.parent
HEADLINE = ROOT / "clusters" / "trn2-block.yaml"
PLACES = ("clusters/*.yaml", "README.md", "docs/**/*.md", "examples/**/*.py")
NOT_OURS = ("docs/sandbox.md", *(f"docs/reference/generated/{at}" for at in ("*", "*/*")), "examples/*/cdk.out/*")
"""A scenario's clock, and what is written from the code."""
NEAR = timedelta(days=365)
AHEAD = 4
"""Years from today to the week that is shown; far enough that nobody takes it for a block of his own."""
_MOMENT = re.compile(r"\b\d{4}-\d\d-\d\d(?=T\d\d:\d\d:\d\dZ)")


def pages() -> Iterator[Path]:
    """Yield the files that show the block."""
    for place in PLACES:
        for path in sorted(ROOT.glob(place)):
            if not any(path.relative_to(ROOT).match(pattern) for pattern in NOT_OURS):
                yield path


def days_of(headline: Path = HEADLINE) -> tuple[date, date]:
    """Return the days on which the block of the cluster file ``headline`` starts and ends."""
    (block,) = load_cluster(headline).groups[0].capacity.blocks  # type: ignore[union-attr]
    return block.start.date(), block.end.date()


def moved(text: str, by: timedelta) -> str:
    """Return ``text`` with the day of every moment moved; times of day stay."""
    return _MOMENT.sub(lambda found: str(date.fromisoformat(found[0]) + by), text)


def strangers(text: str, start: date, end: date) -> list[str]:
    """Return the days in ``text`` that are none of the block's, nor the day before."""
    days = map(date.fromisoformat, _MOMENT.findall(text))
    return [str(day) for day in days if not start - timedelta(days=1) <= day <= end]


def is_near(start: date, today: date) -> bool:
    """Whether the examples want to be moved."""
    return start - today < NEAR


def next_start(today: date) -> date:
    """Return the Monday that the examples move to."""
    day = date(today.year + AHEAD, today.month, 1)
    return day + timedelta(days=-day.weekday() % 7)


def _check(today: date) -> int:
    start, end = days_of()
    wrong = [
        f"{path.relative_to(ROOT)}: {day}" for path in pages() for day in strangers(path.read_text("utf-8"), start, end)
    ]
    near = (
        [f"the block starts on {start}: python tools/example_dates.py, then make golden"]
        if is_near(start, today)
        else []
    )
    print("\n".join([*wrong, *near]) or f"the block starts on {start}, everywhere")
    return 1 if wrong or near else 0


def main() -> int:
    """Move or check."""
    today = datetime.now(UTC).date()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--start", type=date.fromisoformat, help="day of the start; default: a Monday in four years")
    given = parser.parse_args()
    if given.check:
        return _check(today)
    by = (given.start or next_start(today)) - days_of()[0]
    for path in pages():
        write_whole(path, moved(path.read_text("utf-8"), by))
    return 0


if __name__ == "__main__":
    sys.exit(main())
