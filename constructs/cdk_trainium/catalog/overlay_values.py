"""What is wrong with a value of a catalog overlay, or with where it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from ..errors import Problem
from ..wording import as_decimal, as_written

__all__ = ["origin_problems", "value_problems"]

_CARD_KEYS = {"index", "max_interfaces", "interface_types"}
_INTERFACE_TYPES = {"interface", "efa", "efa-only"}
_LAYOUTS = ("efa", "efa-only", "interface")
_NAMES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}
"""Types of facts, in the words of YAML."""
_AT_LEAST_ONE = {"nodes", "vcpus", "memory_gib", "ebs_max_attachments"}
_REQUIRED = {"nodes", "instance_type"}
"""Facts without which nothing can be computed of an UltraServer, so that unknown is no value of theirs."""
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def value_problems(where: str, name: str, value: Any, kinds: tuple[type, ...]) -> Iterator[Problem]:
    """Yield what is wrong with ``value`` of the fact ``name``; None is unknown, and allowed for most facts."""
    if value is None:
        if name in _REQUIRED:
            yield _bad(where, "must be known", value, _NAMES[kinds[0]])
    elif as_decimal(value):
        yield _bad(where, "is a number to some readers of YAML only", value, "decimal digits")
    elif not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        yield _bad(where, "has a value of the wrong type", value, " or ".join(_NAMES[kind] for kind in kinds))
    elif name == "network_cards":
        yield from _cards(where, value)
    elif name == "default_layout" and value not in _LAYOUTS:
        yield _bad(where, "is no layout", value, ", ".join(_LAYOUTS))
    else:
        yield from _content(where, name, value)


def origin_problems(where: str, fact: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with source, date, confidence and note of ``fact``."""
    source = fact["source"]
    texts = source if isinstance(source, list) else [source]
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        yield _bad(f"{where}.source", "is no source", source, "text, or a list of texts")
    if not _is_date(fact["date"]):
        yield _bad(f"{where}.date", "is no date", fact["date"], "ISO 8601, such as 2026-12-05")
    for key in ("confidence", "note"):
        if key in fact and not isinstance(fact[key], str):
            yield _bad(f"{where}.{key}", "must be text", fact[key], "text")


def _content(where: str, name: str, value: Any) -> Iterator[Problem]:
    if isinstance(value, (int, float)):
        least = 1 if name in _AT_LEAST_ONE else 0
        if not least <= value < float("inf"):
            yield _bad(where, "is no possible number", value, f"at least {least}")
    elif isinstance(value, str) and not value.strip():
        yield _bad(where, "is empty", value, "text, or null for unknown")
    elif isinstance(value, list) and not _texts(value):
        yield _bad(where, "must be a list of texts", value, "a list of texts")
    elif isinstance(value, dict) and not all(isinstance(key, str) and _texts(item) for key, item in value.items()):
        yield _bad(where, "must map regions to zone ids", value, "a list of zone ids for each region")


def _cards(where: str, cards: Any) -> Iterator[Problem]:
    if not cards:
        yield _bad(where, "a node has at least one network card", cards, "cards, or null for unknown")
    wrong = [card for card in cards if not _is_card(card)]
    for card in wrong:
        yield _bad(
            where,
            "is no network card",
            card,
            "index from 0, max_interfaces from 1, interface_types of interface, efa, efa-only",
        )
    if cards and not wrong and [card["index"] for card in cards] != list(range(len(cards))):
        yield _bad(where, "the indexes of the cards do not count from 0", [card["index"] for card in cards], "0, 1, …")


def _is_card(card: Any) -> bool:
    if not isinstance(card, dict) or set(card) != _CARD_KEYS:
        return False
    types = card["interface_types"]
    numbers = _whole(card["index"], 0) and _whole(card["max_interfaces"], 1)
    return numbers and _texts(types) and bool(types) and set(types) <= _INTERFACE_TYPES


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and not as_decimal(value) and value >= least


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_date(value: Any) -> bool:
    """YAML reads an unquoted date as a date."""
    if isinstance(value, date):
        return True
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _bad(where: str, message: str, value: object, allowed: str) -> Problem:
    return Problem("TRN055", message, where, as_written(value), allowed, as_decimal(value))
