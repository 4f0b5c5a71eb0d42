"""A baseline that is no report is refused whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.findings import Finding, Level, Report, Subject
from cdk_trainium.formats import render
from cdk_trainium.review.baseline import without_known

E, U, W, N = Level.ERROR, Level.UNKNOWN, Level.WARNING, Level.INFO
SUBJECT = {"stack": "", "template": "t", "logical_id": "", "property": ""}


@pytest.mark.parametrize(
    "findings",
    [
        {},
        "",
        None,
        [None],
        [{"id": [], "subject": SUBJECT}],
        [{"id": 1, "subject": SUBJECT}],
        [{"id": "TRN1", "subject": []}],
        *([{"id": "TRN1", "subject": {**SUBJECT, name: []}}] for name in SUBJECT),
    ],
)
def test_what_is_no_report_is_no_baseline(tmp_path: Path, findings: object) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(json.dumps({"schema_version": 1, "tool": {"verb": "review"}, "findings": findings}))
    with pytest.raises(InputError) as refused:
        without_known(Report(), path)
    assert refused.value.codes == ["TRN893"]


def test_a_level_that_no_report_has_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    found = [{"id": "T1", "level": "bad", "subject": SUBJECT}]
    path.write_text(json.dumps({"schema_version": 1, "tool": {"verb": "review"}, "findings": found}))
    with pytest.raises(InputError) as refused:
        without_known(Report(), path)
    assert refused.value.codes == ["TRN893"]


@pytest.mark.parametrize("tool", [{"verb": "preflight"}, {"verb": None}, None, [], "review"])
def test_a_report_of_another_verb_is_refused(tmp_path: Path, tool: object) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(json.dumps({"schema_version": 1, "tool": tool, "findings": []}))
    with pytest.raises(InputError) as refused:
        without_known(Report(), path)
    assert refused.value.codes == ["TRN893"]


def test_a_report_that_does_not_say_whose_it_is_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text('{"schema_version": 1, "findings": []}')
    with pytest.raises(InputError) as refused:
        without_known(Report(), path)
    assert refused.value.codes == ["TRN893"]


def test_a_report_of_a_review_is_a_baseline(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(render(Report(), "json"))
    assert without_known(Report(), path).notes


@pytest.mark.parametrize(
    ("accepted", "found", "told"),
    [
        ([W], E, True),
        ([U], E, True),
        ([W], U, True),
        ([N], W, True),
        ([E], E, False),
        ([E], U, False),
        ([U], W, False),
        ([W, E], E, False),
    ],
)
def test_what_is_worse_than_the_baseline_is_new(
    tmp_path: Path, accepted: list[Level], found: Level, told: bool
) -> None:
    path = tmp_path / "baseline.json"
    known = [{"id": "T1", "level": level.value, "subject": SUBJECT} for level in accepted]
    path.write_text(json.dumps({"schema_version": 1, "tool": {"verb": "review"}, "findings": known}))
    finding = Finding("T1", found, "m", subject=Subject(template="t"))
    assert bool(without_known(Report(findings=(finding,)), path).findings) is told


@pytest.mark.parametrize(("accepted", "now", "told"), [("why", "", True), ("", "", False), ("", "why", False)])
def test_what_was_accepted_in_the_baseline_is_new_once_nobody_accepts_it(
    tmp_path: Path, accepted: str, now: str, told: bool
) -> None:
    path, finding = tmp_path / "baseline.json", Finding("T1", E, "m", subject=Subject(template="t"))
    path.write_text(render(Report(findings=(finding._replace(acknowledged=accepted),)), "json"))
    found = without_known(Report(findings=(finding._replace(acknowledged=now),)), path).findings
    assert bool(found) is told
