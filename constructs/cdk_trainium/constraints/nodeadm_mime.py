"""MIME documents as nodeadm reads them: parts of the top level only, and no line that is not as it should be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from .media_type import MediaType, read_media_type

__all__ = ["NodeadmParts", "nodeadm_parts"]

_HOLE = "${"
_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z ]+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_BLANK = " \t"
_ENDS = ("", " ", "\t", "\r", "\n")
"""What may stand behind a boundary."""
_SHOWN = 40


class NodeadmParts(NamedTuple):
    """What nodeadm reads of a document."""

    parts: tuple[tuple[str, str], ...]
    """Content type, empty where there is none, and text of each part; with a ``fault`` those before it."""
    fault: str = ""
    """Why it reads nothing of the document in the end, as a clause. Default: - it reads all parts."""
    certain: bool = True
    """Whether that is sure; not where something hidden stands in the lines that are at fault."""


class _Head(NamedTuple):
    """The lines before an empty one."""

    fields: Mapping[str, str]
    """Name in small letters -> its first value."""
    end: int
    """Where the body begins."""
    closed: bool
    """Whether an empty line ends it; the document ends with it otherwise."""


class _UnreadableError(Exception):
    """Nodeadm gives the document up."""

    def __init__(self, why: str, begin: int, end: int) -> None:
        """Keep ``why``, as a clause, and which characters are at fault."""
        super().__init__(why)
        self.why, self.begin, self.end = why, begin, end


@lru_cache(maxsize=8)  # several rules look at one document
def nodeadm_parts(text: str) -> NodeadmParts:
    """Return the parts of the MIME document ``text`` as nodeadm reads them.

    Source: awslabs/amazon-eks-ami, nodeadm configprovider; Go, packages net/mail, net/textproto and mime/multipart.
    """
    found: list[tuple[str, str]] = []
    try:
        head = _head(text, 0, strict=False)
        boundary = _boundary(text, head)
        found.extend(_Reader(text, head.end, f"--{boundary}").parts())
    except _UnreadableError as error:
        return NodeadmParts(tuple(found), error.why, _HOLE not in text[error.begin : error.end])
    return NodeadmParts(tuple(found))


def _boundary(text: str, head: _Head) -> str:
    kind = _type_of(text, 0, head)
    if not kind.name.startswith("multipart/"):
        raise _UnreadableError(f"its head says Content-Type {kind.name or 'nowhere'}", 0, head.end)
    boundary = kind.parameters.get("boundary", "")
    if not boundary:
        raise _UnreadableError("its Content-Type names no boundary", 0, head.end)
    return boundary


def _type_of(text: str, begin: int, head: _Head) -> MediaType:
    written = head.fields.get("content-type", "")
    kind = read_media_type(written) if written else MediaType("", {})
    if kind is None:
        why = f"Content-Type {written[:_SHOWN]!r} has a word without value, or characters that need quotes"
        raise _UnreadableError(why, begin, head.end)
    return kind


class _Reader:
    """Goes through the parts of a document."""

    def __init__(self, text: str, at: int, mark: str) -> None:
        """Begin ``at`` the body of ``text``, whose parts stand behind lines that are ``mark``."""
        self.text, self.at, self.mark = text, at, mark
        self.newline, self.begun = "\r\n", False

    def parts(self) -> Iterator[tuple[str, str]]:
        """Yield content type and text of each part."""
        while self._comes_to_part():
            begin, head = self.at, _head(self.text, self.at, strict=True)
            if not head.closed:
                return
            kind = _type_of(self.text, begin, head)
            self.at = self._end_of_body(head.end)
            yield kind.name, _decoded(self.text[head.end : self.at], head)

    def _comes_to_part(self) -> bool:
        """Return whether a part begins next, and not the end of the document."""
        separated = False
        while True:
            begin, line = self.at, self._line()
            if self._is_boundary(line):
                self.begun = True
                return True
            if self._ends_all(line):
                return False
            if not line.endswith("\n"):
                raise self._endless(begin)
            if self.begun and (separated or line != self.newline):
                why = f"a boundary line goes on, or ends otherwise than the first: {line[:_SHOWN]!r}"
                raise _UnreadableError(why, begin, self.at)
            separated = self.begun

    def _line(self) -> str:
        begin, end = self.at, self.text.find("\n", self.at) + 1
        self.at = end or len(self.text)
        return self.text[begin : self.at]

    def _is_boundary(self, line: str) -> bool:
        rest = line.removeprefix(self.mark).lstrip(_BLANK) if line.startswith(self.mark) else ""
        if rest == "\n" and not self.begun:
            self.newline = "\n"
        return rest == self.newline

    def _ends_all(self, line: str) -> bool:
        mark = f"{self.mark}--"
        return line.startswith(mark) and line.removeprefix(mark).lstrip(_BLANK) in ("", self.newline)

    def _end_of_body(self, begin: int) -> int:
        if self._may_end(begin, self.mark):
            return begin
        mark = f"{self.newline}{self.mark}"
        at = self.text.find(mark, begin)
        while at >= 0 and not self._may_end(at, mark):
            at = self.text.find(mark, at + len(mark))
        if at < 0:
            raise self._endless(begin)
        return at

    def _may_end(self, at: int, mark: str) -> bool:
        behind = at + len(mark)
        goes_on = self.text[behind : behind + 1] not in _ENDS and not self.text.startswith("--", behind)
        return self.text.startswith(mark, at) and not goes_on

    def _endless(self, begin: int) -> _UnreadableError:
        return _UnreadableError(f"no line {self.mark}-- ends its parts", begin, len(self.text))


def _decoded(body: str, head: _Head) -> str:
    if head.fields.get("content-transfer-encoding", "").lower() != "quoted-printable":
        return body
    import quopri

    return quopri.decodestring(body.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")


def _head(text: str, at: int, strict: bool) -> _Head:
    """Return the head at ``at``; in a ``strict`` one every name is as RFC 5322 has it."""
    fields: dict[str, str] = {}
    if text[at : at + 1] in tuple(_BLANK):
        raise _UnreadableError("white space stands before a head", at, at + 1)
    for end, first, line in _logical_lines(text, at):
        if not line:
            return _Head(fields, end, closed=True)
        name, colon, value = line.partition(":")
        if not colon or (strict and not _is_field(first, name, value)):
            why = f"{line[:_SHOWN]!r} stands in a head, which an empty line ends, and is no name with a value"
            raise _UnreadableError(why, at, end)
        fields.setdefault(name.lower(), value.lstrip(_BLANK))
    return _Head(fields, len(text), closed=False)


def _is_field(first: str, name: str, value: str) -> bool:
    return ":" in first and _NAME.fullmatch(name) is not None and not _CONTROL.search(value)


def _logical_lines(text: str, at: int) -> Iterator[tuple[int, str, str]]:
    """Yield where each line ends, its text, and that with the lines that go on with it; an empty one is the last."""
    line = "begin"
    while line and at < len(text):
        line, at = _line(text, at)
        pieces = [line]
        while line and text[at : at + 1] in tuple(_BLANK):
            more, at = _line(text, at)
            pieces.append(more)
        yield at, line, " ".join(pieces)


def _line(text: str, at: int) -> tuple[str, int]:
    """Return the line at ``at`` without white space around it, and where the next one begins."""
    end = text.find("\n", at) + 1 or len(text)
    return text[at:end].removesuffix("\n").removesuffix("\r").strip(_BLANK), end
