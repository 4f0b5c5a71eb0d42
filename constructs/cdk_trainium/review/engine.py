"""Runs the rules over templates; a rule that crashes is an error finding, never a pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..findings import Finding, Level, Report, Result, Status
from ..findings import Subject as Place
from ..template import Loaded, Template
from .acknowledge import acknowledged
from .given import unused_ids
from .merge import merged_findings
from .missed import as_findings, missed
from .model import World
from .options import Context, Options
from .own_rules import own_rules
from .registry import all_rules
from .rule import Hit, Rule, Skip
from .subjects import Subject, subjects

__all__ = ["RULE_FAILED", "review"]

RULE_FAILED = "TRN990"
_STATUS = {Level.ERROR: Status.FAIL, Level.UNKNOWN: Status.UNKNOWN, Level.WARNING: Status.WARNING}
_WORST = (Status.FAIL, Status.UNKNOWN, Status.WARNING, Status.PASS, Status.SKIPPED)


@dataclass(slots=True)
class _Run:
    """Findings so far, and how each rule ended."""

    context: Context
    findings: list[Finding] = field(default_factory=list)
    statuses: dict[str, Status] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    """Rule -> why it could not judge a subject."""

    def note(self, rule_id: str, status: Status) -> None:
        """Keep the worst status of a rule."""
        known = self.statuses.get(rule_id, Status.SKIPPED)
        self.statuses[rule_id] = min(known, status, key=_WORST.index)


def review(loaded: Loaded, options: Options | None = None, rules: Sequence[Rule] | None = None) -> Report:
    """Judge templates.

    Args:
        loaded: what `template.load` read.
        options: what else is known. Default: - nothing.
        rules: Default: - every rule of this package, and the policy's own.

    Returns:
        Findings in order of template, level, line and rule; one result per rule; what was and was not reviewed.

    Raises:
        InputError: the policy names own rules that cannot be used.
    """
    chosen = options or Options()
    applied = (*all_rules(), *own_rules(chosen.policy)) if rules is None else rules
    world = World(loaded.templates, chosen.catalog, chosen.blocks)
    run = _Run(Context(world, chosen))
    for template in loaded.templates:
        _review_template(run, template, applied)
    run.findings += unused_ids(run.context, tuple(run.findings))
    unread = missed(loaded)
    run.findings += as_findings(unread) if chosen.strict else []
    findings = acknowledged(run.findings, loaded.templates, applied, chosen)
    return Report(
        findings=tuple(findings),
        results=tuple(_result(run, rule) for rule in applied),
        reviewed=tuple(dict.fromkeys(template.path for template in loaded.templates)),
        not_reviewed=tuple(unread),
    )


def _result(run: _Run, rule: Rule) -> Result:
    status = run.statuses.get(rule.id, Status.SKIPPED)
    reason = run.skipped.get(rule.id, "nothing to judge") if status is Status.SKIPPED else ""
    return Result(rule.id, status, rule.title, reason)


def _review_template(run: _Run, template: Template, rules: Sequence[Rule]) -> None:
    found: dict[str, Sequence[Subject] | Exception] = {}
    totals: dict[str, dict[tuple[int, int], int]] = {}
    for rule in rules:
        if rule.on not in found:
            try:
                found[rule.on] = subjects(run.context.world, template, rule.on)
            except Exception as error:  # a broken reader must not let a template pass
                found[rule.on] = error
            totals[rule.on] = _totals(found[rule.on])
        items = found[rule.on]
        if isinstance(items, Exception):
            _failed(run, template, rule, items)
        elif items:
            _run_rule(run, template, rule, items, totals[rule.on])


def _totals(items: Sequence[Subject] | Exception) -> dict[tuple[int, int], int]:
    totals: dict[tuple[int, int], int] = {}
    for item in () if isinstance(items, Exception) else items:
        totals[item.pair] = totals.get(item.pair, 0) + 1
    return totals


def _run_rule(
    run: _Run, template: Template, rule: Rule, items: Sequence[Subject], total: dict[tuple[int, int], int]
) -> None:
    hits: list[tuple[Subject, Hit]] = []
    skips: set[int] = set()
    try:
        for subject in items:
            for hit in rule.check(subject.what, run.context):
                if isinstance(hit, Skip):
                    run.skipped[rule.id] = hit.reason
                    skips.add(id(subject))
                else:
                    hits.append((subject, hit))
        findings = merged_findings(template, rule, hits, total) if hits else []
    except Exception as error:  # fails closed: a rule that cannot judge must not let a template pass
        _failed(run, template, rule, error)
        return
    run.note(rule.id, Status.SKIPPED if len(skips) == len(items) else Status.PASS)
    for finding in (_levelled(item, run.context.options) for item in findings):
        run.findings.append(finding)
        run.note(rule.id, _STATUS.get(finding.level, Status.PASS))


def _levelled(finding: Finding, options: Options) -> Finding:
    level = (options.policy.levels or {}).get(finding.id)
    return finding if level is None or finding.level is Level.UNKNOWN else replace(finding, level=level)


def _failed(run: _Run, template: Template, rule: Rule, error: Exception) -> None:
    message = f"rule failed: {rule.id} could not judge this template ({type(error).__name__}: {error})"
    hint = "report it with the template; until it is fixed the template counts as not passed"
    place = Place(template.construct_path, template.path)
    run.findings.append(Finding(RULE_FAILED, Level.ERROR, message, hint, "", place))
    run.note(rule.id, Status.FAIL)
