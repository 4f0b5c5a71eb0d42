"""What CDK's validation prints: a violation of each finding."""

from __future__ import annotations

from collections.abc import Sequence

from aws_cdk import PolicyViolatingResource, PolicyViolation

from ..errors import InputError, Problem
from ..findings import Finding, Level
from ..wording import counted

__all__ = ["elsewhere", "of_finding", "of_input", "waiting"]

_SEVERITY = {Level.ERROR: "error", Level.WARNING: "warning", Level.UNKNOWN: "warning"}
_NEVER_ACCEPTED = "fatal"
"""What CDK keeps whatever an app acknowledges: hidden, these would let pass what nobody judged."""


def of_finding(finding: Finding, *, strict: bool) -> PolicyViolation | None:
    """Return the violation of ``finding``, None for what is only info; ``strict`` makes what is unknown an error."""
    if finding.level is Level.INFO:
        return None
    place, text = finding.subject, f"{finding.id} {finding.message}"
    if place.template and not (place.construct_path or place.stack):  # CDK prints a file of a resource only
        text = f"{place.template}: {text}"
    if finding.acknowledged:
        text += f" (acknowledged: {finding.acknowledged})"
    resource = PolicyViolatingResource(
        locations=[place.property or "Resources"],
        construct_path=place.construct_path or place.stack or None,
        template_path=place.template,
    )
    return PolicyViolation(
        description=text,
        rule_name=finding.id,
        fix=finding.hint or None,
        severity=_severity(finding, strict),
        violating_resources=[resource],
        rule_metadata={"source": finding.source} if finding.source else None,
    )


def _severity(finding: Finding, strict: bool) -> str:
    from ..review.about import NEVER  # loads the rules, which synthesis does not wait for

    if finding.acknowledged:
        return "info"
    if finding.level is Level.ERROR and finding.id in NEVER:
        return _NEVER_ACCEPTED
    return "error" if strict and finding.level is Level.UNKNOWN else _SEVERITY[finding.level]


def waiting(missing: Sequence[str], templates: Sequence[str]) -> PolicyViolation:
    """Return what tells that the look-ups ``missing`` come first."""
    text = f"TRN991 not reviewed yet: the CDK CLI makes {counted(len(missing), 'look-up')} and synthesizes again"
    return _plain("TRN991", text, templates, "warning")


def elsewhere(path: str, templates: Sequence[str]) -> PolicyViolation:
    """Return what tells that the template ``path`` of the app is not where the review looked."""
    text = f"TRN991 not reviewed: {path} is not in the folder that was read; give App an absolute outdir"
    return _plain("TRN991", text, templates)


def of_input(error: InputError, templates: Sequence[str]) -> list[PolicyViolation]:
    """Return a violation of each problem of ``error``."""
    return [_plain(item.code, f"{_place(error, item)}: {item}", templates) for item in error.problems]


def _place(error: InputError, problem: Problem) -> str:
    return f"{error.where}:{problem.line}:{problem.column}" if problem.line else error.where


def _plain(rule: str, text: str, templates: Sequence[str], severity: str = _NEVER_ACCEPTED) -> PolicyViolation:
    """Return a violation that belongs to no resource; CDK wants a template, so the first of ``templates`` has it.

    Default severity: - what nobody can accept, for then nothing was judged.
    """
    resource = PolicyViolatingResource(locations=["Resources"], template_path=templates[0])
    return PolicyViolation(description=text, rule_name=rule, severity=severity, violating_resources=[resource])
