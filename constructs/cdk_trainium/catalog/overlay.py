"""Adds or corrects catalog entries from a file of the user's, without a release."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import CatalogError, Problem, unreadable
from ..plain_file import LARGEST_BY_HAND, read_plain_text
from ..wording import as_written, kind_of, nearest
from .build import Catalog, default, facts_of
from .fact import Fact
from .instance_type import FIELDS, InstanceTypeInfo
from .overlay_values import origin_problems, value_problems
from .ultraserver import ULTRASERVER_FIELDS, UltraServerInfo

__all__ = ["ENVIRONMENT", "overlaid", "read_overlay", "selected"]

ENVIRONMENT = "CDK_TRAINIUM_CATALOG"
"""Environment variable that names an overlay file."""

_SECTIONS = {"instance_types": FIELDS, "ultraservers": ULTRASERVER_FIELDS}
_FACT_KEYS = {"value", "source", "date", "confidence", "note"}


def overlaid(catalog: Catalog, path: str | Path) -> Catalog:
    """Return ``catalog`` with the entries of the overlay file ``path`` (JSON or YAML) added or corrected.

    The file maps ``instance_types`` and ``ultraservers`` to entries, an entry to facts, and a fact to
    ``{value, source, date, confidence, note}``; ``source`` and ``date`` are required, so that nothing is
    guessed.

    Raises:
        CatalogError: the file cannot be read, holds an unknown section, fact or key, or gives a type the name of
            another; every problem is listed with its line.
    """
    text, data = _read(path)
    types = {name: _merged(catalog.types.get(name), facts) for name, facts in data.get("instance_types", {}).items()}
    servers = {name: _merged(catalog.ultraservers.get(name), x) for name, x in data.get("ultraservers", {}).items()}
    made = Catalog(
        types={**catalog.types, **{name: InstanceTypeInfo(name, facts) for name, facts in types.items()}},
        ultraservers={**catalog.ultraservers, **{name: UltraServerInfo(name, x) for name, x in servers.items()}},
    )
    problems = [*_half_known(servers), *_taken_names(types, made)]
    if problems:
        raise CatalogError(str(path), _located(text, problems))
    return made


def _half_known(servers: Mapping[str, Mapping[str, Fact]]) -> Iterator[Problem]:
    for name, facts in servers.items():
        if not {"nodes", "instance_type"} <= set(facts):
            text = "a new UltraServer needs the facts nodes and instance_type"
            yield Problem("TRN054", text, f"ultraservers.{name}")


def _taken_names(names: Iterable[str], made: Catalog) -> Iterator[Problem]:
    """Yield the EC2 names of entries ``names`` of the overlay that are another entry's: one of the two is not found."""
    of_name: dict[str, set[str]] = {}
    for info in made.types.values():
        for name in {info.name, info.ec2_name or info.name}:
            of_name.setdefault(name, set()).add(info.name)
    for name in names:
        ec2_name = made.types[name].ec2_name or name
        others = of_name[ec2_name] - {name}
        if others:
            text = f"the name is that of {', '.join(sorted(others))}"
            yield Problem("TRN055", text, f"instance_types.{name}.ec2_name", ec2_name, "a name of its own")


def read_overlay(path: str | Path) -> Mapping[str, Any]:
    """Return the checked content of the overlay file ``path``; see `overlaid`."""
    return _read(path)[1]


def _read(path: str | Path) -> tuple[str, Mapping[str, Any]]:
    """Return the text of the file beside its checked content."""
    text = _text_of(Path(path))
    try:
        data = _loaded(Path(path), text)
        problems = _problems(data)
        problems = problems and _located(text, problems)
    except RecursionError:
        raise CatalogError(str(path), [Problem("TRN056", "is nested too deep")]) from None
    if problems:
        raise CatalogError(str(path), problems)
    return text, data


def _located(text: str, problems: Iterable[Problem]) -> list[Problem]:
    from ..problem_lines import located  # loads YAML's reader

    return located(text, problems)


