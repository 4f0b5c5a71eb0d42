"""What CDK's validation prints: a violation of each finding."""

from __future__ import annotations

from collections.abc import Sequence

from aws_cdk import PolicyViolatingResource, PolicyViolation

from ..errors import InputError
from ..findings import Finding, Level
from ..wording import counted

__all__ = ["of_finding", "of_input", "plain", "waiting"]

_SEVERITY = {Level.ERROR: "error", Level.WARNING: "warning", Level.UNKNOWN: "warning"}


def of_finding(finding: Finding, *, strict: bool) -> PolicyViolation | None:
    """Return the violation of ``finding``, None for what is only info; ``strict`` makes what is unknown an error."""
    if finding.level is Level.INFO:
        return None
    place, text = finding.subject, f"{finding.id} {finding.message}"
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
    if finding.acknowledged:
        return "info"
    return "error" if strict and finding.level is Level.UNKNOWN else _SEVERITY[finding.level]


def waiting(missing: Sequence[str], templates: Sequence[str]) -> PolicyViolation:
    """Return what tells that the look-ups ``missing`` come first."""
    text = f"TRN991 not reviewed yet: the CDK CLI makes {counted(len(missing), 'look-up')} and synthesizes again"
    return plain("TRN991", text, templates, "warning")


def of_input(error: InputError, templates: Sequence[str]) -> list[PolicyViolation]:
    """Return a violation of each problem of ``error``."""
    return [plain(problem.code, f"{error.where}: {problem}", templates) for problem in error.problems]


def plain(rule: str, text: str, templates: Sequence[str], severity: str = "error") -> PolicyViolation:
    """Return a violation that belongs to no resource; CDK wants a template, so the first of ``templates`` has it."""
    resource = PolicyViolatingResource(locations=["Resources"], template_path=templates[0])
    return PolicyViolation(description=text, rule_name=rule, severity=severity, violating_resources=[resource])
