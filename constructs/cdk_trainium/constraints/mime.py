"""MIME documents in user data: whether they are some, and what is in them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .unpacking import unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable
    from email.message import Message

__all__ = [
    "BLANK_BEFORE_HEAD",
    "MIME_WITHOUT_PARTS",
    "cloud_init_takes_as_mime",
    "is_legible",
    "is_mime",
    "mime_fault",
    "mime_parts",
]

MIME_WITHOUT_PARTS = "TRN528"
BLANK_BEFORE_HEAD = "white space stands before its head"
_ENCODINGS = ("base64", "quoted-printable")
_HEAD_LINES = re.compile(r"(?:(?:[!-9;-~]+:|\$\{[^{}\n]*\}|[ \t]+\S).*\n?)*")
"""Lines with a name and a colon, those that go on with the one before, and holes, which may be either."""
_MOST_PARTS, _MOST_CHARACTERS = 1_000, 1_000_000
"""Lines that may begin a part, and characters of all parts unpacked: gzip makes short what takes long to read."""
_TYPE = re.compile(r"(?i)(?:^|[\r\n])content-type:[^\r\n]*(?:(?:\r\n?|\n)[ \t][^\r\n]*)*")
_MOST_WORDS = 100
"""Parameters of one type: the parser looks at all that follows for each."""
_MOST_NAMED = 100
"""Types that name a boundary, of which lines are counted."""
_HEAD = 4096
"""Characters in which cloud-init looks for the head of a MIME document."""


def is_mime(text: str) -> bool:
    """Return whether ``text`` is a MIME multipart document, the only form EKS managed node groups merge."""
    found = _HEAD_LINES.match(text.lstrip()[:_HEAD])  # scripts may name the words, and write such documents
    head = found.group().lower() if found else ""
    return "content-type:" in head and "multipart/mixed" in head


def cloud_init_takes_as_mime(text: str) -> bool:
    """Return whether cloud-init reads ``text`` as MIME, of whatever type. Source: cloud-init, user_data.py."""
    return "mime-version:" in text[:_HEAD].lower()


def mime_fault(text: str) -> str:
    """Return in words why nobody reads the parts of the MIME document ``text``; empty when they are read.

    Source: RFC 5322, 2.2: the head ends at the first empty line, and a line that begins with white space goes on with
    the one before; RFC 2046, 5.1.1: parts stand behind lines of two hyphens and the boundary that the head names.
    """
    if text[:1].isspace():
        return BLANK_BEFORE_HEAD
    read = _read(text)
    return "" if read is None else read.fault


def mime_parts(text: str) -> tuple[tuple[str, str], ...]:
    """Return content type and text of each part of a MIME document; none where it is not `is_legible`."""
    read = _read(text.lstrip())
    return () if read is None else read.parts


def is_legible(text: str) -> bool:
    """Return whether ``text``, if it is MIME, has no more parts and levels than are read here."""
    return not (is_mime(text) or cloud_init_takes_as_mime(text)) or _read(text.lstrip()) is not None


class _Read(NamedTuple):
    fault: str
    parts: tuple[tuple[str, str], ...]


@lru_cache(maxsize=8)  # several rules look at one document, and the parser is slow
def _read(text: str) -> _Read | None:
    """Return what the document ``text`` holds; None beyond the bounds of this module."""
    from email import message_from_string

    types = [one.group().strip() for one in _TYPE.finditer(text)]
    if any(one.count(";") > _MOST_WORDS for one in types) or _begin_parts(text, types) > _MOST_PARTS:
        return None
    try:
        message = message_from_string(text)
        found = [part for part in message.walk() if not part.is_multipart()]
    except RecursionError:
        return None
    parts, left = [], _MOST_CHARACTERS
    for part in found:
        parts.append((part.get_content_type(), _payload(part)))
        left -= len(parts[-1][1])
        if left < 0:
            return None
    return _Read(_fault_of(message), tuple(parts))


def _begin_parts(text: str, types: Iterable[str]) -> int:
    """Return how many lines of ``text`` are the boundary that one of its ``types`` names.

    Scripts have other lines of two hyphens; beyond the bound, whatever stands behind them is counted.
    """
    from email import message_from_string

    lines = text.count("\n--") + text.count("\r--")
    named = [one for one in types if "boundary" in one.lower()]
    if lines <= _MOST_PARTS or len(named) > _MOST_NAMED:
        return lines
    names = {message_from_string(one).get_boundary() for one in named} - {None}
    marks = "|".join(re.escape(str(name)) for name in names)
    return len(re.findall(rf"[\r\n]--(?:{marks})(?:--)?[ \t]*(?=[\r\n]|\Z)", text)) if names else 0


def _fault_of(message: Message) -> str:
    from email.errors import NoBoundaryInMultipartDefect, StartBoundaryNotFoundDefect

    if any(isinstance(defect, NoBoundaryInMultipartDefect) for defect in message.defects):
        return "its Content-Type names no boundary"
    unread = isinstance(message.get_payload(), str) and bool(str(message.get_payload()).strip())
    if unread and any(isinstance(defect, StartBoundaryNotFoundDefect) for defect in message.defects):
        return f"no line begins with --{message.get_boundary()}, its boundary"
    return ""


def _payload(part: Message) -> str:
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    sent = part.get_payload(decode=True) if encoding in _ENCODINGS else None
    return unpacked(sent if isinstance(sent, bytes) else str(part.get_payload()).encode("utf-8", "surrogatepass")).text
