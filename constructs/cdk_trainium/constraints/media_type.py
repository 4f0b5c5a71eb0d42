"""Content types as strictly as Go reads them, which nodeadm is written in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["MediaType", "read_media_type"]

_TOKEN = r"[!#$%&'*+.\-0-9A-Z^_`a-z{|}~]+"
_KIND = re.compile(rf"{_TOKEN}(?:/{_TOKEN})?")
_PARAMETER = re.compile(rf'\s*;\s*({_TOKEN})\s*=\s*(?:"((?:[^"\\\r\n]|\\.)*)"|({_TOKEN}))')
_ESCAPED = re.compile(r'\\([()<>@,;:\\"/\[\]?=])')


class MediaType(NamedTuple):
    """What a ``Content-Type`` says."""

    name: str
    """Type and subtype in small letters."""
    parameters: Mapping[str, str]


def read_media_type(value: str) -> MediaType | None:
    """Return what ``value`` says; None when Go refuses it: words without value, characters that need quotes.

    Source: RFC 2045, 5.1; Go, package mime: ParseMediaType.
    """
    base = value.partition(";")[0]
    name, rest = base.lower().strip(), value[len(base) :]
    if not _KIND.fullmatch(name):
        return None
    found: dict[str, str] = {}
    while rest.strip() not in ("", ";"):
        match = _PARAMETER.match(rest)
        if match is None:
            return None
        key, quoted, word = match.groups()
        said = word if quoted is None else _ESCAPED.sub(r"\1", quoted)
        if found.setdefault(key.lower(), said) != said:
            return None
        rest = rest[match.end() :]
    return MediaType(name, found)
