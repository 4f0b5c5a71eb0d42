"""Baselines: an earlier report, so that a review tells only what is new."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem, unreadable
from ..findings import Finding, Report
from ..wording import counted

__all__ = ["without_known"]

UNREADABLE = "TRN893"
_Key = tuple[str, str, str, str]


def without_known(report: Report, path: str | Path) -> Report:
    """Return ``report`` without the findings that the JSON report ``path`` has already.

    A finding is known when rule, stack (or file name), logical id and property are: lines move, messages improve.

    Raises:
        InputError: ``path`` is no JSON report of this tool.
    """
    known = set(_known(Path(path)))
    kept = tuple(finding for finding in report.findings if _key(finding) not in known)
    left_out = len(report.findings) - len(kept)
    note = f"left out: {counted(left_out, 'finding')} of the baseline {path}"
    return replace(report, findings=kept, notes=(*report.notes, note))


def _known(path: Path) -> Iterator[_Key]:
    try:
        findings = json.loads(path.read_bytes())["findings"]
        for item in findings:
            place: Mapping[str, Any] = item["subject"]
            yield item["id"], _where(place), str(place["logical_id"]), str(place["property"])
    except OSError as error:
        raise InputError(str(path), [unreadable(UNREADABLE, "the baseline", path, error)]) from None
    except (ValueError, KeyError, TypeError) as error:
        text = "is no JSON report of trnctl review"
        raise InputError(str(path), [Problem(UNREADABLE, text, got=f"{type(error).__name__}: {error}")]) from None


def _key(finding: Finding) -> _Key:
    place = finding.subject
    where = _where({"stack": place.stack, "template": place.template})
    return finding.id, where, place.logical_id, place.property


def _where(place: Mapping[str, Any]) -> str:
    return str(place["stack"]) or Path(str(place["template"])).name
