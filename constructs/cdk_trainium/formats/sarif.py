"""The report as SARIF 2.1.0, which code scanning shows beside the lines."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any

from ..findings import Finding, Level, Report
from .about import About, RuleText

__all__ = ["render"]

_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note", Level.UNKNOWN: "warning"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(report: Report, about: About) -> str:
    """Return ``report`` as SARIF; an unknown is a warning of kind ``review``: somebody must look."""
    ids = list(dict.fromkeys([item.id for item in report.results] + [item.id for item in report.findings]))
    driver = {
        "name": about.name,
        "version": about.version,
        "rules": [_rule(rule_id, about.rules.get(rule_id)) for rule_id in ids],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "results": [_result(item, ids) for item in report.findings],
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [
                    {"level": "warning", "message": {"text": f"{item.path}: not reviewed: {item.why}"}}
                    for item in report.not_reviewed
                ],
            }
        ],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _rule(rule_id: str, text: RuleText | None) -> dict[str, Any]:
    data: dict[str, Any] = {"id": rule_id}
    if text is not None:
        data["shortDescription"] = {"text": text.title}
        data["fullDescription"] = {"text": text.why or text.title}
        data["help"] = {"text": f"{text.help or text.title}\nSource: {text.source}".strip()}
    return data


def _result(finding: Finding, ids: list[str]) -> dict[str, Any]:
    text = f"{finding.message}\nhint: {finding.hint}" if finding.hint else finding.message
    data: dict[str, Any] = {
        "ruleId": finding.id,
        "ruleIndex": ids.index(finding.id),
        "level": _LEVELS[finding.level],
        "message": {"text": text},
        "locations": [_location(finding)],
        "partialFingerprints": {"finding/v1": _fingerprint(finding)},
    }
    if finding.level is Level.UNKNOWN:
        data.update(kind="review", level="none")
    if finding.acknowledged:
        data["suppressions"] = [{"kind": "inSource", "justification": finding.acknowledged}]
    return data


def _location(finding: Finding) -> dict[str, Any]:
    subject = finding.subject
    data: dict[str, Any] = {}
    if subject.template:
        place: dict[str, Any] = {"artifactLocation": {"uri": _uri(subject.template)}}
        if subject.line:
            place["region"] = {"startLine": subject.line, "startColumn": subject.column or 1}
        data["physicalLocation"] = place
    name = subject.construct_path or subject.logical_id or subject.name or subject.stack
    if name:
        data["logicalLocations"] = [{"fullyQualifiedName": name, "kind": "resource"}]
    return data


def _uri(path: str) -> str:
    from urllib.parse import quote

    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix(), errors="backslashreplace")


def _fingerprint(finding: Finding) -> str:
    subject = finding.subject
    return "/".join(
        (finding.id, subject.stack or PurePath(subject.template).name, subject.logical_id, subject.property)
    )
