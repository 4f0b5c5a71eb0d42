"""Faults from public reports: each template gives its verdict and says what it must.

The folders below ``inputs`` are what ``cdk synth`` (aws-cdk-lib 2.275.0) wrote for the CDK apps of the reports.
"""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from cdk_trainium.cli.demand import command as demand
from cdk_trainium.cli.preflight import command as preflight
from cdk_trainium.cli.review import command
from cdk_trainium.errors import InputError
from cdk_trainium.findings import Finding, Level, Report
from cdk_trainium.review import Options, review
from cdk_trainium.template import load

INPUTS = Path(__file__).parent / "inputs"
TODAY = date(2026, 11, 30)
BLOCK = "cr-0aaaaaaaaaaaaaaa1"


def judged(*names: str, **options: Any) -> Report:
    loaded = load([INPUTS / name for name in names])
    assert not loaded.errors
    return review(loaded, Options(today=TODAY, **options))


def text_of(findings: list[Finding]) -> str:
    return "\n".join(f"{item.message} {item.hint} {item.subject}" for item in findings)


def say(findings: list[Finding], *words: str) -> list[str]:
    """Ids of the findings of which each alone has all of ``words``."""
    return [item.id for item in findings if all(word in text_of([item]) for word in words)]


def at_level(report: Report, *levels: Level) -> list[Finding]:
    return [item for item in report.findings if item.level in levels]


REJECTED = [
    ("K1-01-devindex-over-card-limit.json", ["DeviceIndex", "NetworkCardIndex 2", "trn2.48xlarge", "0-1"]),
    ("K1-03-no-network-card-index.json", ["NetworkCardIndex", "card 0", "EFA", "DeviceIndex 0, 1, 2, 3"]),
    ("K1-07-cdk-drops-self-egress", ["egress", "self"]),
    ("K1-09-sg-self-rule-one-port.json", ["egress", "all traffic"]),
    ("K1-11-efa-only-primary.json", ["efa-only", "primary"]),
    ("K1-15-sg-top-level-with-nics.json", ["SecurityGroupIds", "NetworkInterfaces"]),
    ("K1-15-sg-top-level-with-nics.json", ["16 of 16 interfaces have no Groups"]),
    ("K1-17-efa-on-type-without-efa.json", ["trn1.2xlarge", "EFA"]),
    ("K4-03-zone-name-vs-id.json", ["use2-az3", "AvailabilityZone"]),
    ("K5-03-dummy-context-values.json", ["dummy", "ami-1234"]),
    ("K5-09-bootstrap-sh-on-al2023.json", ["bootstrap.sh", "nodeadm"]),
    ("K5-11-al2-image-after-end.json", ["amazon-linux-2", "1.33"]),
    ("K5-13-user-data-over-16k.json", ["16384", "user data"]),
    ("K6-03-dummy-zones", ["dummy1a"]),
    ("K6-07-misspelled-l1-keys", ["LaunchTemplateData", "empty"]),
    ("K6-13-cross-stack-placement-group", ["spread"]),
    ("K7-03-nested-stack-skipped", ["Nest", "HttpTokens"]),
    ("K8-01-cluster-group-multi-zone.json", ["cluster", "subnet"]),
]


@pytest.mark.parametrize(("name", "mentions"), REJECTED, ids=[name for name, _ in REJECTED])
def test_rejected(name: str, mentions: list[str]) -> None:
    report = judged(name)
    assert report.exit_code == 1
    assert say(at_level(report, Level.ERROR), *mentions)


WARNED = [
    ("K1-05-public-subnet-multi-nic.json", ["MapPublicIpOnLaunch", "public"]),
    ("K1-19-delete-on-termination-missing.json", ["DeleteOnTermination", "15 interfaces"]),
    ("K2-01-capacity-block-without-market-type.json", ["MarketType", "capacity-block", BLOCK]),
    ("K2-07-capacity-block-with-placement-group.json", ["placement group", "capacity block"]),
    (
        "K5-01-ami-drift-ssm-parameter.json",
        ["latest", "/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id"],
    ),
    ("K5-15-ubuntu-2204-dlami-frozen.json", ["ubuntu-22.04"]),
    ("K7-05-metadata-options-in-condition.json", ["Hardened is false"]),
    ("K7-13-asg-latest-version.json", ["$Latest", "LatestVersionNumber"]),
    ("K8-03-partition-count-eight.json", ["7", "8"]),
    ("K8-05-placement-group-without-strategy.json", ["Strategy"]),
    ("K8-07-unknown-strategy.json", ["precision-time"]),
]


