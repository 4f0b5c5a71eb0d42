"""A page per review rule, and one for the codes that are no rule."""

from __future__ import annotations

from collections.abc import Iterator

import rule_examples
from page import Undocumented, missing, rows, table

from cdk_trainium.cli.codes import CODES
from cdk_trainium.cli.explain_list import AREAS
from cdk_trainium.review import all_rules
from cdk_trainium.review.rule import Rule

__all__ = ["pages"]


def pages(undocumented: Undocumented) -> Iterator[tuple[str, str]]:
    """Yield path and text of each page."""
    for rule in all_rules():
        undocumented += missing(f"rule {rule.id}", title=rule.title, why=rule.why, source=rule.source)
        both = rule_examples.examples(rule, undocumented)
        yield from rule_examples.files(rule, both)
        yield f"rules/{rule.id}.md", f"{_page(rule)}\n{rule_examples.section(rule, both)}"
    yield "rules/index.md", _index()
    yield "codes.md", _codes()


def _page(rule: Rule) -> str:
    facts = rows(
        level=str(rule.level), judges=f"`{rule.on}`", why=rule.why, fix=rule.fix or "Said by each finding.",
        source=rule.source,
    )  # fmt: skip
    return f"""# {rule.id}: {rule.title}

{facts}
It passes where the title is true of every subject. A value that only a deployment knows makes it `unknown`, which is
no pass. To accept a finding, see [Acknowledge a finding](../../../how-to/acknowledge.md). In the terminal:
`trnctl explain {rule.id}`.
"""


def _index() -> str:
    parts = [f"# Review rules\n\n{len(all_rules())} rules; `trnctl review` runs all of them.\n"]
    for digit, area in AREAS.items():
        found = [rule for rule in all_rules() if rule.id[3] == digit]
        if found:
            lines = [(f"[{rule.id}]({rule.id}.md)", rule.level, rule.title) for rule in found]
            parts.append(f"## {area}\n\n{table(['code', 'level', 'what holds'], lines)}")
    return "\n".join([*parts, _toctree([rule.id for rule in all_rules()])])


def _toctree(names: list[str]) -> str:
    listed = "\n".join(names)
    return f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n"


def _codes() -> str:
    head = "# Codes of mistakes\n\nMistakes in what was given to the tool; exit code 2. Rules have "
    lines = [(f"`{code}`", text) for code, text in sorted(CODES.items())]
    return f"{head}[pages of their own](rules/index.md).\n\n{table(['code', 'what is wrong'], lines)}"
