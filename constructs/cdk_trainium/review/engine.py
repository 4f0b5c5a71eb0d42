"""Runs the rules over templates; a rule that crashes is an error finding, never a pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..findings import Finding, Level, Report, Result, Status
from ..findings import Subject as Place
from ..template import Loaded, Template
from .about import NOT_ALL_CASES, RULE_FAILED
from .acknowledge import acknowledged
from .given import unused_ids
from .merge import Found, merged_findings
from .missed import NOT_REVIEWED, as_findings, missed
from .model import World
from .model.case import MOST_CASES, Case, unnamed
from .options import Context, Options
from .own_rules import own_rules
from .registry import all_rules
from .rule import Hit, Rule, Skip
from .subjects import Subject, subjects

__all__ = ["NOT_ALL_CASES", "RULE_FAILED", "review"]

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
    cut: set[str] = field(default_factory=set)
    """Keys of the templates in which combinations of conditions were left out."""

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
        if template.key in run.cut or template.conditions.cut:
            run.findings.append(_not_all_cases(template))
    run.findings += unused_ids(run.context, tuple(run.findings))
    unread = missed(loaded)
    run.findings += as_findings(unread, loaded.templates)
    findings = acknowledged(run.findings, loaded.templates, applied, chosen)
    return Report(
        findings=tuple(item for item in findings if chosen.strict or item.id != NOT_REVIEWED),
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
    for rule in rules:
        if rule.texts and not any(text in template.text.raw for text in rule.texts):
            run.note(rule.id, Status.PASS)
            continue
        if rule.on not in found:
            try:
                found[rule.on] = subjects(run.context.world, template, rule.on)
            except Exception as error:  # a broken reader must not let a template pass
                found[rule.on] = error
        items = found[rule.on]
        if isinstance(items, Exception):
            _failed(run, template, rule, items)
        elif items:
            _run_rule(run, template, rule, items)


def _run_rule(run: _Run, template: Template, rule: Rule, items: Sequence[Subject]) -> None:
    try:
        found = _judged(run, rule, items)
        findings = merged_findings(run.context.world, template, rule, found) if found.hits else []
    except Exception as error:  # fails closed: a rule that cannot judge must not let a template pass
        _failed(run, template, rule, error)
        return
    run.note(rule.id, Status.SKIPPED if found.skipped_all else Status.PASS)
    for finding in (_levelled(item, run.context.options) for item in findings):
        run.findings.append(finding)
        run.note(rule.id, _STATUS.get(finding.level, Status.PASS))


def _judged(run: _Run, rule: Rule, items: Sequence[Subject]) -> Found:
    found, context, check = Found(), run.context, rule.check
    cases = context.world.cases
    for subject in items:
        cases.take(subject.case)
        hits = list(check(subject.what, context))
        if not (hits or subject.case or cases.open):  # nothing to keep; most subjects end here
            found.skipped_all = False
            continue
        for case, result in _outcomes(rule, subject, run) if cases.open else ((subject.case, hits),):
            reasons = found.keep(subject, case, result)
            run.skipped.update((rule.id, reason) for reason in reasons)
            run.cut |= unnamed(case) if reasons else set()
    return found


def _outcomes(rule: Rule, subject: Subject, run: _Run) -> Iterator[tuple[Case, list[Hit | Skip]]]:
    """Run ``rule`` on ``subject`` in each combination of the conditions that it asks for; see `Cases`."""
    context = run.context
    cases, todo, done = context.world.cases, [subject.case], 0
    while todo:
        case = todo.pop()
        cases.take(case)
        hits = list(rule.check(subject.what, context))
        if cases.open:
            parts, most = cases.split(), max(1, MOST_CASES - done - len(todo))
            run.cut |= {key for key, _ in cases.open} if len(parts) > most else set()
            todo += parts[:most]
        else:
            done += 1
            yield case, hits


def _levelled(finding: Finding, options: Options) -> Finding:
    level = (options.policy.levels or {}).get(finding.id)
    return finding if level is None or finding.level is Level.UNKNOWN else replace(finding, level=level)


def _not_all_cases(template: Template) -> Finding:
    message = "not every combination of the conditions, and of what a parent hands over, was judged"
    hint = "review the deployments that you mean one by one, with the parameters' values as defaults"
    place = Place(template.construct_path, template.path)
    return Finding(NOT_ALL_CASES, Level.UNKNOWN, message, hint, "", place)


def _failed(run: _Run, template: Template, rule: Rule, error: Exception) -> None:
    message = f"rule failed: {rule.id} could not judge this template ({type(error).__name__}: {error})"
    hint = "report it with the template; until it is fixed the template counts as not passed"
    place = Place(template.construct_path, template.path)
    run.findings.append(Finding(RULE_FAILED, Level.ERROR, message, hint, "", place))
    run.note(rule.id, Status.FAIL)
