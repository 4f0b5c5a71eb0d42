"""A report as text and as the JSON of schema version 1."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

from .. import __version__
from ..findings import Finding, Level, Report

__all__ = ["as_json", "as_text"]

_ORDER = (Level.ERROR, Level.UNKNOWN, Level.WARNING, Level.INFO)


def as_json(report: Report) -> str:
    """Return the report as JSON."""
    data = {
        "schema_version": 1,
        "tool": {"name": "cdk-trainium", "version": __version__},
        "verdict": report.verdict,
        "summary": {level: report.count(level) for level in Level},
        "results": [asdict(item) for item in report.results],
        "reviewed": list(report.reviewed),
        "not_reviewed": [asdict(item) for item in report.not_reviewed],
        "notes": list(report.notes),
        "findings": [asdict(item) for item in report.findings],
    }
    return json.dumps(data, indent=2, default=str)


def as_text(report: Report) -> str:
    """Return the report as a reader wants it: what fails first, then what is unknown; passes are counted."""
    lines = [line for level in _ORDER for item in report.findings if item.level is level for line in _lines(item)]
    ended = Counter(str(item.status) for item in report.results)
    lines += [f"not judged: {item.path}: {item.why}" for item in report.not_reviewed]
    lines += [f"note: {note}" for note in report.notes]
    counted = ", ".join(f"{count} {status}" for status, count in sorted(ended.items()))
    return "\n".join([*lines, f"{report.verdict}: {counted or 'no check ran'}"])


def _lines(item: Finding) -> list[str]:
    where = f" [{item.subject.name}]" if item.subject.name else ""
    return [f"{item.level}: {item.id}{where}: {item.message}", *([f"    hint: {item.hint}"] if item.hint else [])]
