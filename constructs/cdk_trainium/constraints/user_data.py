"""What EC2 takes as user data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..errors import Problem
from .identifiers import BAD_FORM

if TYPE_CHECKING:
    from email.message import Message

__all__ = [
    "BLANK_BEFORE_HEAD",
    "MIME_WITHOUT_PARTS",
    "USER_DATA_BYTES",
    "USER_DATA_NOT_BASE64",
    "USER_DATA_TOO_LARGE",
    "Unpacked",
    "check_base64",
    "check_user_data_size",
    "cloud_init_takes_as_mime",
    "decoded",
    "encoded",
    "is_mime",
    "mime_fault",
    "mime_parts",
    "not_toml",
    "starts_as_user_data",
    "unpacked",
]

USER_DATA_BYTES = 16384
"""Raw bytes, before base64. Source: EC2 User Guide, user data."""
USER_DATA_TOO_LARGE = "TRN510"
USER_DATA_NOT_BASE64 = "TRN524"
MIME_WITHOUT_PARTS = "TRN528"
_GZIP = b"\x1f\x8b"
_ENCODINGS = ("base64", "quoted-printable")
BLANK_BEFORE_HEAD = "white space stands before its head"
_MOST_LAYERS, _MOST_BYTES = 3, 1_000_000
_BLANK_LINE = re.compile(r"\r?\n[ \t]*\r?\n")
_HEAD = 4096
"""Characters in which cloud-init looks for the head of a MIME document."""
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
_STARTS = (
    "#!",
    "#cloud-config",
    "#include",
    "content-type:",
    "mime-version:",
    "apiversion:",
    "[settings",
    "<powershell",
)
"""How what cloud-init, nodeadm, Bottlerocket and Windows read begins."""


def check_user_data_size(sent: str | bytes, at_least: bool = False) -> Problem | None:
    """Return a problem when ``sent`` cannot be sent to EC2, or is larger than it takes.

    ``at_least``: ``sent`` is only the known part.
    """
    try:
        size = len(sent.encode() if isinstance(sent, str) else sent)
    except UnicodeEncodeError as error:
        got = ascii(error.object[error.start : error.end])[:60]
        return Problem(BAD_FORM, "holds half of a surrogate pair, which is no character", "user_data", got)
    if size <= USER_DATA_BYTES:
        return None
    got = f"{'at least ' if at_least else ''}{size} bytes"
    message = f"user data is larger than the {USER_DATA_BYTES} bytes that EC2 takes before base64"
    hint = "keep a short script that fetches the rest from S3 or SSM"
    return Problem(USER_DATA_TOO_LARGE, message, "user_data", got, f"at most {USER_DATA_BYTES} bytes", hint)


def check_base64(text: str) -> Problem | None:
    """Return a problem when ``text``, or the part of it that is known, holds what base64 never does."""
    if _BASE64.fullmatch(text):
        return None
    got = repr(text[:40])
    return Problem(USER_DATA_NOT_BASE64, "user data is no base64", "user_data", got, hint="write Fn::Base64 around it")


def starts_as_user_data(text: str) -> bool:
    """Return whether ``text`` begins as something that a node reads as user data."""
    return text.lstrip().lower().startswith(_STARTS)


def not_toml(text: str, complete: bool = True) -> str:
    """Return in words what user data ``text`` is instead of TOML, which Bottlerocket reads; empty when it may be TOML.

    ``complete``: whether ``text`` is all of it; of a part only its begin is judged.
    """
    if text.lstrip().startswith("#!"):
        return "a script"
    if is_mime(text):
        return "a MIME document"
    if not complete:
        return ""
    import tomllib

    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return "no TOML"
    return ""


class Unpacked(NamedTuple):
    """User data as a node reads it."""

    text: str
    whole: bool
    """Whether ``text`` is all of it: what is packed too often, too large or broken is read in part, if at all."""
    layers: tuple[str, ...]
    """What was taken off, the outermost first: ``gzip``, ``base64``."""


def unpacked(data: bytes) -> Unpacked:
    """Return ``data`` behind gzip and further base64, which cloud-init and nodeadm take off.

    Source: awslabs/amazon-eks-ami, nodeadm configprovider; cloud-init, user data formats.
    """
    layers: list[str] = []
    whole = True
    while len(layers) < _MOST_LAYERS:
        kind, found = ("gzip", _gunzipped(data)) if data.startswith(_GZIP) else ("base64", _of_base64(data))
        if found is None:
            break
        data, whole = found[0], whole and found[1]
        layers.append(kind)
    return Unpacked(data.decode("utf-8", "replace"), whole and not data.startswith(_GZIP), tuple(layers))


def decoded(text: str) -> bytes | None:
    """Return what base64 ``text`` holds, lines or none; None when it is no base64."""
    import base64
    import binascii

    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def encoded(data: bytes) -> bytes:
    """Return ``data`` as base64."""
    import base64

    return base64.b64encode(data)


def _gunzipped(data: bytes) -> tuple[bytes, bool] | None:
    """Return what ``data`` holds, at most so much that no bomb goes off, and whether that is all."""
    import zlib

    reader = zlib.decompressobj(wbits=31)
    try:
        return reader.decompress(data, _MOST_BYTES), reader.eof and not reader.unused_data
    except zlib.error:
        return None


def _of_base64(data: bytes) -> tuple[bytes, bool] | None:
    """Return what ``data`` encodes, None where that is nothing that a node reads: short scripts are base64, too."""
    inner = decoded(data.decode("ascii", "replace"))
    if inner is None:
        return None
    begins = inner.startswith(_GZIP) or starts_as_user_data(inner[:400].decode("utf-8", "replace"))
    return (inner, True) if begins else None


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


def is_mime(text: str) -> bool:
    """Return whether ``text`` is a MIME multipart document, the only form EKS managed node groups merge."""
    head = _BLANK_LINE.split(text.lstrip()[:_HEAD], maxsplit=1)[0].lower()
    return "content-type:" in head and "multipart/mixed" in head


def cloud_init_takes_as_mime(text: str) -> bool:
    """Return whether cloud-init reads ``text`` as MIME, of whatever type. Source: cloud-init, user_data.py."""
    return "mime-version:" in text[:_HEAD].lower()
