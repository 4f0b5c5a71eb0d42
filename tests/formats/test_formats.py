"""Every format holds every finding, whatever characters it is made of."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from cdk_trainium.findings import Finding, Level, NotReviewed, Report, Result, Status, Subject
from cdk_trainium.formats import FORMATS, About, render
from cdk_trainium.formats.about import RuleText

PLACE = Subject("Stack", "cdk.out/a.json", "Lt", "Stack/Lt", "Properties.ImageId", 3, 7)
REPORT = Report(
    findings=(
        Finding("TRN106", Level.ERROR, "wrong | here", "do <this>", "a source", PLACE, {"cards": [1, 2]}),
        Finding("TRN501", Level.WARNING, "floats", subject=PLACE, acknowledged="tested nightly"),
        Finding("TRN402", Level.UNKNOWN, "hidden"),
        Finding("TRN707", Level.INFO, "untagged", subject=Subject(name="group train")),
    ),
    results=(
        Result("TRN106", Status.FAIL, "title"),
        Result("TRN501", Status.WARNING, "title"),
        Result("TRN402", Status.UNKNOWN, "title"),
        Result("TRN707", Status.PASS, "title"),
        Result("TRN801", Status.SKIPPED, "title", "no policy"),
    ),
    reviewed=("cdk.out/a.json",),
    not_reviewed=(NotReviewed("b.yaml", "no Resources"),),
    notes=("a note",),
)
ABOUT = About(rules={"TRN106": RuleText("Title", "Why.", "Fix.", "Source")})


def test_the_json_contract() -> None:
    data = json.loads(render(REPORT, "json", ABOUT))
    assert data["schema_version"] == 1
    assert data["tool"]["name"] == "trnctl"
    assert data["verdict"] == "fail"
    assert data["summary"] == {"error": 1, "warning": 0, "info": 1, "unknown": 1, "acknowledged": 1}
    assert data["results"][4] == {"id": "TRN801", "status": "skipped", "subject": "title", "reason": "no policy"}
    assert data["not_reviewed"] == [{"path": "b.yaml", "why": "no Resources"}]
    found = {item["id"]: item for item in data["findings"]}
    assert found["TRN106"] == {
        "id": "TRN106",
        "level": "error",
        "message": "wrong | here",
        "hint": "do <this>",
        "source": "a source",
        "subject": {
            "stack": "Stack",
            "template": "cdk.out/a.json",
            "logical_id": "Lt",
            "construct_path": "Stack/Lt",
            "property": "Properties.ImageId",
            "line": 3,
            "column": 7,
        },
        "evidence": {"cards": [1, 2]},
    }
    assert found["TRN501"]["acknowledged"] == "tested nightly"


def test_text_names_place_level_rule_and_hint() -> None:
    lines = render(REPORT, "text").splitlines()
    assert "cdk.out/a.json:3:7: error TRN106 wrong | here [Stack/Lt]" in lines
    assert "    hint: do <this>" in lines
    assert "    reason: tested nightly" in lines
    assert "b.yaml: not reviewed: no Resources" in lines
    assert lines[-1].startswith("review failed: 1 error, 1 unknown, 0 warnings, 1 info")


LEVELS = [Level.INFO, Level.WARNING, Level.UNKNOWN, Level.ERROR]
MIXED = Report(
    findings=tuple(
        Finding(f"TRN{level.value}", level, f"at-{file}-{level.value}-{line}", subject=Subject("", file, line=line))
        for line in (7, 3)
        for level in LEVELS
        for file in ("b.json", "a.json")
    )
)
EXPECTED = [
    f"at-{file}-{level.value}-{line}"
    for file in ("a.json", "b.json")
    for level in (Level.ERROR, Level.UNKNOWN, Level.WARNING, Level.INFO)
    for line in (3, 7)
]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "markdown"])
def test_findings_come_in_one_order_whatever_the_format(form: str) -> None:
    text = render(MIXED, form)
    assert sorted(EXPECTED, key=text.index) == EXPECTED


def test_junit_keeps_the_order_within_a_rule() -> None:
    text = render(MIXED, "junit")
    for level in LEVELS:
        own = [item for item in EXPECTED if f"-{level.value}-" in item]
        assert sorted(own, key=text.index) == own


def test_markdown_leaves_out_the_least_serious() -> None:
    warnings = [Finding("W", Level.WARNING, f"w{at}", subject=Subject(template="a.json")) for at in range(300)]
    error = Finding("E", Level.ERROR, "the error", subject=Subject(template="z.json"))
    assert "the error" in render(Report(findings=(*warnings, error)), "markdown")


def test_colour_adds_nothing_but_colour() -> None:
    plain, colored = render(REPORT, "text"), render(REPORT, "text", About(color=True))
    assert "\x1b[" not in plain
    assert "\x1b[31merror\x1b[0m" in colored


def test_markdown_escapes_cells() -> None:
    text = render(REPORT, "markdown")
    assert "wrong \\| here" in text
    assert "do \\<this\\>" in text


def test_markdown_stays_within_a_comment() -> None:
    many = Report(findings=tuple(Finding("TRN1", Level.ERROR, f"m{at}") for at in range(1000)))
    text = render(many, "markdown")
    assert len(text) < 65536
    assert "800 more findings" in text


def test_junit_fails_cases_of_errors_and_unknowns() -> None:
    suite = ET.fromstring(render(REPORT, "junit"))[0]
    failed = {case.get("name") for case in suite if case.find("failure") is not None}
    assert failed == {"TRN106 title", "TRN402 title"}
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("6", "2", "2")
    assert [case.get("name") for case in suite if case.find("skipped") is not None] == [
        "TRN801 title",
        "not reviewed: b.yaml",
    ]


def sarif(report: Report) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(render(report, "sarif", ABOUT))["runs"][0]
    return run


SCHEMA = json.loads((Path(__file__).parent / "data" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
VALIDATOR = Draft4Validator(SCHEMA)


def faults(text: str) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(json.loads(text))]


@pytest.mark.parametrize("report", [REPORT, MIXED, Report()], ids=["all kinds", "mixed", "empty"])
def test_sarif_is_what_the_official_schema_wants(report: Report) -> None:
    assert faults(render(report, "sarif", ABOUT)) == []


def test_the_schema_can_refuse() -> None:
    broken = json.loads(render(REPORT, "sarif", ABOUT))
    broken["runs"][0]["results"][0]["level"] = "unknown"
    assert len(faults(json.dumps(broken))) == 1


def by_rule(run: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = (item for item in run["results"] if item["ruleId"] == name)
    return dict(found)


def test_sarif_places_suppresses_and_explains() -> None:
    run = sarif(REPORT)
    first, second, third = (by_rule(run, name) for name in ("TRN106", "TRN501", "TRN402"))
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "cdk.out/a.json"},
        "region": {"startLine": 3, "startColumn": 7},
    }
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["shortDescription"] == {"text": "Title"}
    assert second["suppressions"] == [{"kind": "inSource", "justification": "tested nightly"}]
    assert (third["kind"], third["level"]) == ("review", "none")


@pytest.mark.parametrize("acknowledged", ["", "why"])
@pytest.mark.parametrize("path", ["", "Stack/Lt"])
def test_every_finding_of_a_resource_names_it_in_text(acknowledged: str, path: str) -> None:
    place = Subject("S", "a.json", "Lt", path, "x", 9, 9)
    report = Report(findings=(Finding("TRN106", Level.ERROR, "m", subject=place, acknowledged=acknowledged),))
    assert f"[{path or 'Lt'}]" in render(report, "text").splitlines()[0]


def test_sarif_fingerprints_do_not_depend_on_lines() -> None:
    moved = Report(findings=(Finding("TRN106", Level.ERROR, "m", subject=Subject("S", "a", "Lt", "p", "x", 9, 9)),))
    again = Report(findings=(Finding("TRN106", Level.ERROR, "other", subject=Subject("S", "a", "Lt", "p", "x", 1, 1)),))
    assert sarif(moved)["results"][0]["partialFingerprints"] == sarif(again)["results"][0]["partialFingerprints"]


REPORTS = st.builds(
    Report,
    findings=st.lists(
        st.builds(
            Finding,
            id=st.sampled_from(["TRN1", "TRN2"]),
            level=st.sampled_from(list(Level)),
            message=st.text(st.characters(exclude_categories=["Cs"])),
            hint=st.text(st.characters(exclude_categories=["Cs"])),
            subject=st.builds(
                Subject,
                template=st.text(st.characters(exclude_categories=["Cs"])),
                line=st.integers(0, 9),
                column=st.integers(0, 9),
            ),
            acknowledged=st.sampled_from(["", "why"]),
            source=st.just("a guide"),
            evidence=st.just({}),
        ),
        max_size=3,
    ).map(tuple),
)


@given(REPORTS, st.sampled_from(sorted(FORMATS)))
def test_any_text_can_be_rendered(report: Report, name: str) -> None:
    text = render(report, name)
    assert text.endswith("\n")
    if name == "junit":
        ET.fromstring(text)
    if name in ("json", "sarif"):
        json.loads(text)
    if name == "sarif":
        assert faults(text) == []


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_unknown_results_without_a_finding_are_counted(form: str) -> None:
    """Offline, most checks are unknown and none tells why: they must not be taken for passed."""
    results = (*(Result(f"asked-{number}", Status.UNKNOWN) for number in range(28)), Result("known", Status.PASS))
    said = render(Report(results=results), form, About(verb="preflight", rules={}))
    assert "29 checks, 28 of them not determined" in said
    assert "not determined" not in render(Report(results=results[-1:]), form, About(verb="preflight", rules={}))


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("char", ["\n", "\r", "\x00", "\x1b", "\x9b", "\u2028", "\u202e", "\ud800"])
def test_no_value_breaks_a_line_or_steers_a_terminal(format_: str, char: str) -> None:
    def rendered(between: str) -> str:
        text = f"a{between}b"
        place = Subject(text, f"{text}.json", text, text, text, 1, 1, text)
        finding = Finding("TRN106", Level.ERROR, text, text, text, place)
        accepted = Finding("TRN107", Level.ERROR, text, text, text, place, acknowledged=text)
        return render(Report((finding, accepted), not_reviewed=(NotReviewed(text, text),), notes=(text,)), format_)

    text = rendered(char)
    text.encode("utf-8")
    assert char == "\n" or char not in text or format_ in ("json", "sarif")
    assert text.count("\n") == rendered("c").count("\n")
