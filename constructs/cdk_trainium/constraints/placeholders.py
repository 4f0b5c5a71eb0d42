"""Texts that stand where an id belongs and are none: of context look-ups, and of people."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["placeholders"]

_NUMBER = r"(?:1234(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?|[56]7890)[sp]?"
_LOOKED_UP = rf"(?:ami|vpc|subnet|sg|rtb|eni|igw|nat|vgw|s|p)-{_NUMBER}"
_BY_HAND = r"(?:ami|vpc|subnet|sg|rtb|eni|igw|nat|vgw|lt|pg)-(?:[xX]{4,}|0{4,})"
_WHOLE = re.compile(rf"dummy1[a-f]|DUMMY|{_LOOKED_UP}|{_BY_HAND}|1234abcd-12ab-34cd-56ef-1234567890ab")
_ANYWHERE = re.compile(r"dummy-value-for-[^\s,;\"')]*")
"""What an SSM parameter became whose value nobody looked up: it is put into scripts and names as well."""


def placeholders(text: str) -> Iterator[str]:
    """Yield the placeholders in ``text``: those that are an item of it, separated by commas, and those anywhere.

    Source: aws-cdk-lib 2.275.0, context providers.
    """
    for item in map(str.strip, text.split(",")):
        if _WHOLE.fullmatch(item):
            yield item
    yield from _ANYWHERE.findall(text)
