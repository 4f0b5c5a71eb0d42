"""The failing and the passing template of each rule, as its test has them, and judged once more here."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from excerpt import as_yaml, difference, shortened
from page import Undocumented

from cdk_trainium.findings import Finding, Level
from cdk_trainium.review.rule import Rule

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.review.build import changed, judged
from tests.review.nested_pairs import CHILD_FILE, NESTED, NestedPair, judged_together
from tests.review.test_rules import PAIRS, Pair

__all__ = ["Example", "examples", "files", "section"]


@dataclass(frozen=True, slots=True)
class Example:
    """One template of a pair."""

    word: str
    """``fails`` or ``passes``."""
    data: Mapping[str, Any]
    options: Mapping[str, Any]
    findings: Sequence[Finding]
    """What the rule says of it."""
    nested: Mapping[str, Any] | None = None
    """The template of the nested stack. Default: - the template stands alone"""


def examples(rule: Rule, undocumented: Undocumented) -> list[Example]:
    """Return both templates of ``rule``; a missing one, and one that does not do what it says, is undocumented."""
    pair = PAIRS.get(rule.id) or NESTED.get(rule.id)
    if pair is None:
        undocumented.append(f"rule {rule.id}: no failing and passing template in tests/review/test_rules.py")
        return []
    found = list(_nested(rule, pair) if isinstance(pair, NestedPair) else _pair(rule, pair))
    undocumented += [
        f"rule {rule.id}: its template that {item.word} does not"
        for item in found
        if bool(item.findings) is not (item.word == "fails")
    ]
    return found


def _pair(rule: Rule, pair: Pair) -> Iterator[Example]:
    good_options = pair.options if pair.good_options is None else pair.good_options
    for word, change, options in (("fails", pair.bad, pair.options), ("passes", pair.good, good_options)):
        data = changed(pair.base(), change) if change else pair.base()
        found = [item for item in judged(data, **options).findings if item.id == rule.id]
        yield Example(word, data, options, found)


def _nested(rule: Rule, pair: NestedPair) -> Iterator[Example]:
    for word, data in (("fails", pair.bad), ("passes", pair.good)):
        found = [item for item in judged_together(data, pair.child) if item.id == rule.id]
        yield Example(word, data, {}, found, pair.child)


def files(rule: Rule, both: Sequence[Example]) -> Iterator[tuple[str, str]]:
    """Yield path and text of the whole templates, to be downloaded and reviewed."""
    for item in both:
        yield f"templates/{rule.id}-{item.word}.json", json.dumps(item.data, indent=1)
        if item.nested is not None:
            yield f"templates/{CHILD_FILE}", json.dumps(item.nested, indent=1)


def section(rule: Rule, both: Sequence[Example]) -> str:
    """Return the part of the rule's page that shows ``both``."""
    return "\n".join(_one(rule, item, other) for item, other in zip(both, reversed(both), strict=True))


def _one(rule: Rule, item: Example, other: Example) -> str:
    whole = f"The {{download}}`whole template <../templates/{rule.id}-{item.word}.json>`.\n"
    parts = [f"## A template that {item.word}\n", *_told(item.options), *_excerpt(item, other), *_child(item), whole]
    parts += [f"```text\n{_level(found)} {found.id} {found.message}\n```\n" for found in item.findings[:3]]
    return "\n".join(parts)


def _child(item: Example) -> Iterator[str]:
    if item.nested is not None:
        yield f"Its nested stack, `{CHILD_FILE}`:\n\n```yaml\n{as_yaml(shortened(item.nested))}```\n"


def _level(finding: Finding) -> str:
    return Level(finding.level).value


def _excerpt(item: Example, other: Example) -> Iterator[str]:
    part = difference(item.data, other.data)
    if item.data == other.data:
        yield "Both templates are the same; judged is:\n"
        part = _judged(item, other)
    if part is None:
        yield "The same without what is shown of the other.\n"
    else:
        yield f"```yaml\n{as_yaml(shortened(part))}```\n"


def _judged(item: Example, other: Example) -> dict[str, Any]:
    ids = {found.subject.logical_id for found in (*item.findings, *other.findings)} - {""}
    resources = item.data["Resources"]
    return {"Resources": {name: resources[name] for name in (ids or {"Asg"})}}


def _told(options: Mapping[str, Any]) -> Iterator[str]:
    words = {"region": "--region", "reservations": "--reservation", "blocks": "--capacity-block"}
    for name, option in words.items():
        values = options.get(name) or ()
        for value in [values] if isinstance(values, str) else values:
            yield f"With `{option} {value}`.\n"
    if "protected" in options:
        yield f"With `terminationProtection: {str(options['protected']).lower()}` in the manifest of the assembly.\n"
    if "policy" in options:
        yield f"With the policy\n\n```yaml\n{_policy(options['policy'])}```\n"


def _policy(policy: Any) -> str:
    names = [name for name in policy._fields if name != "path" and getattr(policy, name)]
    values = {name: getattr(policy, name) for name in names}
    return as_yaml({name: list(value) if isinstance(value, tuple) else value for name, value in values.items()})
