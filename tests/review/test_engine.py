"""The engine: three values, conditions, failing rules, acknowledgements, baselines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.findings import Finding, Level, Report, Result, Status, Verdict
from cdk_trainium.formats import render
from cdk_trainium.review import Hit, Options, Policy, Rule, Skip, find_rule, review, without_known
from cdk_trainium.review.policy import Accepted
from cdk_trainium.template import Template, load
from tests.review.build import TODAY, Data, block_cluster, changed, cluster, efas, ids, judged, launch_of, read


def rule(check: Any, **values: Any) -> Rule:
    base = {"id": "X1", "title": "t", "level": Level.ERROR, "why": "w", "source": "s", "on": "template", "check": check}
    return Rule(**{**base, **values})


def run(*rules: Rule) -> Any:
    return review(read(cluster()), Options(today=TODAY), rules)


@pytest.mark.parametrize("error", [KeyError("x"), SystemExit(0), SystemExit("done")])
def test_a_rule_that_crashes_fails_the_template(error: BaseException) -> None:
    def crash(_template: Template, _context: object) -> Iterator[Hit]:
        raise error

    report = run(rule(crash))
    assert [item.id for item in report.findings] == ["TRN990"]
    assert "rule failed" in report.findings[0].message
    assert report.exit_code == 1


def test_a_rule_that_crashes_halfway_keeps_nothing_and_fails() -> None:
    def crash(_template: Template, _context: object) -> Iterator[Hit]:
        yield Hit("first")
        raise RecursionError

    assert [item.id for item in run(rule(crash)).findings] == ["TRN990"]


def test_a_rule_may_say_that_it_cannot_judge() -> None:
    report = run(rule(lambda *_: iter([Skip("not here")])))
    assert [(item.status, item.reason) for item in report.results] == [(Status.SKIPPED, "not here")]
    assert report.verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("level", "status"),
    [
        (Level.ERROR, Status.FAIL),
        (Level.WARNING, Status.WARNING),
        (Level.UNKNOWN, Status.UNKNOWN),
        (Level.INFO, Status.PASS),
    ],
)
def test_each_level_has_its_status(level: Level, status: Status) -> None:
    report = run(rule(lambda *_: iter([Hit("m", level=level)])))
    assert [item.status for item in report.results] == [status]


def test_a_rule_without_subjects_is_skipped() -> None:
    report = run(rule(lambda *_: iter([Hit("m")]), on="AWS::EC2::Nothing"))
    assert [item.status for item in report.results] == [Status.SKIPPED]


CONDITIONAL = {"Fn::If": ["Old", {"HttpTokens": "optional"}, {"HttpTokens": "required"}]}


def conditional(**parameter: Any) -> Data:
    data = changed(cluster(), lambda one: launch_of(one).update(MetadataOptions=CONDITIONAL))
    data["Parameters"] = {"Mode": {"Type": "String", **parameter}}
    data["Conditions"] = {"Old": {"Fn::Equals": [{"Ref": "Mode"}, "old"]}}
    return data


@pytest.mark.parametrize(
    ("parameter", "level"),
    [({"Default": "old"}, Level.ERROR), ({"Default": "new"}, Level.WARNING), ({}, Level.ERROR)],
)
def test_a_fault_in_one_branch_names_its_condition(parameter: dict[str, str], level: Level) -> None:
    (finding,) = judged(conditional(**parameter)).findings
    assert (finding.id, finding.level) == ("TRN701", level)
    assert finding.message.endswith("when condition Old is true")


def test_a_fault_in_every_branch_names_none() -> None:
    data = conditional(Default="new")
    launch_of(data)["MetadataOptions"] = {"Fn::If": ["Old", {"HttpTokens": "optional"}, {"HttpTokens": "optional"}]}
    (finding,) = judged(data).findings
    assert "when" not in finding.message
    assert finding.level is Level.ERROR


def test_a_fault_is_placed_by_line_and_column() -> None:
    data = changed(cluster(), lambda one: launch_of(one)["NetworkInterfaces"][2].update(DeviceIndex=9))
    text = json.dumps(data, indent=1)
    (finding,) = judged(text).findings
    place = finding.subject
    assert (place.template, place.logical_id) == ("t0.json", "Lt")
    assert place.property == "Properties.LaunchTemplateData.NetworkInterfaces.2"
    lines = text.splitlines()
    assert '"NetworkCardIndex": 2' in lines[place.line]
    assert lines[place.line - 1][place.column - 1] == "{"


def acknowledged_in(data: Data, *entries: Any) -> Data:
    copy = changed(data, lambda one: None)
    copy["Resources"]["Lt"]["Metadata"] = {"cdk-trainium": {"acknowledge": list(entries)}}
    return copy


BROKEN = changed(cluster(), lambda data: launch_of(data).update(MetadataOptions={"HttpTokens": "optional"}))


def test_an_acknowledged_finding_stays_in_the_report_with_its_reason() -> None:
    report = judged(acknowledged_in(BROKEN, {"id": "TRN701", "reason": "legacy agent", "expires": "2027-01-01"}))
    assert [(item.id, item.acknowledged) for item in report.findings] == [("TRN701", "legacy agent")]
    assert report.exit_code == 0
    for format_ in ("text", "json", "sarif", "markdown"):
        assert "legacy agent" in render(report, format_)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"id": "TRN701"}, ["TRN701", "TRN981"]),
        ({"id": "TRN701", "reason": "  "}, ["TRN701", "TRN981"]),
        ({"id": "TRN999", "reason": "x"}, ["TRN701", "TRN980"]),
        ("TRN701", ["TRN701", "TRN981"]),
        ({"id": "TRN701", "reason": "x", "expires": "2026-11-29"}, ["TRN701", "TRN982"]),
        ({"id": "TRN701", "reason": "x", "expires": "soon"}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": "x", "expires": "2027-02-30"}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": "x", "expires": "20270131"}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": "x", "expires": None}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": "x", "expires": ""}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": "x", "expires": 2027}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": "x", "expire": "2027-01-31"}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": "x", "expires_on": "2026-01-31"}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": "x", "resorce": "Lt"}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": ["x"]}, ["TRN701", "TRN985"]),
        ({"id": "TRN701", "reason": 7}, ["TRN701", "TRN985"]),
        ({"id": "TRN702", "reason": "x"}, ["TRN701", "TRN983"]),
        (7, ["TRN701", "TRN980"]),
    ],
)
def test_a_faulty_acknowledgement_accepts_nothing_and_is_a_finding(entry: Any, expected: list[str]) -> None:
    report = judged(acknowledged_in(BROKEN, entry))
    assert sorted(item.id for item in report.findings) == expected
    assert report.exit_code == 1


def test_k7_01_words_of_faulty_acknowledgements() -> None:
    report = judged(acknowledged_in(BROKEN, {"id": "TRN999", "reason": "x"}, {"id": "TRN701"}))
    faults = {item.id: item for item in report.findings if item.id != "TRN701"}
    assert "unknown rule" in faults["TRN980"].message
    assert "no reason" in faults["TRN981"].message
    lines = render(report, "text").splitlines()
    assert all(any(f" {name} " in line and line.endswith("[Lt]") for line in lines) for name in faults)


def test_k7_01_an_accepted_finding_is_reported_with_rule_resource_and_reason() -> None:
    report = judged(acknowledged_in(BROKEN, {"id": "TRN701", "reason": "legacy agent"}))
    line, reason = render(report, "text").splitlines()[:2]
    assert all(word in line for word in ("acknowledged", "TRN701", "[Lt]"))
    assert "legacy agent" in reason


def cdk_acknowledged(ids_: dict[str, str], path: str = "Stack") -> list[Finding]:
    loaded = read(BROKEN)
    template = loaded.templates[0]
    template.construct_path = "Stack"
    template.construct_paths = {"Lt": "Stack/Group/Lt"}
    template.acknowledged = {path: ids_}
    return list(review(loaded, Options(today=TODAY)).findings)


@pytest.mark.parametrize("path", ["Stack", "Stack/Group", "Stack/Group/Lt"])
def test_cdk_acknowledgements_cover_what_is_below_them(path: str) -> None:
    (finding,) = cdk_acknowledged({"cdk-trainium::TRN701": "why"}, path)
    assert finding.acknowledged == "why"


@pytest.mark.parametrize("path", ["Stack/Other", "Stack/G*", "Stack/Grou?/Lt", "St[a]ck", "Lt", "Stack/Gro", "t*"])
def test_cdk_acknowledgements_elsewhere_cover_nothing(path: str) -> None:
    found = cdk_acknowledged({"cdk-trainium::TRN701": "why"}, path)
    assert sorted(item.id for item in found) == ["TRN701", "TRN983"]


def test_only_the_prefixed_form_of_cdk_acknowledgements_counts() -> None:
    found = cdk_acknowledged({"TRN701": "why", "AwsSolutions::AwsSolutions-EC23": "not ours"})
    assert sorted(item.id for item in found) == ["TRN701", "TRN980"]


def test_an_id_that_cdk_takes_for_an_annotations_is_told_with_the_right_one() -> None:
    others = {"Annotation::Own": "x", "Annotation::TRN604": "a doubt of a construct", "Annotation::TRN613": "another"}
    found = cdk_acknowledged({"Annotation::TRN701": "why", **others})
    assert sorted(item.id for item in found) == ["TRN701", "TRN980"]
    assert "cdk-trainium::TRN701" in next(item.hint for item in found if item.id == "TRN980")


@pytest.mark.parametrize("resource", ["", "Lt", "L*", "Stack/*"])
def test_the_policy_acknowledges_by_pattern(resource: str) -> None:
    loaded = read(BROKEN)
    loaded.templates[0].construct_paths = {"Lt": "Stack/Lt"}
    policy = Policy(acknowledge=(Accepted("TRN701", "why", "", resource),))
    (finding,) = review(loaded, Options(today=TODAY, policy=policy)).findings
    assert finding.acknowledged == "why"


def test_an_acknowledgement_of_a_policy_needs_a_date() -> None:
    policy = Policy(acknowledge=(Accepted("TRN701", "why", "soon"),))
    found = review(read(BROKEN), Options(today=TODAY, policy=policy)).findings
    assert sorted(item.id for item in found) == ["TRN701", "TRN985"]


def test_a_policy_changes_levels_but_not_what_is_unknown() -> None:
    policy = Policy(levels={"TRN701": Level.WARNING})
    assert [item.level for item in judged(BROKEN, policy=policy).findings] == [Level.WARNING]


def test_a_level_of_an_unknown_rule_is_an_error() -> None:
    report = judged(cluster(), policy=Policy(levels={"TRN999": Level.INFO}))
    assert [(item.id, item.level) for item in report.findings] == [("TRN980", Level.ERROR)]


def test_a_baseline_leaves_only_what_is_new(tmp_path: Path) -> None:
    baseline = tmp_path / "old.json"
    baseline.write_text(render(judged(BROKEN), "json"))
    worse = changed(BROKEN, lambda data: launch_of(data).update(NetworkInterfaces=efas(8)))
    report = without_known(judged(worse), baseline)
    assert [item.id for item in report.findings] == ["TRN111"]
    assert "1 finding of the baseline" in report.notes[0]


def test_a_baseline_takes_unknowns_out_of_list_and_verdict(tmp_path: Path) -> None:
    hidden = changed(
        cluster(), lambda data: launch_of(data).update(MetadataOptions={"HttpTokens": {"Fn::ImportValue": "x"}})
    )
    first = judged(hidden)
    assert (first.verdict, first.count(Level.UNKNOWN) > 0) == (Verdict.UNKNOWN, True)
    (tmp_path / "old.json").write_text(render(first, "json"))
    report = without_known(first, tmp_path / "old.json")
    assert (report.verdict, report.count(Level.UNKNOWN)) == (Verdict.PASS, 0)
    assert Status.UNKNOWN not in {item.status for item in report.results}
    ids_ = {item.id for item in first.findings}
    assert {item.status for item in report.results if item.id in ids_} == {Status.SKIPPED}


def test_an_acknowledged_unknown_is_out_of_list_and_verdict() -> None:
    found = (Finding("TRN701", Level.UNKNOWN, "hidden", acknowledged="seen"),)
    results = (Result("TRN701", Status.UNKNOWN),)
    assert Report(found, results).verdict is Verdict.PASS
    assert Report(found, (*results, Result("TRN702", Status.UNKNOWN))).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("version", [0, 2, "1", True, None, "-"])
def test_a_baseline_of_another_version_is_refused(tmp_path: Path, version: Any) -> None:
    data = json.loads(render(judged(BROKEN), "json"))
    data.update(schema_version=version)
    if version == "-":
        del data["schema_version"]
    (tmp_path / "old.json").write_text(json.dumps(data))
    with pytest.raises(InputError, match="TRN893"):
        without_known(judged(BROKEN), tmp_path / "old.json")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"findings": [{}]}'])
def test_a_broken_baseline_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "old.json").write_text(text)
    with pytest.raises(InputError, match="TRN893") as caught:
        without_known(judged(cluster()), tmp_path / "old.json")
    assert "Error" not in str(caught.value)


def test_links_reach_into_other_templates() -> None:
    network = {"Resources": {"Pg": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "spread"}}}}
    network["Outputs"] = {"Pg": {"Value": {"Ref": "Pg"}, "Export": {"Name": "shared-pg"}}}  # type: ignore[dict-item]
    data = changed(
        cluster(), lambda one: launch_of(one).update(Placement={"GroupName": {"Fn::ImportValue": "shared-pg"}})
    )
    del data["Resources"]["Pg"]
    loaded = read(network, data)
    for template in loaded.templates:
        template.exports = {"shared-pg": (loaded.templates[0], "Pg")}
    assert [item.id for item in review(loaded, Options(today=TODAY)).findings] == ["TRN402"]
    assert ids(data) == ["TRN402"]


def test_rules_are_found_by_id() -> None:
    found = find_rule("TRN106")
    assert found is not None
    assert found.id == "TRN106"
    assert find_rule("TRN000") is None


ID = "cr-0123456789abcdef0"
OTHER = "cr-0fedcba9876543210"
HIDDEN = {"Ref": "Reservation"}


def targeting(target: Any, **values: Any) -> Data:
    def change(data: Data) -> None:
        data["Parameters"] = {"Reservation": {"Type": "String"}}
        only = {"CapacityReservationPreference": "capacity-reservations-only"}
        launch_of(data).update(CapacityReservationSpecification={"CapacityReservationTarget": target, **only}, **values)

    return changed(cluster(), change)


SPOT = changed(cluster(), lambda data: launch_of(data).update(InstanceMarketOptions={"MarketType": "spot"}))
EMPTY = {"Resources": {"Pg": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}}}}


@pytest.mark.parametrize(
    ("data", "given", "expected"),
    [
        (targeting({"CapacityReservationId": ID}), {"reservations": (ID,)}, []),
        (block_cluster(), {"blocks": (ID,)}, []),
        (targeting({"CapacityReservationId": ID}), {"reservations": (OTHER,)}, ["TRN343"]),
        (cluster(), {"reservations": (ID,)}, ["TRN343"]),
        (cluster(), {"blocks": (ID,)}, ["TRN984"]),
        (block_cluster(), {"blocks": (OTHER,)}, ["TRN984"]),
        (block_cluster(), {"reservations": (OTHER,)}, ["TRN984"]),
        (SPOT, {"reservations": (ID,)}, ["TRN984"]),
        (EMPTY, {"reservations": (ID,), "blocks": (OTHER,)}, ["TRN984", "TRN984"]),
    ],
)
def test_an_id_that_no_launch_targets_is_an_error(data: Data, given: dict[str, Any], expected: list[str]) -> None:
    found = [item for item in judged(data, **given).findings if item.level is Level.ERROR]
    assert [item.id for item in found] == expected


@pytest.mark.parametrize(
    "target",
    [
        {"CapacityReservationId": HIDDEN},
        {"CapacityReservationResourceGroupArn": "arn:aws:resource-groups:us-east-2:123456789012:group/g"},
    ],
)
@pytest.mark.parametrize("kind", ["reservations", "blocks"])
def test_an_id_that_a_hidden_target_may_be_is_unknown(target: Data, kind: str) -> None:
    found = [item for item in judged(targeting(target), **{kind: (ID,)}).findings if item.id in ("TRN343", "TRN984")]
    assert [(item.id, item.level) for item in found] == [("TRN984", Level.UNKNOWN)]


NESTED = {
    "Resources": {
        "Child": {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "https://example.org/c.yaml"}}
    }
}
BY_METADATA = {"Metadata": {"cdk-trainium": {"acknowledge": [{"id": "TRN991", "reason": "reviewed elsewhere"}]}}}


def reviewed(folder: Path, data: Data, policy: Policy | None = None, strict: bool = True) -> Report:
    (folder / "parent.json").write_text(json.dumps(data))
    return review(load([folder]), Options(today=TODAY, policy=policy or Policy(), strict=strict))


def test_an_empty_stack_has_a_fix_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (of_nested,) = reviewed(tmp_path, NESTED).findings
    (of_empty,) = reviewed(tmp_path / "empty", {"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}).findings
    assert {of_nested.id, of_empty.id} == {"TRN991"}
    assert of_nested.hint != of_empty.hint


@pytest.mark.parametrize("resource", ["", "Child", "*parent.json", "*"])
@pytest.mark.parametrize("strict", [True, False])
def test_what_was_not_reviewed_can_be_accepted_by_a_policy(tmp_path: Path, resource: str, strict: bool) -> None:
    policy = Policy(acknowledge=(Accepted("TRN991", "reviewed elsewhere", "", resource),))
    report = reviewed(tmp_path, NESTED, policy, strict)
    assert [item.id for item in report.findings if not item.acknowledged] == []
    assert [item.id for item in report.findings] == (["TRN991"] if strict else [])
    assert len(report.not_reviewed) == 1
    assert reviewed(tmp_path, NESTED).count(Level.UNKNOWN) == 1


def test_what_was_not_reviewed_can_be_accepted_in_the_template(tmp_path: Path) -> None:
    on_resource = {"Resources": {"Child": {**NESTED["Resources"]["Child"], **BY_METADATA}}}
    for data in ({**NESTED, **BY_METADATA}, on_resource):
        report = reviewed(tmp_path, data)
        assert [(item.id, bool(item.acknowledged)) for item in report.findings] == [("TRN991", True)]


def test_an_id_that_nothing_targets_can_be_accepted() -> None:
    policy = Policy(acknowledge=(Accepted("TRN984", "of another stack", "", ID),))
    report = judged(cluster(), blocks=(ID,), policy=policy)
    assert [(item.id, bool(item.acknowledged)) for item in report.findings] == [("TRN984", True)]
    assert report.verdict is Verdict.PASS


@pytest.mark.parametrize("rule_id", ["TRN980", "TRN981", "TRN982", "TRN983", "TRN985", "TRN990"])
def test_what_hides_something_is_never_accepted(rule_id: str) -> None:
    (finding,) = judged(cluster(), policy=Policy(acknowledge=(Accepted(rule_id, "no"),))).findings
    assert (finding.id, finding.level) == ("TRN980", Level.ERROR)
    assert "cannot be accepted" in finding.message


@pytest.mark.parametrize(
    "metadata",
    [
        "TRN701",
        ["TRN701"],
        {"acknowlege": [{"id": "TRN701", "reason": "x"}]},
        {"acknowledge": {"TRN701": "x"}},
        {"acknowledge": [{"reason": "x"}]},
        {"acknowledge": [{"id": "", "reason": "x"}]},
    ],
)
def test_an_acknowledgement_that_is_not_understood_is_told(metadata: Any) -> None:
    data = changed(BROKEN, lambda one: one["Resources"]["Lt"].update(Metadata={"cdk-trainium": metadata}))
    assert ids(data) == ["TRN701", "TRN985"]


def test_the_mark_of_a_design_is_understood() -> None:
    assert ids({**cluster(), "Metadata": {"cdk-trainium": {"design_only": ["why"]}}}) == []
