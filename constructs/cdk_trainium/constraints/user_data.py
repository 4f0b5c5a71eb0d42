"""What EC2 takes as user data."""

from __future__ import annotations

import re

from ..errors import Problem
from .identifiers import BAD_FORM
from .mime import is_mime

__all__ = [
    "USER_DATA_BYTES",
    "USER_DATA_NOT_BASE64",
    "USER_DATA_TOO_LARGE",
    "check_base64",
    "check_user_data_size",
    "not_toml",
]

USER_DATA_BYTES = 16384
"""Raw bytes, before base64. Source: EC2 User Guide, user data."""
USER_DATA_TOO_LARGE = "TRN510"
USER_DATA_NOT_BASE64 = "TRN524"
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")


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
