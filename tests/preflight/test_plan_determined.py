"""What the plan leaves open is unknown: no check judged it, so nothing of it may pass."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.demand.sources import demands_of_paths
from cdk_trainium.findings import Level, Report, Verdict
from cdk_trainium.preflight import run

OPEN = {"Ref": "Open"}
TEMPLATE: dict[str, Any] = {
    "Parameters": {"Open": {"Type": "String"}, "Large": {"Type": "String", "Default": "no"}},
    "Conditions": {"IsLarge": {"Fn::Equals": [{"Ref": "Large"}, "yes"]}},
    "Resources": {
        "Launch": {
            "Type": "AWS::EC2::LaunchTemplate",
            "Properties": {
                "LaunchTemplateData": {
                    "InstanceType": "trn1.32xlarge",
                    "ImageId": "ami-0123456789abcdef0",
                    "NetworkInterfaces": [
                        {"NetworkCardIndex": 0, "DeviceIndex": 0, "Groups": ["sg-0123456789abcdef0"]}
                    ],
                }
            },
        },
        "Nodes": {
            "Type": "AWS::AutoScaling::AutoScalingGroup",
            "Properties": {
                "MinSize": "2",
                "MaxSize": "2",
                "VPCZoneIdentifier": ["subnet-0123456789abcdef0"],
                "LaunchTemplate": {"LaunchTemplateId": {"Ref": "Launch"}, "Version": "1"},
            },
        },
    },
}


def judged(template: dict[str, Any], folder: Path) -> Report:
    path = folder / "template.json"
    path.write_text(json.dumps(template), encoding="utf-8")
    (demand,), _ = demands_of_paths([path], region="us-east-2", catalog=default())
    return determined(demand)


def determined(demand: Demand) -> Report:
    return run(demand, session=None, checks=["plan-determined"])


def changed(resource: str, **properties: Any) -> dict[str, Any]:
    made = copy.deepcopy(TEMPLATE)
    target = made["Resources"][resource]["Properties"]
    target.get("LaunchTemplateData", target).update(properties)
    return made


def test_a_plan_that_is_known_whole_has_nothing_to_tell(tmp_path: Path) -> None:
    report = judged(TEMPLATE, tmp_path)
    assert (report.verdict, report.findings) == (Verdict.PASS, ())


@pytest.mark.parametrize(
    ("resource", "properties"),
    [
        ("Launch", {"InstanceType": OPEN}),
        ("Launch", {"InstanceType": {"Fn::Transform": {"Name": "Macro"}}}),
        ("Launch", {"ImageId": OPEN}),
        ("Launch", {"NetworkInterfaces": OPEN}),
        ("Launch", {"InstanceMarketOptions": {"MarketType": OPEN}}),
        (
            "Launch",
            {"CapacityReservationSpecification": {"CapacityReservationTarget": {"CapacityReservationId": OPEN}}},
        ),
        ("Launch", {"Placement": {"GroupName": OPEN}}),
        ("Nodes", {"VPCZoneIdentifier": OPEN}),
        ("Nodes", {"MaxSize": OPEN}),
        ("Nodes", {"LaunchTemplate": {"LaunchTemplateId": "lt-0123456789abcdef0", "Version": "1"}}),
    ],
)
def test_what_only_the_deployment_decides_is_unknown(resource: str, properties: Any, tmp_path: Path) -> None:
    report = judged(changed(resource, **properties), tmp_path)
    assert report.verdict is Verdict.UNKNOWN
    assert {item.level for item in report.findings} == {Level.UNKNOWN}


def test_a_type_that_is_nowhere_written_is_unknown(tmp_path: Path) -> None:
    template = changed("Launch")
    del template["Resources"]["Launch"]["Properties"]["LaunchTemplateData"]["InstanceType"]
    assert judged(template, tmp_path).verdict is Verdict.UNKNOWN


def test_a_nested_template_that_is_not_here_is_unknown(tmp_path: Path) -> None:
    template = copy.deepcopy(TEMPLATE)
    nested = {"TemplateURL": "https://bucket.s3.amazonaws.com/nodes.json"}
    template["Resources"]["Nested"] = {"Type": "AWS::CloudFormation::Stack", "Properties": nested}
    (finding,) = judged(template, tmp_path).findings
    assert (finding.level, "Nested" in finding.message) == (Level.UNKNOWN, True)


def test_what_the_defaults_leave_out_is_told_and_not_asked_for(tmp_path: Path) -> None:
    template = copy.deepcopy(TEMPLATE)
    template["Resources"]["More"] = {**template["Resources"]["Nodes"], "Condition": "IsLarge"}
    report = judged(template, tmp_path)
    assert report.verdict is Verdict.PASS
    assert [item.level for item in report.findings] == [Level.INFO]


@pytest.mark.parametrize(
    "request_",
    [
        {"groups": []},
        {"groups": [{"name": "g", "instance_type": ""}]},
        {"groups": [{"name": "g", "instance_type": "trn1.32xlarge", "new_subnets": ["s"]}]},
        {"not_determined": [{"where": "a", "what": "b"}], "counts": {"vpcs": 1}},
    ],
)
def test_a_request_that_leaves_something_open_is_unknown(request_: dict[str, Any]) -> None:
    report = determined(Demand.model_validate({"region": "us-east-2", **request_}))
    assert report.verdict is Verdict.UNKNOWN
    assert report.exit_code == 3


@pytest.mark.parametrize(
    "request_",
    [
        {"counts": {"vpcs": 1}},
        {"groups": [{"name": "g", "instance_type": "", "count": 0}]},
        {
            "groups": [{"name": "g", "instance_type": "trn1.32xlarge", "new_subnets": ["s"]}],
            "new_subnets": [{"name": "s", "cidr": "10.0.0.0/20"}],
        },
    ],
)
def test_a_request_that_says_all_is_not(request_: dict[str, Any]) -> None:
    assert determined(Demand.model_validate({"region": "us-east-2", **request_})).verdict is Verdict.PASS


def test_a_group_with_a_minimum_above_its_maximum_fails(tmp_path: Path) -> None:
    path = tmp_path / "template.json"
    path.write_text(json.dumps(changed("Nodes", MinSize="5")), encoding="utf-8")
    (demand,), _ = demands_of_paths([path], region="us-east-2", catalog=default())
    assert run(demand, session=None, checks=["group-sizes"]).verdict is Verdict.FAIL


def test_a_subnet_whose_range_is_none_is_unknown(tmp_path: Path) -> None:
    template = copy.deepcopy(TEMPLATE)
    template["Resources"]["Net"] = {
        "Type": "AWS::EC2::Subnet",
        "Properties": {"VpcId": "v", "CidrBlock": "10.0.0.0/99"},
    }
    assert judged(template, tmp_path).verdict is Verdict.UNKNOWN


WHOLE, LEFT_OPEN = changed("Launch"), changed("Launch", InstanceType=OPEN)


def ran(template: dict[str, Any], folder: Path, *, skip: tuple[str, ...] = ()) -> tuple[list[str], Verdict]:
    path = folder / "template.json"
    path.write_text(json.dumps(template), encoding="utf-8")
    (demand,), _ = demands_of_paths([path], region="us-east-2", catalog=default())
    report = run(demand, session=None, checks=["group-sizes"], skip=skip)
    return [item.id for item in report.results], report.verdict


def test_checks_that_are_named_pass_no_plan_that_is_open(tmp_path: Path) -> None:
    assert ran(LEFT_OPEN, tmp_path) == (["group-sizes", "plan-determined"], Verdict.UNKNOWN)
    assert ran(WHOLE, tmp_path) == (["group-sizes"], Verdict.PASS)


def test_what_is_open_may_be_skipped_by_name(tmp_path: Path) -> None:
    assert ran(LEFT_OPEN, tmp_path, skip=("plan-determined",)) == (["group-sizes"], Verdict.PASS)


def test_what_is_counted_at_most_is_judged_and_adds_nothing(tmp_path: Path) -> None:
    template = copy.deepcopy(TEMPLATE)
    template["Resources"]["More"] = {**template["Resources"]["Nodes"], "Condition": "IsLarge"}
    assert ran(template, tmp_path) == (["group-sizes"], Verdict.PASS)


def test_a_check_of_the_account_alone_needs_no_plan() -> None:
    report = run(Demand(region="us-east-2"), session=None, checks=["identity"])
    assert [item.id for item in report.results] == ["identity"]
