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


def check_time_zone(name: str) -> Problem | None:
    """Return why ``name`` is no time zone of the IANA database; None also where its form does not tell.

    Source: Auto Scaling API, PutScheduledUpdateGroupAction: canonical names, such as Etc/GMT+9 or Pacific/Tahiti.
    """
    if not _OFFSET.fullmatch(name.strip()) and name.strip().upper() not in _ABBREVIATIONS:
        return None
    text = "TimeZone is an offset or abbreviation, no name of the IANA Time Zone Database"
    return Problem(NO_TIME_ZONE, text, got=as_written(name), allowed="a name such as America/Los_Angeles or Etc/GMT+9")