def _text_of(path: Path) -> str:
    try:
        return read_plain_text(path, LARGEST_BY_HAND)
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogError(str(path), [unreadable("TRN050", "the catalog overlay", path, error)]) from None


def _loaded(path: Path, text: str) -> Any:
    try:
        return json.loads(text) if path.suffix == ".json" else _yaml(text)
    except ValueError as error:
        raise CatalogError(str(path), [Problem("TRN051", _amiss(error))]) from None


def _amiss(error: ValueError) -> str:
    if type(error) is ValueError:  # of Python's own limit, which its text names in words of Python
        return "has a number of more digits than can be read"
    return f"is neither JSON nor YAML: {error}"


def _yaml(text: str) -> Any:
    from ..plain_yaml import read_yaml

    return read_yaml(text)


def _problems(data: Any) -> list[Problem]:
    if not isinstance(data, dict):
        return [Problem("TRN052", "must map sections to entries", got=kind_of(data), allowed=", ".join(_SECTIONS))]
    found: list[Problem] = []
    for section, entries in data.items():
        fields = _SECTIONS.get(str(section))
        if fields is None:
            text, hint = "is no section of a catalog overlay", nearest(str(section), _SECTIONS)
            found.append(Problem("TRN052", text, str(section), "", ", ".join(_SECTIONS), hint))
        elif not isinstance(entries, dict):
            found.append(Problem("TRN052", "must map names to facts", str(section), kind_of(entries)))
        else:
            found += [
                item for name, facts in entries.items() for item in _entry(f"{section}.{name}", name, facts, fields)
            ]
    return found


def _entry(where: str, entry: object, facts: Any, fields: Mapping[str, tuple[type, ...]]) -> list[Problem]:
    if not isinstance(facts, dict):
        return [Problem("TRN052", "must map facts to values", where, kind_of(facts))]
    if not isinstance(entry, str) or not entry.strip():
        return [Problem("TRN052", "the name of an entry must be text", where, as_written(entry), "text in quotes")]
    return [item for name, fact in facts.items() for item in _fact(f"{where}.{name}", str(name), fact, fields)]


def _fact(where: str, name: str, fact: Any, fields: Mapping[str, tuple[type, ...]]) -> list[Problem]:
    if name not in fields:
        return [Problem("TRN053", "is no fact of the catalog", where, "", ", ".join(fields), nearest(name, fields))]
    if not isinstance(fact, dict) or not set(fact) <= _FACT_KEYS or not {"value", "source", "date"} <= set(fact):
        return [
            Problem("TRN054", "must be {value, source, date}", where, as_written(fact), ", ".join(sorted(_FACT_KEYS)))
        ]
    return [*value_problems(where, name, fact["value"], fields[name]), *origin_problems(where, fact)]


def _merged(known: InstanceTypeInfo | UltraServerInfo | None, facts: Mapping[str, Any]) -> Mapping[str, Fact]:
    base = dict(known.facts) if known else {}
    return {**base, **facts_of({name: _complete(fact) for name, fact in facts.items()})}


def _complete(fact: Mapping[str, Any]) -> Mapping[str, Any]:
    source = fact["source"] if isinstance(fact["source"], list) else [str(fact["source"])]
    return {"confidence": "overlay", **fact, "source": source, "date": str(fact["date"])}


def selected(path: str | Path | None = None) -> Catalog:
    """Return the catalog to judge by: with the overlay ``path``, else the one that the environment names, else ours.

    Raises:
        CatalogError: see `overlaid`.
    """
    if path:
        return overlaid(default(), path)
    named = os.environ.get(ENVIRONMENT)
    try:
        return overlaid(default(), named) if named else default()
    except CatalogError as error:  # nobody need know that the variable is set
        raise CatalogError(f"{error.where}, which {ENVIRONMENT} names", error.problems) from None
