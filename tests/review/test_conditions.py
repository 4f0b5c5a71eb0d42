"""Conditions: every rule judges each branch, and says under which condition a fault is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.findings import Finding, Level
from cdk_trainium.review import Options, review, rules
from cdk_trainium.review.model.case import Case, named
from tests.review.build import TODAY, Data, changed, cluster, findings, group_of, launch_of, read, self_rule, subnet
from tests.review.mixing import mixed
from tests.review.test_rules import ALL, PAIRS, SOME, Pair, role

IS_BAD = re.compile("when condition (Bad is true|Good is false)$")


def both_of(pair: Pair, default: str) -> Data | None:
    good = changed(pair.base(), pair.good) if pair.good else pair.base()
    return mixed(changed(pair.base(), pair.bad), good, default)


MIXED = [name for name, pair in PAIRS.items() if pair.good_options is None and both_of(pair, "good") is not None]


def own(rule: str, default: str) -> list[Finding]:
    data = both_of(PAIRS[rule], default)
    assert data is not None
    return [item for item in findings(data, **PAIRS[rule].options) if item.id == rule]


def test_nearly_every_rule_is_tried_under_a_condition() -> None:
    assert len(MIXED) > 0.7 * len(PAIRS)


# These judge a whole review or template: totals of what the defaults make, unused ids, sizes, names and functions that
# CloudFormation reads in every branch.
WHOLE = {"TRN343", "TRN804", "TRN805", "TRN806", "TRN910", "TRN911", "TRN918", "TRN924", "TRN925", "TRN929"}


@pytest.mark.parametrize("rule", sorted(set(MIXED) - WHOLE))
def test_a_fault_that_the_defaults_avoid_is_no_error_and_names_its_condition(rule: str) -> None:
    found = own(rule, "good")
    assert found
    assert {item.level for item in found} <= {Level.WARNING, PAIRS[rule].level} - {Level.ERROR}
    assert all(IS_BAD.search(item.message) for item in found)


@pytest.mark.parametrize("rule", sorted(set(MIXED) - WHOLE))
def test_a_fault_that_the_defaults_make_keeps_its_level_and_names_its_condition(rule: str) -> None:
    found = own(rule, "bad")
    assert {item.level for item in found} == {PAIRS[rule].level}
    assert all(IS_BAD.search(item.message) for item in found)


def test_no_rule_goes_around_the_cases() -> None:
    sources = {path: path.read_text() for folder in rules.__path__ for path in Path(folder).rglob("*.py")}
    assert sources
    assert [path.name for path, text in sources.items() if ".branches" in text] == []


def conditional(**resources: Any) -> Data:
    data = changed(cluster(), lambda one: one["Resources"].update(resources))
    data["Parameters"] = {name: {"Type": "String", "Default": "no"} for name in ("A", "B")}
    data["Conditions"] = {name: {"Fn::Equals": [{"Ref": name}, "yes"]} for name in ("A", "B")}
    return data


def messages(data: Data, rule: str) -> list[tuple[Level, str]]:
    return [(item.level, item.message) for item in findings(data) if item.id == rule]


def when(condition: str, yes: Any, no: Any) -> Data:
    return {"Fn::If": [condition, yes, no]}


def test_zones_that_differ_in_one_branch_only() -> None:
    zone = when("A", "us-east-2c", "us-east-2b")
    data = conditional(Other=subnet("us-east-2b", AvailabilityZone=zone))
    group_of(data)["VPCZoneIdentifier"] = [{"Ref": "Subnet"}, {"Ref": "Other"}]
    ((level, message),) = messages(data, "TRN401")
    assert level is Level.WARNING
    assert message.endswith("when condition A is true")


def test_zones_that_never_meet_are_not_compared() -> None:
    one = subnet("us-east-2b", AvailabilityZone=when("A", "us-east-2c", "us-east-2b"))
    data = conditional(Subnet=one, Other=one)
    group_of(data)["VPCZoneIdentifier"] = [{"Ref": "Subnet"}, {"Ref": "Other"}]
    assert messages(data, "TRN401") == []


@pytest.mark.parametrize("protocol", ["-1", when("A", "-1", "tcp")])
def test_a_self_rule_that_is_not_always_there(protocol: Any) -> None:
    rule = self_rule("Egress", "DestinationSecurityGroupId", protocol=protocol)
    data = conditional(Out={**rule, "Condition": "A"} if protocol == "-1" else rule)
    ((level, message),) = messages(data, "TRN202")
    assert level is Level.ERROR
    assert message.endswith("when condition A is false")


def test_two_self_rules_that_make_up_for_each_other() -> None:
    rule = self_rule("Egress", "DestinationSecurityGroupId")
    data = conditional(Out={**rule, "Condition": "A"}, Out2={**rule, "Condition": "B"})
    ((_, message),) = messages(data, "TRN202")
    assert message.endswith("when condition A is false and condition B is false")


def test_a_fault_under_either_of_two_conditions_names_both() -> None:
    data = conditional()
    launch_of(data)["MetadataOptions"] = {"HttpTokens": when("A", "optional", when("B", "optional", "required"))}
    ((_, message),) = messages(data, "TRN701")
    assert "condition A is true" in message
    assert "condition B is true" in message
    assert "false" not in message


def test_an_irrelevant_condition_is_not_named() -> None:
    data = conditional()
    launch_of(data).update(
        MetadataOptions={"HttpTokens": when("A", "optional", "required")}, EbsOptimized=when("B", True, False)
    )
    ((_, message),) = messages(data, "TRN701")
    assert message.endswith("when condition A is true")


def test_a_resource_that_the_defaults_leave_out_breaks_nothing_by_default() -> None:
    rule = {"Type": "AWS::EC2::SecurityGroupIngress", "Condition": "A", "Properties": {}}
    rule["Properties"] = {"GroupId": "sg-0", "IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "CidrIp": "0.0.0.0/0"}
    ((level, message),) = messages(conditional(Ssh=rule), "TRN204")
    assert level is Level.WARNING
    assert message.endswith("when condition A is true")


def test_conditions_of_another_template_are_named_too() -> None:
    strategy = {"Strategy": when("A", "spread", "cluster")}
    network = {**conditional(), "Resources": {"Pg": {"Type": "AWS::EC2::PlacementGroup", "Properties": strategy}}}
    network["Outputs"] = {"Pg": {"Value": {"Ref": "Pg"}, "Export": {"Name": "pg"}}}
    data = changed(cluster(), lambda one: launch_of(one).update(Placement={"GroupName": {"Fn::ImportValue": "pg"}}))
    loaded = read(network, data)
    for template in loaded.templates:
        template.exports = {"pg": (loaded.templates[0], "Pg")}
    found = [item for item in review(loaded, Options(today=TODAY)).findings if item.id == "TRN402"]
    assert [item.level for item in found] == [Level.WARNING]
    assert found[0].message.endswith("when condition A is true")


def test_a_policy_of_a_conditional_role() -> None:
    principal = {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}
    policy = {"PolicyName": "p", "PolicyDocument": {"Statement": [when("A", ALL, SOME)]}}
    data = conditional(Role=role(ALL, AssumeRolePolicyDocument={"Statement": [principal]}, Policies=[policy]))
    ((level, message),) = messages(data, "TRN704")
    assert level is Level.WARNING
    assert message.endswith("when condition A is true")


def test_many_conditions_of_many_resources_stay_bounded() -> None:
    rule = self_rule("Egress", "DestinationSecurityGroupId")
    outs = {f"Out{at}": {**rule, "Condition": f"C{at}"} for at in range(30)}
    data = conditional(**outs)
    del data["Resources"]["Out"]
    data["Parameters"] |= {f"P{at}": {"Type": "String", "Default": "no"} for at in range(30)}
    data["Conditions"] |= {f"C{at}": {"Fn::Equals": [{"Ref": f"P{at}"}, "yes"]} for at in range(30)}
    ((level, message),) = messages(data, "TRN202")
    assert level is Level.ERROR
    assert "is false" in message
    assert [level for level, _ in messages(data, "TRN992")] == [Level.UNKNOWN]


def test_conditions_that_were_all_gone_through_are_not_told_unknown() -> None:
    assert messages(conditional(), "TRN992") == []
    assert messages(conditional(Out={"Type": "AWS::SNS::Topic", "Condition": "A"}), "TRN992") == []


def test_an_undecidable_condition_makes_no_error() -> None:
    data = conditional()
    data["Conditions"]["C"] = {"Fn::Equals": [{"Fn::ImportValue": "elsewhere"}, "yes"]}
    launch_of(data)["MetadataOptions"] = {"HttpTokens": when("C", "optional", "required")}
    zone = when("C", "us-east-2c", "us-east-2b")
    data["Resources"]["Other"] = subnet("us-east-2b", AvailabilityZone=zone)
    group_of(data)["VPCZoneIdentifier"] = [{"Ref": "Subnet"}, {"Ref": "Other"}]
    found = [item for item in findings(data) if item.id in ("TRN401", "TRN701")]
    assert {item.id for item in found} == {"TRN401", "TRN701"}
    assert {item.level for item in found} == {Level.WARNING}
    assert all(item.message.endswith("when condition C is true") for item in found)


def test_a_decided_condition_leaves_its_other_branch_out() -> None:
    data = conditional()
    data["Conditions"]["C"] = {"Fn::Equals": [{"Fn::Select": [0, ["a", "b"]]}, "b"]}
    launch_of(data)["MetadataOptions"] = {"HttpTokens": when("C", "optional", "required")}
    assert messages(data, "TRN701") == []


@pytest.mark.parametrize("needed", [True, False])
def test_of_too_many_allowed_values_the_default_is_judged_and_the_rest_is_unknown(needed: bool) -> None:
    data = conditional()
    values = [launch_of(data)["InstanceType"], *(f"trn9.{at}xlarge" for at in range(20))]
    data["Parameters"]["Kind"] = {"Type": "String", "Default": values[0], "AllowedValues": values}
    if needed:
        launch_of(data)["InstanceType"] = {"Ref": "Kind"}
    assert [level for level, _ in messages(data, "TRN992")] == ([Level.UNKNOWN] if needed else [])
    launch_of(data)["NetworkInterfaces"][0]["NetworkCardIndex"] = 99
    assert Level.ERROR in {item.level for item in findings(data)}


def test_the_condition_that_all_cases_share_is_named_where_not_every_combination_was_run() -> None:
    why, other = ("t", "Tokens"), ("t", "Zone")
    hit: list[Case] = [{why: "optional", other: zone} for zone in ("a", "b")]
    assert named(hit, [{why: "required", other: "c"}]) == [{why: "optional"}]
    assert named(hit, [{why: "optional", other: "c"}]) == [{other: "a"}, {other: "b"}]
