"""Groups that name no launch template: the rule that misses the name tells it, and none speaks of ``None``."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, block_cluster, changed, cluster, findings
from tests.review.test_rules import add, both, on_group, on_launch

E, U = Level.ERROR, Level.UNKNOWN
NAMED = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}
RULES = ("TRN341", "TRN373", "TRN914", "TRN917", "TRN928")


def told(*changes: Change) -> set[tuple[str, Level]]:
    found = findings(changed(cluster(), both(*changes)))
    assert not [item.message for item in found if "None" in item.message]
    return {(item.id, item.level) for item in found if item.id in RULES}


def mixed(override: Data, **base: Any) -> Change:
    policy = {"LaunchTemplate": {**base, "Overrides": [{"InstanceType": "trn2.48xlarge", **override}]}}

    def change(data: Data) -> None:
        properties = data["Resources"]["Asg"]["Properties"]
        del properties["LaunchTemplate"]
        properties["MixedInstancesPolicy"] = policy

    return change


def fleet(config: Data) -> Change:
    size = {"TotalTargetCapacity": 1, "DefaultTargetCapacityType": "on-demand"}
    values = {"LaunchTemplateConfigs": [config], "TargetCapacitySpecification": size}
    return add(Fleet={"Type": "AWS::EC2::EC2Fleet", "Properties": values})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (mixed({}), {("TRN928", E)}),
        (mixed({"LaunchTemplateSpecification": {}}, LaunchTemplateSpecification=NAMED), {("TRN373", E), ("TRN928", E)}),
        (mixed({}, LaunchTemplateSpecification=NAMED), set()),
        (on_group(LaunchTemplate={}), {("TRN373", E), ("TRN928", E)}),
        (on_group(LaunchTemplate={"Version": "1"}), {("TRN373", E)}),
        (fleet({}), {("TRN373", E)}),
        (fleet({"LaunchTemplateSpecification": {"Version": "1"}}), {("TRN373", E)}),
        (fleet({"LaunchTemplateSpecification": NAMED}), set()),
    ],
)
def test_a_specification_that_names_none(change: Change, expected: set[tuple[str, Level]]) -> None:
    assert told(change) == expected


def test_a_specification_that_is_hidden_may_name_one() -> None:
    hidden = on_group(LaunchTemplate={"Fn::ImportValue": "x"})
    assert told(hidden) == {("TRN341", U), ("TRN914", U), ("TRN917", U)}


@pytest.mark.parametrize(
    "change", [on_launch(InstanceType=None), on_launch(Placement={"Tenancy": None}), on_group(MaxSize=None)]
)
def test_a_null_is_shown_as_it_is_written(change: Change) -> None:
    assert not [item.message for item in findings(changed(block_cluster(), change)) if "None" in item.message]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", {("TRN373", E)}),
        ("my nodes", {("TRN373", E)}),
        (["a"], {("TRN917", E)}),
        ({"a": 1}, {("TRN917", E)}),
        ("nodes", {("TRN914", U)}),
        (True, {("TRN914", U)}),
        (3, {("TRN373", E)}),
        ({"Fn::Sub": "${AWS::StackName} nodes"}, {("TRN373", E)}),
        ({"Fn::Sub": "${AWS::StackName}-nodes"}, {("TRN914", U)}),
    ],
)
def test_what_names_no_launch_template_is_told_once(name: Any, expected: set[tuple[str, Level]]) -> None:
    assert told(on_group(LaunchTemplate={"LaunchTemplateName": name, "Version": "1"})) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((wrong, {("TRN373", E)}) for wrong in ("", "abc", True, 3, 1.5)),
        *((other, {("TRN914", U)}) for other in ("lt-0123456789abcdef0", {"Fn::ImportValue": "x"})),
        *((none, {("TRN917", E)}) for none in (["a"], {"a": 1})),
    ],
)
def test_what_is_no_id_is_told_once(value: Any, expected: set[tuple[str, Level]]) -> None:
    assert told(on_group(LaunchTemplate={"LaunchTemplateId": value, "Version": "1"})) == expected
