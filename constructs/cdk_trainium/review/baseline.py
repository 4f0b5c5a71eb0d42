"""Baselines: an earlier report, so that a review tells only what is new."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem, unreadable
from ..findings import SCHEMA_VERSION, Finding, Level, Report, Result, Status
from ..plain_file import read_plain
from ..wording import as_written, counted

__all__ = ["without_known"]

UNREADABLE = "TRN893"
_STATUS = (
    (Level.ERROR, Status.FAIL),
    (Level.UNKNOWN, Status.UNKNOWN),
    (Level.WARNING, Status.WARNING),
)
"""The worst first."""
_LEVELS = (*(level for level, _ in _STATUS), Level.INFO)
_VERB = "review"
_Key = tuple[str, str, str, str]


def without_known(report: Report, path: str | Path) -> Report:
    """Return ``report`` without the findings that the JSON report ``path`` has already.

    A finding is known when rule, stack (or file name), logical id and property are, and it was no lesser one: lines
    move, messages improve, but an error where a warning was is new. So is one that somebody had accepted and that
    nobody accepts any more.

    Raises:
        InputError: ``path`` is no JSON report of a review.
    """
    known = _known(Path(path))
    kept = tuple(finding for finding in report.findings if not _in(known, finding))
    left_out = [finding for finding in report.findings if _in(known, finding)]
    note = f"left out: {counted(len(left_out), 'finding')} of the baseline {path}"
    results = tuple(_result(item, kept, left_out) for item in report.results)
    return replace(report, findings=kept, results=results, notes=(*report.notes, note))


def _in(known: Mapping[_Key, Level], finding: Finding) -> bool:
    worst = known.get(_key(finding))
    return worst is not None and _LEVELS.index(worst) <= _LEVELS.index(finding.level)


def _result(result: Result, kept: Iterable[Finding], left_out: Iterable[Finding]) -> Result:
    """Return how the rule ended on what is told, so that verdict and list agree."""
    if not any(item.id == result.id for item in left_out):
        return result
    levels = {item.level for item in kept if item.id == result.id}
    status = next((status for level, status in _STATUS if level in levels), Status.SKIPPED)
    reason = "all that it found is in the baseline" if status is Status.SKIPPED else result.reason
    return result._replace(status=status, reason=reason)


def _known(path: Path) -> Mapping[_Key, Level]:
    """Return each finding of the report ``path`` with the worst level that it has there."""
    try:
        data = json.loads(read_plain(path))
        _refuse_other_version(path, data["schema_version"])
        _refuse_other_verb(path, data["tool"]["verb"])
        found: dict[_Key, Level] = {}
        for key, level in _keys(data["findings"]):
            found[key] = min(found.get(key, level), level, key=_LEVELS.index)
        return found
    except OSError as error:
        raise InputError(str(path), [unreadable(UNREADABLE, "the baseline", path, error)]) from None
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        text = "is no JSON report of trnctl review"
        raise InputError(str(path), [Problem(UNREADABLE, text, got=_amiss(error))]) from None


def _keys(findings: Any) -> Iterator[tuple[_Key, Level]]:
    """Yield key and level of each finding of a report; raises `TypeError` or `KeyError` when it is none."""
    if not isinstance(findings, list):
        raise TypeError
    for item in findings:
        place: Mapping[str, Any] = item["subject"]
        texts = (item["id"], place["stack"], place["template"], place["logical_id"], place["property"])
        if not all(isinstance(text, str) for text in texts):
            raise TypeError
        if item.get("acknowledged"):
            continue  # accepted then: new once nobody accepts it any more
        yield (item["id"], _where(place), place["logical_id"], place["property"]), Level(item["level"])


def _amiss(error: Exception) -> str:
    """Return in words of JSON why a file is no report; Python's own say nothing to its writer."""
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON: {error.msg}, line {error.lineno} column {error.colno}"
    if isinstance(error, KeyError):
        return f"no member {error.args[0]}"
    if isinstance(error, RecursionError):
        return "nesting without end"
    return "no text in UTF-8" if isinstance(error, UnicodeDecodeError) else "a member of another kind than in a report"


def _refuse_other_version(path: Path, version: Any) -> None:
    if version != SCHEMA_VERSION or isinstance(version, bool):
        text, hint = "is a report of another schema_version", "make the baseline anew: trnctl review --format json"
        raise InputError(
            str(path), [Problem(UNREADABLE, text, got=repr(version)[:40], allowed=str(SCHEMA_VERSION), hint=hint)]
        )


def _refuse_other_verb(path: Path, verb: Any) -> None:
    """Refuse a report of preflight, which has another's findings: none of them would ever be known here."""
    if verb != _VERB:
        text, hint = "is a report of another verb", f"make it with trnctl {_VERB} --format json"
        raise InputError(str(path), [Problem(UNREADABLE, text, got=as_written(verb, 40), allowed=_VERB, hint=hint)])


def _key(finding: Finding) -> _Key:
    place = finding.subject
    where = _where({"stack": place.stack, "template": place.template})
    return finding.id, where, place.logical_id, place.property


def _where(place: Mapping[str, Any]) -> str:
    return str(place["stack"]) or Path(str(place["template"])).name
