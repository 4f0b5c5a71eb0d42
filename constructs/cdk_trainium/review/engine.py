"""Reviews templates: judges each with the rules, and puts together what they say."""

from __future__ import annotations

from collections.abc import Sequence

from ..findings import Finding, Level, Report, Result, Status
from ..findings import Subject as Place
from ..parallel import WORTH, in_order
from ..template import Loaded, Template
from .about import NOT_ALL_CASES, RULE_FAILED
from .acknowledge import acknowledged
from .given import unused_ids
from .judging import Judge
from .missed import NOT_REVIEWED, as_findings, missed
from .model import World
from .model.related import is_cut
from .options import Context, Options
from .own_rules import own_rules
from .registry import all_rules
from .rule import Rule
from .run import Run

__all__ = ["NOT_ALL_CASES", "RULE_FAILED", "review"]


def review(
    loaded: Loaded, options: Options | None = None, rules: Sequence[Rule] | None = None, processes: int = 1
) -> Report:
    """Judge templates.

    Args:
        loaded: what `template.load` read.
        options: what else is known. Default: - nothing.
        rules: Default: - every rule of this package, and the policy's own.
        processes: how many may judge many templates at once, see `cores`. Default: - this one.

    Returns:
        Findings in order of template, level, line and rule; one result per rule; what was and was not reviewed.

    Raises:
        InputError: the policy names own rules that cannot be used.
    """
    chosen = options or Options()
    applied = (*all_rules(), *own_rules(chosen.policy)) if rules is None else rules
    context = Context(World(loaded.templates, chosen.catalog, chosen.blocks), chosen)
    run = _judged(context, applied, processes)
    run.findings += unused_ids(context, tuple(run.findings))
    unread = missed(loaded)
    run.findings += as_findings(unread, loaded)
    findings = acknowledged(run.findings, [*loaded.templates, *loaded.empty], applied, chosen)
    return Report(
        findings=tuple(item for item in findings if chosen.strict or item.id != NOT_REVIEWED),
        results=tuple(_result(run, rule) for rule in applied),
        reviewed=tuple(dict.fromkeys(template.path for template in loaded.templates)),
        not_reviewed=tuple(unread),
        unread=bool(loaded.errors),
    )


def _judged(context: Context, rules: Sequence[Rule], processes: int) -> Run:
    templates, whole = context.world.templates, Run()
    if sum(template.text.size for template in templates) < WORTH:
        processes = 1
    for run in in_order(Judge(context, rules).judged, templates, processes):
        whole.add(run)
    whole.cut |= {template.key for template in templates if is_cut(template)}
    whole.findings += [_not_all_cases(item) for item in templates if item.key in whole.cut]
    return whole


def _result(run: Run, rule: Rule) -> Result:
    status = run.status(rule.id)
    reason = run.skipped.get(rule.id, "nothing to judge") if status is Status.SKIPPED else ""
    return Result(rule.id, status, rule.title, reason)


def _not_all_cases(template: Template) -> Finding:
    message = "not every combination of the conditions, and of what a parent hands over, was judged"
    hint = "review the deployments that you mean one by one, with the parameters' values as defaults"
    place = Place(template.construct_path, template.path)
    return Finding(NOT_ALL_CASES, Level.UNKNOWN, message, hint, "", place)
