"""Names of time zones, as far as their form tells that they are none."""

from __future__ import annotations

import re

from ..errors import Problem
from ..wording import as_written

__all__ = ["NO_TIME_ZONE", "check_time_zone"]

NO_TIME_ZONE = "TRN393"

_OFFSET = re.compile(r"(?!GMT[+-]0$)(?:UTC|GMT|Z)?\s*[+-]\s*\d{1,2}(?::?\d\d)?|Z", re.IGNORECASE)
_ABBREVIATIONS = frozenset(
    ("ACST", "AEDT", "AEST", "AKDT", "AKST", "BST", "CDT", "CEST", "CST", "EDT", "EEST", "IST", "JST", "KST", "MDT")
) | {"MSK", "NZDT", "NZST", "PDT", "PST", "SGT"}
"""Common ones that name no zone of the database, unlike EST and UTC."""
_NAME = re.compile(r"[A-Za-z0-9._+-]+(?:/[A-Za-z0-9._+-]+)*")


def check_time_zone(name: str) -> Problem | None:
    """Return why ``name`` is no time zone of the IANA database; None also where its form does not tell.

    Source: Auto Scaling API, PutScheduledUpdateGroupAction: canonical names, such as Etc/GMT+9 or Pacific/Tahiti;
    "Theory and pragmatics of the tz code and data": names hold ASCII letters, digits and ``.-_+``, and no blank.
    """
    short = bool(_OFFSET.fullmatch(name.strip())) or name.strip().upper() in _ABBREVIATIONS
    if not short and _NAME.fullmatch(name):
        return None
    kind = "an offset or abbreviation" if short else "of letters that no zone has"
    text = f"TimeZone is {kind}, no name of the IANA Time Zone Database"
    return Problem(NO_TIME_ZONE, text, got=as_written(name), allowed="a name such as America/Los_Angeles or Etc/GMT+9")