@pytest.mark.parametrize(("name", "mentions"), WARNED, ids=[name for name, _ in WARNED])
def test_warned(name: str, mentions: list[str]) -> None:
    report = judged(name)
    assert not at_level(report, Level.ERROR)
    assert say(at_level(report, Level.WARNING), *mentions)


ACCEPTED = [
    "K1-13-legacy-layouts-valid.json",
    "K2-11-newer-market-types.json",
    "K7-07-imds-hop-limit-two-valid.json",
    "K7-09-self-all-traffic-is-not-open.json",
]


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted_without_any_warning(name: str) -> None:
    assert not at_level(judged(name), Level.ERROR, Level.WARNING, Level.UNKNOWN)


def test_k1_21_conditional_interfaces_are_judged_per_branch() -> None:
    (warning,) = at_level(judged("K1-21-conditional-interfaces.json"), Level.ERROR, Level.WARNING, Level.UNKNOWN)
    assert warning.id == "TRN111"
    assert "8 of the 16" in warning.message
    assert "Full is false" in warning.message


def test_k1_01_the_same_indexes_are_fine_on_a_type_with_five_devices_per_card(tmp_path: Path) -> None:
    text = (INPUTS / "K1-01-devindex-over-card-limit.json").read_text().replace("trn2.48xlarge", "trn1n.32xlarge")
    (tmp_path / "t.json").write_text(text)
    assert not at_level(review(load([tmp_path / "t.json"])), Level.ERROR, Level.WARNING)


def test_k1_01_one_error_per_interface() -> None:
    assert len(at_level(judged("K1-01-devindex-over-card-limit.json"), Level.ERROR)) == 2


def test_k1_03_the_shortfall_of_the_type_is_told_too(tmp_path: Path) -> None:
    data = json.loads((INPUTS / "K1-03-no-network-card-index.json").read_text())
    data["Resources"]["Lt"]["Properties"]["LaunchTemplateData"]["InstanceType"] = "trn2.48xlarge"
    (tmp_path / "t.json").write_text(json.dumps(data))
    report = review(load([tmp_path / "t.json"]))
    assert say(at_level(report, Level.ERROR), "card 0 has 4 EFAs", "DeviceIndex 0, 1, 2, 3") == ["TRN104"]
    assert say(at_level(report, Level.WARNING), "4 of the 16 EFA interfaces of trn2.48xlarge") == ["TRN111"]


def test_k1_17_two_efas_on_a_type_with_one(tmp_path: Path) -> None:
    data = json.loads((INPUTS / "K1-17-efa-on-type-without-efa.json").read_text())
    launch = data["Resources"]["Lt"]["Properties"]["LaunchTemplateData"]
    launch["InstanceType"] = "trn2.3xlarge"
    second = {**launch["NetworkInterfaces"][0], "DeviceIndex": 1, "InterfaceType": "efa"}
    launch["NetworkInterfaces"] = [launch["NetworkInterfaces"][0], second]
    (tmp_path / "t.json").write_text(json.dumps(data))
    errors = text_of(at_level(review(load([tmp_path / "t.json"])), Level.ERROR))
    assert "trn2.3xlarge takes 1 EFA" in errors


def test_k2_01_known_as_a_block_it_is_an_error() -> None:
    report = judged("K2-01-capacity-block-without-market-type.json", blocks=(BLOCK,))
    assert say(at_level(report, Level.ERROR), "MarketType", "capacity-block", BLOCK)


def test_k2_07_strict_makes_an_error_of_it() -> None:
    assert judged("K2-07-capacity-block-with-placement-group.json", strict=True).exit_code == 1


def test_k2_09_a_targeted_reservation_must_be_named() -> None:
    name = "K2-09-targeted-odcr-not-targeted.json"
    assert not at_level(judged(name), Level.ERROR)
    errors = at_level(judged(name, reservations=("cr-0bbbbbbbbbbbbbbb2",)), Level.ERROR)
    assert say(errors, "targeted", "CapacityReservationTarget")


