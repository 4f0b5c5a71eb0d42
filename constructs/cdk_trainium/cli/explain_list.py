"""Everything that ``trnctl explain`` knows, under headings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ..catalog import Catalog

__all__ = ["AREAS", "listing", "titles"]

AREAS = {
    "0": "Instance types",
    "1": "Network interfaces",
    "2": "Security groups",
    "3": "Capacity",
    "4": "Placement",
    "5": "Images and boot",
    "6": "Region and zone",
    "7": "Security and cost",
    "8": "Policy of an organization",
    "9": "Template",
}
"""Area of a review rule by the hundreds of its code."""
_HOW_GROUPS_LAUNCH = "Capacity: how groups launch"
"""The rest of an area that is long."""
_KINDS = {
    "quota": "quotas",
    "reservation": "reservations and blocks",
    "subnet": "subnets",
    "image": "images",
}
"""Preflight checks by the first word of their ids; the others are of everything else."""
_MISTAKES = {
    "00": "props",
    "01": "props",
    "02": "cluster files",
    "03": "trnctl explain and init",
    "05": "catalog overlays",
    "06": "preflight and quota requests",
    "07": "preflight and quota requests",
    "09": "the simulated account",
    "89": "policies and reports",
    "90": "templates",
    "98": "acknowledgements",
    "99": "what was not judged",
}
"""What a code of a mistake is about by its tens; the others are of the area of their hundreds."""
Section: TypeAlias = tuple[str, dict[str, str]]


def titles() -> dict[str, str]:
    """Return every code and check id with what it says, sorted."""
    return {name: title for _, section in (*_rules(), *_checks(), *_codes()) for name, title in section.items()}


def listing(catalog: Catalog) -> Iterator[str]:
    """Yield the lines of the list: for each section a heading with its count, then name and title."""
    sections = [*_rules(), *_checks(), *_types(catalog), *_quotas(catalog), *_codes()]
    total = sum(len(section) for _, section in sections)
    yield f"{total} names; trnctl explain NAME tells all of one."
    for heading, section in sections:
        width = max(map(len, section), default=0)
        yield from ("", f"{heading} ({len(section)})")
        yield from (f"  {name:<{width}}  {title}".rstrip() for name, title in section.items())


def _rules() -> Iterator[Section]:
    from ..review import all_rules

    for area, rules in groupby(all_rules(), key=lambda rule: _area(rule.id)):
        yield f"Review rules: {area}", {rule.id: rule.title for rule in rules}


def _area(code: str) -> str:
    return _HOW_GROUPS_LAUNCH if code[3:5] in ("36", "37", "38", "39") else AREAS[code[3]]


def _checks() -> list[Section]:
    from ..preflight.check import all_checks

    sections: dict[str, dict[str, str]] = {kind: {} for kind in (*_KINDS.values(), "everything else")}
    for check in all_checks():
        kind = _KINDS.get(check.id.partition("-")[0], "everything else")
        sections[kind][check.id] = check.title + (" (opt-in)" if check.opt_in else "")
    return [(f"Preflight checks: {kind}", section) for kind, section in sections.items()]


def _types(catalog: Catalog) -> list[Section]:
    return [
        ("Instance types", {name: _state(item.launchable) for name, item in catalog.types.items()}),
        ("UltraServers", {name: _state(item.launchable) for name, item in catalog.ultraservers.items()}),
    ]


def _quotas(catalog: Catalog) -> list[Section]:
    from .explain_quota import quotas_by_code

    sections: dict[str, dict[str, str]] = {}
    for code, quota in quotas_by_code(catalog).items():
        sections.setdefault(f"Service quotas of {quota.service}", {})[code] = quota.name
    return list(sections.items())


def _state(launchable: bool) -> str:
    return "" if launchable else "a design: EC2 has published no name to launch it by"


def _codes() -> list[Section]:
    from .codes import CODES

    sections: dict[str, dict[str, str]] = {}
    for code in sorted(CODES):
        about = _MISTAKES.get(code[3:5]) or AREAS[code[3]].lower()
        sections.setdefault(f"Codes of mistakes: {about}", {})[code] = CODES[code]
    return list(sections.items())
