"""A review by several processes says what a review by one says."""

import json
import sys
from pathlib import Path

import pytest
import yaml

from cdk_trainium.findings import Finding, Level, Report
from cdk_trainium.review import Options, engine, review
from cdk_trainium.template import load, reading
from tests.review.build import TODAY
from tests.review.planted import PLANTED, TWINS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux only")


@pytest.fixture(autouse=True)
def _use_them_however_little_there_is_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "WORTH", 0)
    monkeypatch.setattr(reading, "WORTH", 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Planted defects and their twins, and files that are no templates."""
    root = tmp_path_factory.mktemp("templates")
    for name, (data, _region, _rules) in PLANTED.items():
        (root / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
        (root / f"{name}.yaml").write_text(yaml.safe_dump(TWINS[name][0]), encoding="utf-8")
    (root / "broken.yaml").write_text("Resources: {A: {Type: 'AWS::EC2::Subnet'}, A: {}}", encoding="utf-8")
    (root / "other.yaml").write_text("- 1", encoding="utf-8")
    (root / "empty.json").write_text('{"Resources": {}}', encoding="utf-8")
    return root


def reviewed(folder: Path, processes: int) -> tuple[Report, list[str], list[str]]:
    loaded = load([folder], "us-east-2", processes)
    report = review(loaded, Options(today=TODAY), processes=processes)
    return report, [str(error) for error in loaded.errors], [str(item) for item in loaded.others]


def places(findings: tuple[Finding, ...]) -> set[tuple[str, int, int]]:
    return {(item.subject.template, item.subject.line, item.subject.column) for item in findings}


def test_two_processes_say_what_one_says(folder: Path) -> None:
    one, two = reviewed(folder, 1), reviewed(folder, 2)
    assert two == one
    report, errors, others = two
    assert (report.exit_code, len(errors), len(others)) == (1, 1, 1)
    assert all(line for _, line, _ in places(report.findings))


def test_a_rule_that_breaks_in_another_process_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr("cdk_trainium.review.judging.merged_findings", fail)
    report, _, _ = reviewed(folder, 2)
    failed = [item for item in report.findings if item.id == engine.RULE_FAILED]
    assert failed
    assert {item.level for item in failed} == {Level.ERROR}


def test_what_spans_templates_is_seen_from_every_process(tmp_path: Path) -> None:
    network = {
        "Resources": {"Subnet": {"Type": "AWS::EC2::Subnet", "Properties": {"MapPublicIpOnLaunch": True}}},
        "Outputs": {"Subnet": {"Value": {"Ref": "Subnet"}, "Export": {"Name": "subnet"}}},
    }
    instance = {"InstanceType": "trn2u.48xlarge", "SubnetId": {"Fn::ImportValue": "subnet"}}
    nodes = {"Resources": {"Node": {"Type": "AWS::EC2::Instance", "Properties": instance}}}
    for name, data in {"a": nodes, "b": network, "c": nodes}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    found = review(load([tmp_path]), Options(today=TODAY), processes=3).findings
    assert {item.subject.template for item in found if item.id == "TRN705"} == {
        str(tmp_path / "a.json"),
        str(tmp_path / "c.json"),
    }


def test_what_another_process_left_out_is_told(tmp_path: Path) -> None:
    names = [f"P{at}" for at in range(12)]
    allowed = {"Type": "String", "AllowedValues": ["a", "b", "c"], "Default": "a"}
    conditions = {name: {"Fn::Equals": [{"Ref": name}, "b"]} for name in names}
    value: object = "10.0.0.0/16"
    for name in names:
        value = {"Fn::If": [name, value, f"10.{len(name)}.0.0/16"]}
    vpc = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": value}}
    data = {"Parameters": dict.fromkeys(names, allowed), "Conditions": conditions, "Resources": {"Vpc": vpc}}
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    one, two = (review(load([tmp_path]), Options(today=TODAY), processes=count) for count in (1, 3))
    assert two == one
    assert [item.id for item in two.findings].count(engine.NOT_ALL_CASES) == 3
