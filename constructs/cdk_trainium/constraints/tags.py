"""Tags that AWS takes."""

from __future__ import annotations

import re
from collections.abc import Sized
from functools import cache

from ..errors import Problem
from ..wording import as_written

__all__ = [
    "BAD_TAG",
    "MOST_TAGS",
    "RESERVED_TAG",
    "check_tag_count",
    "check_tag_key",
    "check_tag_lengths",
    "check_tag_text",
]

RESERVED_TAG, BAD_TAG = "TRN007", "TRN008"
MOST_TAGS = 50
"""Tags of one resource, those that begin with ``aws:`` not counted. Source: EC2 User Guide, tag restrictions."""
LONGEST_KEY, LONGEST_VALUE = 128, 256
"""Characters of a tag. Source: as `MOST_TAGS`."""
_RESERVED = "aws:"
_TEXT = re.compile(r"[\w +\-=.:/@]*")


@cache  # a template repeats the keys of its tags on each resource
def check_tag_key(key: str) -> Problem | None:
    """Return what is wrong with the key of a tag: its beginning, in whatever case. Source: as `MOST_TAGS`."""
    if key.lower().startswith(_RESERVED):
        return Problem(RESERVED_TAG, "AWS keeps tags that begin with aws: to itself", allowed="another key")
    return None


def check_tag_text(text: str) -> Problem | None:
    """Return which characters of the key or value of a tag AWS refuses. Source: as `MOST_TAGS`."""
    if _TEXT.fullmatch(text):
        return None
    found = "".join(dict.fromkeys(_TEXT.sub("", text)))
    allowed = "letters, digits, spaces and + - = . _ : / @"
    return Problem(BAD_TAG, f"has characters that AWS takes in no tag: {as_written(found)}", allowed=allowed)


def check_tag_lengths(key: str, value: str) -> Problem | None:
    """Return a problem when a key is empty, or key or value is longer than AWS takes."""
    if not key:
        return Problem(BAD_TAG, "a tag has an empty key", allowed=f"1 to {LONGEST_KEY} characters")
    for what, text, most in (("key", key, LONGEST_KEY), ("value", value, LONGEST_VALUE)):
        if len(text) > most:
            long = f"the {what} of a tag has too many characters"
            return Problem(BAD_TAG, long, "", str(len(text)), f"at most {most}")
    return None


def check_tag_count(keys: Sized) -> Problem | None:
    """Return a problem when a resource has more tags than `MOST_TAGS`."""
    if len(keys) <= MOST_TAGS:
        return None
    return Problem(BAD_TAG, "are too many tags", "", str(len(keys)), f"at most {MOST_TAGS}")
