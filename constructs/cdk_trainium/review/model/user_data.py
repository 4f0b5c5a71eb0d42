"""The user data of a node, as far as the template tells."""

from __future__ import annotations

import re
from functools import cached_property

from ...constraints.mime import is_legible
from ...constraints.unpacking import Unpacked, decoded, encoded, unpacked
from ...constraints.user_data import USER_DATA_BYTES
from ...template import Encoded, Mixed, Unknown, Value

__all__ = ["UserData", "read_user_data"]

_HOLE = re.compile(r"\{\{resolve:[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\}|\$\{[^${}]*\}")
"""What stands for an unknown part, whose length nobody knows."""


class UserData:
    """What EC2 is sent as user data."""

    def __init__(self, sent: bytes, sure: bytes | None = None) -> None:
        """Keep what EC2 decodes.

        Args:
            sent: the bytes behind one base64; a hole stands for each unknown part.
            sure: so many bytes are sent at least. Default: - ``sent`` is all of it.
        """
        self.sent = sent
        self.known = sure is None
        """Whether ``sent`` is all of it."""
        self.sure = sent if sure is None else sure

    @property
    def fits(self) -> bool:
        """Whether EC2 may take it; what it surely refuses for its size no node reads."""
        return len(self.sure) <= USER_DATA_BYTES

    @cached_property
    def read(self) -> Unpacked:
        """What a node reads, behind what it takes off."""
        return unpacked(self.sent)

    @property
    def text(self) -> str:
        """The text of `read`."""
        return self.read.text

    @property
    def legible(self) -> bool:
        """Whether it is no MIME document of more parts or levels than are read; TRN528 tells of one."""
        return is_legible(self.text)

    @property
    def complete(self) -> bool:
        """Whether `text` is all that a node reads."""
        return self.known and self.read.whole


def read_user_data(value: Value) -> UserData | None:
    """Return the user data that the property ``value`` gives, None when there is none or nothing of it is known."""
    if isinstance(value, str):
        sent = decoded(value)
        return UserData(_bytes(value) if sent is None else sent)  # else TRN524
    return _inside(value.value) if isinstance(value, Encoded) else None


def _inside(value: Value) -> UserData | None:
    """Return what ``Fn::Base64`` of ``value`` sends."""
    if isinstance(value, Encoded):
        inner = _inside(value.value)
        return inner and UserData(encoded(inner.sent), None if inner.known else encoded(inner.sure))
    if isinstance(value, str):
        return UserData(_bytes(value))
    known = value.text if isinstance(value, Unknown) else ""
    return UserData(_bytes(known), _bytes(_sure(value))) if known else None


def _sure(value: Unknown) -> str:
    """Return the parts of ``value`` that are known."""
    if isinstance(value, Mixed):
        return "".join(part for part in value.parts if isinstance(part, str))
    return _HOLE.sub("", value.text)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
