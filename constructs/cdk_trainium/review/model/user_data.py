"""The user data of a node, as far as the template tells."""

from __future__ import annotations

from functools import cached_property

from ...constraints.mime import is_legible
from ...constraints.unpacking import Unpacked, decoded, encoded, unpacked
from ...constraints.user_data import USER_DATA_BYTES
from ...template import Encoded, Unknown, Value

__all__ = ["UserData", "read_user_data"]


class UserData:
    """What EC2 is sent as user data."""

    def __init__(self, sent: bytes, known: bool) -> None:
        """Keep what EC2 decodes.

        Args:
            sent: the bytes behind one base64; a hole stands for each unknown part.
            known: whether ``sent`` is all of it.
        """
        self.sent = sent
        self.known = known

    @property
    def fits(self) -> bool:
        """Whether EC2 takes it; what it refuses for its size no node reads."""
        return len(self.sent) <= USER_DATA_BYTES

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
        return UserData(value.encode("utf-8", "surrogatepass") if sent is None else sent, True)  # else TRN524
    return _inside(value.value) if isinstance(value, Encoded) else None


def _inside(value: Value) -> UserData | None:
    """Return what ``Fn::Base64`` of ``value`` sends."""
    if isinstance(value, Encoded):
        inner = _inside(value.value)
        return None if inner is None else UserData(encoded(inner.sent), inner.known)
    if isinstance(value, str):
        return UserData(value.encode("utf-8", "surrogatepass"), True)
    known = value.text if isinstance(value, Unknown) else ""
    return UserData(known.encode("utf-8", "surrogatepass"), False) if known else None
