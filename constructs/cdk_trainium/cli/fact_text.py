"""The facts of an instance type or UltraServer as a reader sees them: labels, plain values, numbered sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..catalog import Catalog
from ..catalog.fact import Fact
from ..wording import counted

__all__ = ["Sources", "confidence", "described", "label", "source_text", "value_text"]

_KEY = re.compile(r"\bS\d+[a-z]*\b")
"""A key of ``sources.json`` as notes name it, without its prefix."""
_CONFIDENCE = {
    "seen in code": "from published code or captured data",
    "documented": "documented by AWS",
    "documented + observed": "documented by AWS and observed",
    "documented (second hand)": "AWS documentation as others quote it",
    "derived": "computed",
    "unknown": "no source",
}

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


class Sources:
    """Numbers the sources in the order in which they are named: a reader knows no key of the data files."""

    def __init__(self, catalog: Catalog) -> None:
        """Number the sources of ``catalog``."""
        self._catalog = catalog
        self._numbers: dict[str, int] = {}

    def mark(self, key: str) -> str:
        """Return the number of a source, such as ``[3]``."""
        return f"[{self._numbers.setdefault(key, len(self._numbers) + 1)}]"

    def marked(self, text: str) -> str:
        """Return ``text`` with a number wherever it names a source by its key."""
        return _KEY.sub(lambda found: self.mark(key) if (key := self._key(found[0])) else found[0], text)

    def origin(self, fact: Fact) -> str:
        """Return where a fact comes from: numbers, date and how far to trust it."""
        return ", ".join([*map(self.mark, fact.source), fact.date, confidence(fact)])

    def listed(self) -> Iterator[tuple[str, str]]:
        """Yield each number with title, address and date of its source; one that another names follows."""
        told = 0
        while told < len(self._numbers):
            key = list(self._numbers)[told]
            told += 1
            yield self.mark(key), self.marked(source_text(key, self._catalog))

    def _key(self, short: str) -> str:
        return next((key for key in self._catalog.sources if key.rpartition(".")[2] == short), "")


def described(name: str, catalog: Catalog) -> Iterator[str]:
    """Yield the facts of a type or UltraServer, each with its origin, then the sources by number."""
    item = catalog.find(name) or catalog.ultraservers[name]
    sources = Sources(catalog)
    yield name
    for fact_name, fact in item.facts.items():
        yield f"  {label(fact_name)}: {value_text(fact.value)}  ({sources.origin(fact)})"
        if fact.note:
            yield f"      {sources.marked(fact.note)}"
    yield "  sources:"
    yield from (f"  {mark} {text}" for mark, text in sources.listed())


def confidence(fact: Fact) -> str:
    """Return how far to trust a fact, in words that say what was looked at."""
    return _CONFIDENCE.get(fact.confidence, fact.confidence)


def source_text(key: str, catalog: Catalog) -> str:
    """Return title, address and date of a source; an overlay's source is its own text."""
    known = catalog.sources.get(key)
    if known is None:
        return key
    ref = known["ref"].strip(" ;")
    return f"{known['title']}, {ref if ref != 'not recorded' else 'address not recorded'} ({known['date']})"


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
