"""The JSON report, version 1: a contract, see the documentation."""

from __future__ import annotations

import json
from typing import Any

from ..findings import SCHEMA_VERSION, Finding, Level, Report
from .about import About

__all__ = ["SCHEMA_VERSION", "as_data", "render"]


def render(report: Report, about: About) -> str:
    """Return ``report`` as JSON."""
    return json.dumps(as_data(report, about), indent=2, ensure_ascii=False, default=str)


def as_data(report: Report, about: About) -> dict[str, Any]:
    """Return ``report`` as plain data."""
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": about.name, "version": about.version, "verb": about.verb},
        "verdict": str(report.verdict),
        "summary": {
            **{str(level): report.count(level) for level in Level},
            "acknowledged": sum(1 for item in report.findings if item.acknowledged),
        },
        "results": [_without_empty(item._asdict(), "reason") for item in report.results],
        "reviewed": list(report.reviewed),
        "not_reviewed": [_without_empty(item._asdict(), "logical_id") for item in report.not_reviewed],
        "notes": list(report.notes),
        "findings": [_finding(item) for item in report.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    data = {
        "id": finding.id,
        "level": str(finding.level),
        "message": finding.message,
        "hint": finding.hint,
        "source": finding.source,
        "subject": _without_empty(finding.subject._asdict(), "name"),
        "evidence": dict(finding.evidence),
        "acknowledged": finding.acknowledged,
    }
    return _without_empty(data, "acknowledged")


def _without_empty(data: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != name or value}
