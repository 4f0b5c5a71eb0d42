"""Texts that stand where an id belongs and are none: of context look-ups, and of people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Placeholder", "placeholders"]

_NOT_RESOLVED = "a context lookup was not resolved"
_NUMBER = r"(?:1234(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?|[56]7890)[sp]?"
_LOOKED_UP = rf"(?:ami|vpc|subnet|sg|rtb|eni|igw|nat|vgw|s|p)-{_NUMBER}"
_LOOK_UP = re.compile(rf"dummy1[a-f]|DUMMY|{_LOOKED_UP}|1234abcd-12ab-34cd-56ef-1234567890ab")
_ANYWHERE = re.compile(r"dummy-value-for-[^\s,;\"')]*")
"""What an SSM parameter became whose value nobody looked up: it is put into scripts and names as well."""
_BY_HAND = re.compile(r"(?:ami|vpc|subnet|sg|rtb|eni|igw|nat|vgw|lt)-(?:[xX]{4,}|0{4,})")


class Placeholder(NamedTuple):
    """One text that is none of what belongs there."""

    text: str
    why: str
    """What left it, as a clause."""


def placeholders(text: str) -> Iterator[Placeholder]:
    """Yield the placeholders in ``text``: those that are an item of it, separated by commas, and those anywhere.

    Source: aws-cdk-lib 2.275.0, context providers.
    """
    for item in map(str.strip, text.split(",")):
        if _LOOK_UP.fullmatch(item):
            yield Placeholder(item, _NOT_RESOLVED)
        elif _BY_HAND.fullmatch(item):
            yield Placeholder(item, "nobody filled the id in")
    for item in _ANYWHERE.findall(text):
        yield Placeholder(item, _NOT_RESOLVED)
