"""MIME documents in user data: whether they are some, and what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .unpacking import unpacked

if TYPE_CHECKING:
    from email.message import Message

__all__ = [
    "BLANK_BEFORE_HEAD",
    "MIME_WITHOUT_PARTS",
    "cloud_init_takes_as_mime",
    "is_mime",
    "mime_fault",
    "mime_parts",
]

MIME_WITHOUT_PARTS = "TRN528"
BLANK_BEFORE_HEAD = "white space stands before its head"
_ENCODINGS = ("base64", "quoted-printable")
_HEAD_LINES = re.compile(r"(?:(?:[!-9;-~]+:|\$\{[^{}\n]*\}|[ \t]+\S).*\n?)*")
"""Lines with a name and a colon, those that go on with the one before, and holes, which may be either."""
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
    from email import message_from_string
    from email.errors import NoBoundaryInMultipartDefect, StartBoundaryNotFoundDefect

    if text[:1].isspace():
        return BLANK_BEFORE_HEAD
    message = message_from_string(text)
    if any(isinstance(defect, NoBoundaryInMultipartDefect) for defect in message.defects):
        return "its Content-Type names no boundary"
    unread = isinstance(message.get_payload(), str) and bool(str(message.get_payload()).strip())
    if unread and any(isinstance(defect, StartBoundaryNotFoundDefect) for defect in message.defects):
        return f"no line begins with --{message.get_boundary()}, its boundary"
    return ""


def mime_parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield content type and text of each part of a MIME document."""
    from email import message_from_string

    for part in message_from_string(text.lstrip()).walk():
        if not part.is_multipart():
            yield part.get_content_type(), _payload(part)


def _payload(part: Message) -> str:
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    sent = part.get_payload(decode=True) if encoding in _ENCODINGS else None
    return unpacked(sent if isinstance(sent, bytes) else str(part.get_payload()).encode("utf-8", "surrogatepass")).text
