"""Runs the rules over one template; a rule that crashes is an error finding, never a pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..findings import Finding, Level, Status
from ..findings import Subject as Place
from ..template import Template, may_hold
from .about import RULE_FAILED
from .merge import Found, merged_findings
from .model.case import MOST_CASES, Case, unnamed
from .model.related import asked_by, is_cut
from .options import Context, Options
from .rule import Hit, Rule, Skip
from .run import Run
from .subjects import Subject, Subjects

__all__ = ["Judge"]


class Judge(NamedTuple):
    """What judges the templates of one review, each by itself: so several can be judged at once."""

    context: Context
    rules: Sequence[Rule]

    def judged(self, template: Template) -> Run:
        """Return what the rules say of ``template``."""
        run, subjects = Run(), Subjects(self.context.world, template)
        for rule in self.rules:
            if rule.texts and not may_hold(template.text, *rule.texts):
                run.judged.add(rule.id)
                continue
            try:
                items = subjects.of(rule.on)
                if items:
                    self._run_rule(run, template, rule, items)
            except (Exception, SystemExit) as error:  # fails closed: what cannot judge lets no template pass
                _failed(run, template, rule, error)
        run.cut |= {item.key for item in asked_by(template) if is_cut(item)}  # noted on the copy of this process only
        return run

    def _run_rule(self, run: Run, template: Template, rule: Rule, items: Sequence[Subject]) -> None:
        found = self._judged(run, rule, items)
        if found is None or not found.skipped_all:
            run.judged.add(rule.id)
        if found is not None and found.hits:
            findings = merged_findings(self.context.world, template, rule, found)
            run.tell(_levelled(item, self.context.options) for item in findings)

    def _judged(self, run: Run, rule: Rule, items: Sequence[Subject]) -> Found | None:
        """Return what ``rule`` found; None where each of ``items`` passed and depends on nothing, as most do."""
        context, check, cases = self.context, rule.check, self.context.world.cases
        found, passed = None, False
        for subject in items:
            if cases.open or cases.taken is not subject.case:
                cases.take(subject.case)
            hits = list(check(subject.what, context))
            if not (hits or subject.case or cases.open):
                passed = True
                continue
            found = Found() if found is None else found
            for case, result in self._outcomes(run, rule, subject) if cases.open else ((subject.case, hits),):
                reasons = found.keep(subject, case, result)
                run.skipped.update((rule.id, reason) for reason in reasons)
                run.cut |= unnamed(case) if reasons else set()
        if found is not None and passed:
            found.skipped_all = False
        return found

    def _outcomes(self, run: Run, rule: Rule, subject: Subject) -> Iterator[tuple[Case, list[Hit | Skip]]]:
        """Run ``rule`` on ``subject`` in each combination of the conditions that it asks for; see `Cases`."""
        cases, todo, done = self.context.world.cases, [subject.case], 0
        while todo:
            case = todo.pop()
            cases.take(case)
            hits = list(rule.check(subject.what, self.context))
            if cases.open:
                parts, most = cases.split(), max(1, MOST_CASES - done - len(todo))
                run.cut |= {key for key, _ in cases.open} if len(parts) > most else set()
                todo += parts[:most]
            else:
                done += 1
                yield case, hits


def _levelled(finding: Finding, options: Options) -> Finding:
    level = (options.policy.levels or {}).get(finding.id)
    return finding if level is None or finding.level is Level.UNKNOWN else finding._replace(level=level)


def _failed(run: Run, template: Template, rule: Rule, error: BaseException) -> None:
    message = f"rule failed: {rule.id} could not judge this template ({type(error).__name__}: {error})"
    hint = "report it with the template; until it is fixed the template counts as not passed"
    place = Place(template.construct_path, template.path)
    run.findings.append(Finding(RULE_FAILED, Level.ERROR, message, hint, "", place))
    run.note(rule.id, Status.FAIL)
