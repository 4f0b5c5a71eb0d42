"""Questions to AWS's APIs, their answers, and reading answers that may be nonsense."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from .absent import ABSENT

__all__ = ["Answer", "Question", "Row", "Trouble", "UnansweredError", "question"]


class Trouble(StrEnum):
    """Why a question has no answer."""

    DENIED = "denied"
    UNAUTHENTICATED = "not authenticated"
    THROTTLED = "throttled"
    TIMED_OUT = "timed out"
    CUT_OFF = "cut off"
    """The connection ended before the answer did."""
    UNREACHABLE = "not reachable"
    REFUSED = "refused"
    NONSENSE = "not understood"
    BROKEN = "broken"
    MISTAKEN = "asked wrongly by cdk-trainium"
    """A mistake of ours, which no default value and no other answer may hide."""
    OFFLINE = "not asked"
    ELSEWHERE = "not asked of the plan's account"


_MEANINGS = {"InvalidInstanceType": "the instance type is not in this region, or unknown to EC2"}
"""Error code -> what it means, where its message does not tell."""


class UnansweredError(Exception):
    """A question without an answer: what depends on it is unknown, never a pass."""

    def __init__(self, what: str, trouble: Trouble, code: str = "", message: str = "", status: int = 0) -> None:
        """Say which question (``service:Operation``), why, and what AWS said; status 0 is no answer of HTTP."""
        self.status = status
        self.what, self.trouble, self.code, self.message = what, trouble, code, message
        said = ": ".join(part for part in (code, message) if part)
        means = f": {_MEANINGS[code]}" if code in _MEANINGS else ""
        super().__init__(f"{what} was {trouble}{means}" + (f" ({said})" if said else ""))


@dataclass(frozen=True, slots=True)
class Question:
    """One API question; equal questions are asked once."""

    service: str
    operation: str
    """API name, such as ``DescribeSubnets``."""
    params: str
    """Parameters as canonical JSON."""
    rows: str
    """Member of the answer that lists the rows of all pages; empty for an answer of one page."""
    region: str
    """Region that is asked. Default: - the plan's."""

    @property
    def name(self) -> str:
        """The question as IAM writes an action: ``ec2:DescribeSubnets``."""
        return f"{_IAM_PREFIX.get(self.service, self.service)}:{self.operation}"


_IAM_PREFIX = {"service-quotas": "servicequotas"}


def question(service: str, operation: str, rows: str = "", *, region: str = "", **params: object) -> Question:
    """Return the question ``operation`` of ``service`` with ``params``, in the plan's region unless told."""
    return Question(service, operation, json.dumps(params, sort_keys=True, default=list), rows, region)


_LARGEST = sys.float_info.max
"""The largest number that arithmetic with others takes; nan is no number from 0 to it either."""


class Row:
    """One object of an answer; reading what is not there or of a wrong kind raises `UnansweredError`."""

    __slots__ = ("_data", "_what")

    def __init__(self, what: str, data: object) -> None:
        """Read ``data``, an object of the answer to ``what``."""
        if not isinstance(data, Mapping):
            raise UnansweredError(what, Trouble.NONSENSE, message=f"got {type(data).__name__}, expected an object")
        self._what, self._data = what, data

    def _nonsense(self, key: str) -> UnansweredError:
        got = repr(self._data.get(key, "nothing"))[:60]
        return UnansweredError(self._what, Trouble.NONSENSE, message=f"{key} is {got}")

    def has(self, key: str) -> bool:
        """Whether ``key`` is there and not null."""
        return self._data.get(key) is not None

    def text(self, key: str, default: str | None = None) -> str:
        """Return a string that is not empty, or ``default`` where it is absent."""
        value = self._data.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value:
            raise self._nonsense(key)
        return value

    def known(self, key: str, values: Collection[str], default: str | None = None) -> str:
        """Return the text `text` returns where it is one of ``values``; what a newer value means nobody can tell."""
        value = self.text(key, default)
        if value not in values:
            raise UnansweredError(
                self._what, Trouble.NONSENSE, message=f"{key} is {value[:60]!r}, which this release does not know"
            )
        return value

    def positive(self, key: str) -> float:
        """Return a number above 0."""
        value = self.number(key)
        if not value:
            raise self._nonsense(key)
        return value

    def number(self, key: str) -> float:
        """Return a number from 0."""
        value = self._data.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _LARGEST:
            raise self._nonsense(key)
        return value

    def written_number(self, key: str) -> float:
        """Return a number from 0 that is written as a string, as prices and versions are."""
        text = self.text(key)
        try:
            value = float(text)
        except ValueError:
            raise self._nonsense(key) from None
        if not 0 <= value <= _LARGEST:
            raise self._nonsense(key)
        return value

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self._data.get(key)
        if not isinstance(value, bool):
            raise self._nonsense(key)
        return value

    def time(self, key: str) -> datetime | None:
        """Return a moment with its time zone, None where it is absent."""
        value = self._data.get(key)
        if value is None:
            return None
        if isinstance(value, str):
            value = _parsed(value)
        if not isinstance(value, datetime) or value.tzinfo is None:
            raise self._nonsense(key)
        return value

    def texts(self, key: str, *, always: bool = False) -> tuple[str, ...]:
        """Return a list of strings, empty where it is absent; of what AWS tells ``always``, absence is nonsense."""
        if always and not self.has(key):
            raise self._nonsense(key)
        value = self._data.get(key) or ()
        if not isinstance(value, Sequence) or isinstance(value, str) or any(not isinstance(one, str) for one in value):
            raise self._nonsense(key)
        return tuple(value)

    def row(self, key: str) -> Row:
        """Return the object ``key``, an empty one where it is absent."""
        return Row(self._what, self._data.get(key) or {})

    def rows(self, key: str, *, always: bool = False) -> tuple[Row, ...]:
        """Return the list of objects ``key``, empty where it is absent; see `texts`."""
        value = self._data.get(key)
        if value is None and not always:
            return ()
        if not isinstance(value, list):
            raise self._nonsense(key)
        return tuple(Row(self._what, one) for one in value)


def _parsed(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


class Answer:
    """The answer to one question, or why there is none."""

    __slots__ = ("_data", "asked", "error")

    def __init__(self, asked: Question, data: Mapping[str, Any] | None, error: UnansweredError | None = None) -> None:
        """Hold ``data``, all pages joined, or ``error``."""
        self.asked, self._data, self.error = asked, data, error

    @property
    def row(self) -> Row:
        """The answer as an object; raises `UnansweredError` when there is none."""
        if self.error is not None:
            raise self.error
        return Row(self.asked.name, self._data)

    @property
    def absent(self) -> bool:
        """Whether AWS says, by an error, that what was asked for does not exist."""
        return self.error is not None and self.error.code in ABSENT.get(self.asked.service, ())

    @property
    def existing(self) -> tuple[Row, ...]:
        """The `rows`; none where AWS says that what was asked for does not exist."""
        return () if self.absent else self.rows

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all pages; raises `UnansweredError` when there are none to read."""
        row = self.row
        if not row.has(self.asked.rows):
            raise UnansweredError(self.asked.name, Trouble.NONSENSE, message=f"{self.asked.rows} is missing")
        return row.rows(self.asked.rows)

    def __iter__(self) -> Iterator[Row]:
        """Iterate over `rows`."""
        return iter(self.rows)
