"""Numbers on the command line and in files: none is so large that a verb breaks, and the limit is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli import root
from cdk_trainium.cli.params import NODES
from cdk_trainium.demand.reading import MOST, whole
from cdk_trainium.spec.node_group import NodeGroupSpec

HUGE = "9" * 400
ONE = ("preflight", "--instance-type", "trn2.48xlarge", "--offline")
QUOTA = ("quota", "request", "--service", "ec2", "--code", "L-2C3B7624", "--yes")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, arguments, env={"AWS_REGION": "us-east-2"})


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        ((*ONE, "--count", HUGE), "100000"),
        ((*ONE, "--count", "0"), "100000"),
        (("regions", "trn2.48xlarge", "--count", HUGE), "100000"),
        (("regions", "trn2.48xlarge", "--hours", HUGE), "4368"),
        ((*QUOTA, "--value", "1e300"), "10,000,000,000"),
        ((*QUOTA, "--value", "inf"), "10,000,000,000"),
        ((*QUOTA, "--value", "nan"), "10,000,000,000"),
    ],
)
def test_a_number_out_of_range_is_a_mistake(arguments: tuple[str, ...], allowed: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, allowed in result.output, "TRN001" in result.output) == (2, True, True)


@pytest.mark.parametrize("value", ["\u0661\u0666", "\uff11\uff16", "1_6", " 16", "", "1x"])
@pytest.mark.parametrize(
    "arguments",
    [
        (*ONE, "--count"),
        (*ONE, "--deadline"),
        ("regions", "trn2.48xlarge", "--hours"),
        ("sandbox", "block", "--count"),
        ("sandbox", "start", "--port"),
        (*QUOTA, "--value"),
    ],
)
def test_a_number_is_written_in_the_digits_0_to_9(arguments: tuple[str, ...], value: str) -> None:
    """Python reads more: digits of every script, spaces and underscores."""
    result = run(*arguments, value)
    assert (result.exit_code, arguments[-1] in result.output, "TRN001" in result.output) == (2, True, True)


def test_the_command_line_takes_as_many_nodes_as_a_cluster_file() -> None:
    constraints = [
        item for part in NodeGroupSpec.model_fields["node_count"].metadata for item in get_args(part) or [part]
    ]
    assert [NODES.max] == [item.le for item in constraints if hasattr(item, "le")]


@pytest.mark.parametrize(
    ("option", "value"), [("--service", ""), ("--service", "e c2"), ("--code", ""), ("--code", "é")]
)
def test_no_service_or_code_of_another_form_is_asked_for(option: str, value: str) -> None:
    result = run(*QUOTA, "--value", "5", option, value)
    assert (result.exit_code, "TRN" in result.output) == (2, True)


def group(size: Any, gib: Any) -> dict[str, Any]:
    volume = {"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": gib}}
    data = {"InstanceType": "trn2.48xlarge", "ImageId": "ami-0123456789abcdef0", "BlockDeviceMappings": [volume]}
    used = {"LaunchTemplateId": {"Ref": "L"}, "Version": {"Fn::GetAtt": ["L", "LatestVersionNumber"]}}
    sizes = dict.fromkeys(("MinSize", "MaxSize", "DesiredCapacity"), size)
    return {
        "Resources": {
            "L": {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": data}},
            "G": {"Type": "AWS::AutoScaling::AutoScalingGroup", "Properties": {**sizes, "LaunchTemplate": used}},
        }
    }


@pytest.mark.parametrize(
    "number", [10**400, str(10**400), 1e308, MOST + 1, -1], ids=["digits", "text", "float", "above", "below"]
)
@pytest.mark.parametrize("what", ["nodes", "GiB"])
def test_a_size_that_no_service_takes_is_not_determined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, number: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.json").write_text(json.dumps(group(number, 100) if what == "nodes" else group(16, number)))
    assert run("demand", "t.json").exit_code == 0
    result = run("preflight", "t.json", "--offline", "--format", "json")
    report = json.loads(result.stdout)
    assert [item["level"] for item in report["findings"] if item["id"] == "plan-determined"] == ["unknown"] * (
        3 if what == "nodes" else 1
    )
    assert "OverflowError" not in result.stdout


@pytest.mark.parametrize("number", [10**400, 2**63], ids=["digits", "above"])
def test_a_request_of_a_number_that_no_service_takes_is_refused(tmp_path: Path, number: int) -> None:
    asked = {"region": "us-east-2", "groups": [{"name": "a", "instance_type": "trn2.48xlarge", "count": number}]}
    (tmp_path / "request.json").write_text(json.dumps(asked))
    result = run("preflight", "--request", str(tmp_path / "request.json"), "--offline")
    assert "TRN064" in str(result.exception)


@pytest.mark.parametrize(
    "number", [MOST, str(MOST), f" 000{MOST} ", float(MOST)], ids=["int", "text", "padded", "float"]
)
def test_the_largest_number_is_one(number: Any) -> None:
    assert whole(number) == MOST


def test_what_a_folder_holds_beside_its_templates_is_told(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(json.dumps(group(1, 100)))
    (tmp_path / "cluster.yaml").write_text("name: a\n")
    for verb in (("demand",), ("preflight", "--offline")):
        assert "cluster.yaml" in run(*verb, str(tmp_path)).output