def test_k6_11_more_than_five_hundred_resources(tmp_path: Path) -> None:
    def findings(count: int) -> list[Finding]:
        group = {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}}
        data = {"Resources": {f"Pg{index}": group for index in range(count)}}
        (tmp_path / "t.json").write_text(json.dumps(data))
        return list(review(load([tmp_path / "t.json"])).findings)

    assert [item.level for item in findings(501)] == [Level.ERROR]
    assert "500" in findings(501)[0].message
    assert [item.level for item in findings(460)] == [Level.WARNING]
    assert findings(450) == []


def test_k6_13_an_import_alone_is_unknown_and_not_a_pass(tmp_path: Path) -> None:
    shutil.copy(INPUTS / "K6-13-cross-stack-placement-group" / "B.template.json", tmp_path)
    report = review(load([tmp_path / "B.template.json"]))
    (unknown,) = at_level(report, Level.ERROR, Level.WARNING, Level.UNKNOWN)
    assert unknown.level is Level.UNKNOWN
    assert "ImportValue" in unknown.message
    assert report.exit_code == 3


def test_k7_03_a_local_child_in_a_folder_is_judged_once_below_its_parent(tmp_path: Path) -> None:
    child = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "child.json"}}
    (tmp_path / "parent.json").write_text(json.dumps({"Resources": {"Child": child}}))
    launch = {"InstanceType": "trn2.48xlarge", "MetadataOptions": {"HttpTokens": "optional"}}
    template = {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": launch}}
    (tmp_path / "child.json").write_text(json.dumps({"Resources": {"Lt": template}}))
    (error,) = at_level(review(load([tmp_path])), Level.ERROR)
    assert "HttpTokens" in error.message
    assert (error.subject.construct_path, error.subject.logical_id) == ("Child/Lt", "Lt")


def test_k7_03_a_remote_child_is_listed_and_fails_a_strict_run(tmp_path: Path) -> None:
    child = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "https://example.org/child.yaml"}}
    (tmp_path / "main.json").write_text(json.dumps({"Resources": {"Child": child}}))
    plain = CliRunner().invoke(command, [str(tmp_path / "main.json")])
    strict = CliRunner().invoke(command, [str(tmp_path / "main.json"), "--strict"])
    assert "not reviewed" in plain.output
    assert "https://example.org/child.yaml" in plain.output
    assert (plain.exit_code, strict.exit_code) == (0, 3)


def test_k7_11_no_template_is_no_pass() -> None:
    path = INPUTS / "K7-11-not-a-template.json"
    result = CliRunner().invoke(command, [str(path)])
    assert result.exit_code == 2
    assert "Resources" in result.output
    assert str(path) in result.output


def test_k7_11_a_folder_with_one_bad_file_still_reviews_the_others(tmp_path: Path) -> None:
    shutil.copy(INPUTS / "K7-11-not-a-template.json", tmp_path / "a.json")
    shutil.copy(INPUTS / "K8-01-cluster-group-multi-zone.json", tmp_path / "b.json")
    (tmp_path / "c.yaml").write_text("Resources: [")
    result = CliRunner().invoke(command, [str(tmp_path), "--format", "json"])
    report = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [Path(item).name for item in report["reviewed"]] == ["b.json"]
    assert "c.yaml" in result.stderr
    assert [Path(item["path"]).name for item in report["not_reviewed"]] == ["a.json", "c.yaml"]


def test_k7_11_a_fragment_beside_clean_templates_is_no_pass(tmp_path: Path) -> None:
    shutil.copy(INPUTS / "K7-11-not-a-template.json", tmp_path / "a.json")
    shutil.copy(INPUTS / "K7-07-imds-hop-limit-two-valid.json", tmp_path / "b.json")
    (tmp_path / "package.json").write_text('{"name": "x"}')
    result = CliRunner().invoke(command, [str(tmp_path), "--format", "json"])
    report = json.loads(result.stdout)
    assert result.exit_code == 2
    assert [Path(item).name for item in report["reviewed"]] == ["b.json"]
    assert str(tmp_path / "a.json") in result.stderr
    assert "no Resources section" in result.stderr
    assert "package.json" not in result.stderr


@pytest.mark.parametrize("verb", [demand, preflight])
def test_k7_11_a_plan_without_resources_section_says_so(verb: click.Command) -> None:
    with pytest.raises(InputError) as caught:
        CliRunner().invoke(verb, [str(INPUTS / "K7-11-not-a-template.json")], catch_exceptions=False)
    assert caught.value.codes == ["TRN904"]
