"""The facts of an instance type or UltraServer as a reader sees them: labels, plain values, numbered sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..catalog import Catalog
from ..wording import counted

__all__ = ["described", "label", "value_text"]

_WORDS = {
    "bf16": "BF16",
    "ebs": "EBS",
    "ec2": "EC2",
    "efa": "EFA",
    "ena": "ENA",
    "fp8": "FP8",
    "gb": "GB",
    "gbps": "Gbps",
    "gib": "GiB",
    "hbm": "HBM",
    "lnc": "LNC",
    "mbps": "Mbps",
    "nvme": "NVMe",
    "pflops": "PFLOPS",
    "ultraserver": "UltraServer",
    "usd": "USD",
    "vcpus": "vCPUs",
}


def described(name: str, catalog: Catalog) -> Iterator[str]:
    """Yield the facts of a type or UltraServer, each with its origin, then the sources by number."""
    item = catalog.find(name) or catalog.ultraservers[name]
    numbers: dict[str, int] = {}
    yield name
    for fact_name, fact in item.facts.items():
        at = [f"[{numbers.setdefault(source, len(numbers) + 1)}]" for source in fact.source]
        origin = ", ".join([*at, fact.date, fact.confidence])
        yield f"  {label(fact_name)}: {value_text(fact.value)}  ({origin})"
        if fact.note:
            yield f"      {fact.note}"
    yield "  sources:"
    yield from (f"  [{number}] {_source(key, catalog)}" for key, number in numbers.items())


def label(name: str) -> str:
    """Return a fact's name in words: ``hbm_gib`` is HBM GiB."""
    return " ".join(_WORDS.get(word, word) for word in name.split("_"))


def value_text(value: Any) -> str:
    """Return a fact's value in words; a value that no source gives is unknown."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {value_text(part)}" for key, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _cards(value) if value and isinstance(value[0], Mapping) else ", ".join(map(value_text, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def _cards(cards: Sequence[Mapping[str, Any]]) -> str:
    """Return runs of network cards that differ in their index only."""

    def shape(card: Mapping[str, Any]) -> str:
        return f"{counted(card['max_interfaces'], 'interface')} each, {' or '.join(card['interface_types'])}"

    runs = [(text, list(run)) for text, run in groupby(cards, key=shape)]
    return "; ".join(f"{counted(len(run), 'card')}, {text}" for text, run in runs)


def _source(key: str, catalog: Catalog) -> str:
    known = catalog.sources.get(key)
    return f"{known['title']}, {known['ref']}" if known else key
