"""The simulated account's clock: a test sets it, nobody waits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

__all__ = ["END", "Clock"]

END = datetime(3000, 1, 1, tzinfo=UTC)
"""The clock stops before, so that no date that is counted from it overflows."""


class Clock:
    """Real time plus an offset, or a fixed time that moves only when it is told to."""

    def __init__(self, start: datetime | None = None) -> None:
        """Stand still at ``start``; raises ValueError from the year 3000 on. Default: - run with real time."""
        if start is not None and start >= END:
            raise ValueError(f"the simulated clock ends at {END:%Y-%m-%d}; got {start}")
        self._fixed = start
        self._offset = timedelta()
        self._pinned: datetime | None = None

    @property
    def is_told(self) -> bool:
        """Whether somebody set or moved it; until then it shows real time, and may be set to any."""
        return self._fixed is not None or bool(self._offset)

    def now(self) -> datetime:
        """Return the simulated time, aware and in UTC, in whole seconds as EC2 gives them."""
        time = self._pinned or (self._fixed or datetime.now(UTC)) + self._offset
        return time.replace(microsecond=0)

    def move(self, by: timedelta) -> None:
        """Move forward by ``by``; raises ValueError when it points to the past or beyond the year 2999."""
        if by < timedelta():
            raise ValueError(f"the simulated clock runs forward only; got {by}")
        if by >= END - self.now():
            raise ValueError(f"the simulated clock ends at {END:%Y-%m-%d}; got {by} from {self.now()}")
        self._offset += by

    def set(self, to: datetime) -> None:
        """Move forward to ``to``; raises ValueError when that is past."""
        self.move(to - self.now())

    @contextmanager
    def pinned(self, to: datetime) -> Iterator[None]:
        """Let `now` be ``to`` within the block: what falls due happens at its own time, not when it is noticed."""
        self._pinned = to
        try:
            yield
        finally:
            self._pinned = None
