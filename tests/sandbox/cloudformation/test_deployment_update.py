"""An update changes in place, replaces, or goes back to what was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError

from .conftest import aws
from .shapes import CLASH, VPC, group, log_group, subnet

if TYPE_CHECKING:
    from cdk_trainium.sandbox.state import AccountState

    from .conftest import Stacks


def the_group(stacks: Stacks) -> Any:
    name = stacks.physical("Group")
    found = aws("autoscaling").describe_auto_scaling_groups(AutoScalingGroupNames=[name])
    return found["AutoScalingGroups"][0]


def test_a_count_is_changed_in_place(stacks: Stacks) -> None:
    stacks.create(group(1))
    before = the_group(stacks)
    stacks.update(group(3))
    after = the_group(stacks)
    kept = {item["InstanceId"] for item in before["Instances"]} & {item["InstanceId"] for item in after["Instances"]}
    assert (len(after["Instances"]), len(kept)) == (3, 1)
    assert after["AutoScalingGroupName"] == before["AutoScalingGroupName"]
    assert after["LaunchTemplate"]["Version"] == before["LaunchTemplate"]["Version"] == "1"


def test_a_new_template_version_reaches_the_group(stacks: Stacks) -> None:
    stacks.create(group(1))
    stacks.update(group(1, type="c5.xlarge"))
    assert the_group(stacks)["LaunchTemplate"]["Version"] == "2"
    assert [name for name, status in stacks.events() if status == "UPDATE_COMPLETE"][:2] == ["Template", "Group"]


def test_only_what_changed_is_touched(stacks: Stacks) -> None:
    stacks.create(group(0))
    stacks.update(group(1))
    assert {name for name, status in stacks.events() if status == "UPDATE_COMPLETE"} == {"Group", "one"}


def test_the_same_again_is_refused(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC})
    with pytest.raises(ClientError, match="No updates are to be performed"):
        stacks.update({"Vpc": VPC})


def test_a_create_only_property_replaces_and_dependents_follow(stacks: Stacks) -> None:
    stacks.create(group(0))
    old = stacks.physical("Subnet")
    changed = group(0)
    changed["Subnet"] = subnet("10.0.9.0/24")
    stacks.update(changed)
    new = stacks.physical("Subnet")
    assert new != old
    assert the_group(stacks)["VPCZoneIdentifier"] == new
    mine = [{"Name": "vpc-id", "Values": [stacks.physical("Vpc")]}]
    assert [item["SubnetId"] for item in aws("ec2").describe_subnets(Filters=mine)["Subnets"]] == [new]


def test_what_is_no_longer_asked_for_goes_last(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC, "Subnet": subnet(), "Old": log_group()})
    stacks.update({"Vpc": VPC, "Subnet": subnet(MapPublicIpOnLaunch=True)})
    tail = stacks.events()[-4:]
    assert tail == [
        ("one", "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS"),
        ("Old", "DELETE_IN_PROGRESS"),
        ("Old", "DELETE_COMPLETE"),
        ("one", "UPDATE_COMPLETE"),
    ]


@pytest.mark.parametrize("policy", ["Retain", "Delete"])
def test_a_removed_resource_obeys_its_deletion_policy(stacks: Stacks, policy: str) -> None:
    old = {**log_group(LogGroupName="kept"), "DeletionPolicy": policy}
    stacks.create({"Vpc": VPC, "Old": old})
    stacks.update({"Vpc": VPC})
    there = [item["logGroupName"] for item in aws("logs").describe_log_groups()["logGroups"]]
    assert there == (["kept"] if policy == "Retain" else [])


@pytest.mark.parametrize("policy", ["Retain", "Delete"])
def test_a_replaced_resource_obeys_its_replace_policy(stacks: Stacks, policy: str) -> None:
    stacks.create({"Logs": {**log_group(LogGroupName="first"), "UpdateReplacePolicy": policy}})
    stacks.update({"Logs": {**log_group(LogGroupName="second"), "UpdateReplacePolicy": policy}})
    there = {item["logGroupName"] for item in aws("logs").describe_log_groups()["logGroups"]}
    assert there == ({"first", "second"} if policy == "Retain" else {"second"})


def test_a_failing_update_brings_everything_back(stacks: Stacks) -> None:
    stacks.create({**group(2), "Logs": log_group(7), "Out": log_group(LogGroupName="out")})
    nodes = {item["InstanceId"] for item in the_group(stacks)["Instances"]}
    bad = {**group(2, type="c5.xlarge"), "Logs": log_group(30), "New": log_group(LogGroupName="new")}
    stacks.update({**bad, "Clash": {**CLASH, "DependsOn": ["Group", "Logs", "New", "Subnet"]}})
    assert stacks.status() == "UPDATE_ROLLBACK_COMPLETE"
    assert "InvalidSubnet.Conflict" in stacks.reason("Clash", "CREATE_FAILED")
    logs = {item["logGroupName"]: item for item in aws("logs").describe_log_groups()["logGroups"]}
    assert logs[stacks.physical("Logs")]["retentionInDays"] == 7
    assert "out" in logs
    assert "new" not in logs
    after = the_group(stacks)
    assert {item["InstanceId"] for item in after["Instances"]} == nodes
    data = aws("ec2").describe_launch_template_versions(
        LaunchTemplateId=stacks.physical("Template"), Versions=[after["LaunchTemplate"]["Version"]]
    )["LaunchTemplateVersions"][0]["LaunchTemplateData"]
    assert data["InstanceType"] == "c5.large"


def test_after_a_rollback_the_old_template_has_no_changes(stacks: Stacks) -> None:
    good = {"Vpc": VPC, "Subnet": subnet()}
    stacks.create(good)
    stacks.update({**good, "Clash": {**CLASH, "DependsOn": "Subnet"}})
    assert stacks.change_set(good)["Status"] == "FAILED"


def test_a_replacement_is_undone_without_losing_the_old_one(stacks: Stacks) -> None:
    good = {"Vpc": VPC, "Subnet": subnet()}
    stacks.create(good)
    old = stacks.physical("Subnet")
    stacks.update(
        {"Vpc": VPC, "Subnet": subnet("10.0.9.0/24"), "Clash": {**subnet("10.0.9.0/24"), "DependsOn": "Subnet"}}
    )
    assert stacks.status() == "UPDATE_ROLLBACK_COMPLETE"
    assert stacks.physical("Subnet") == old
    mine = [{"Name": "vpc-id", "Values": [stacks.physical("Vpc")]}]
    assert [item["SubnetId"] for item in aws("ec2").describe_subnets(Filters=mine)["Subnets"]] == [old]


def test_a_stack_tag_alone_changes_what_takes_tags(stacks: Stacks) -> None:
    resources = {"Vpc": VPC, "Pg": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}}}
    stacks.create(resources, Tags=[{"Key": "team", "Value": "a"}])
    before = stacks.physical("Vpc"), stacks.physical("Pg")
    stacks.update(resources, Tags=[{"Key": "team", "Value": "b"}])
    assert stacks.physical("Vpc") == before[0]
    assert stacks.physical("Pg") != before[1]


def scheduled(*, guarded: bool, days: int) -> dict[str, Any]:
    resources = group(0)
    action = {"AutoScalingGroupName": {"Ref": "Group"}, "DesiredCapacity": 2, "StartTime": "2099-01-01T00:00:00Z"}
    resources["Action"] = {"Type": "AWS::AutoScaling::ScheduledAction", "Properties": action}
    policy = {"AutoScalingScheduledAction": {"IgnoreUnmodifiedGroupSizeProperties": True}}
    resources["Group"]["UpdatePolicy"] = policy if guarded else {}
    resources["Logs"] = log_group(days)
    return resources


@pytest.mark.parametrize(("guarded", "left"), [(True, 2), (False, 0)])
def test_an_update_resets_sizes_unless_the_policy_guards_them(stacks: Stacks, guarded: bool, left: int) -> None:
    stacks.create(scheduled(guarded=guarded, days=7))
    aws("autoscaling").set_desired_capacity(AutoScalingGroupName=stacks.physical("Group"), DesiredCapacity=2)
    stacks.update(scheduled(guarded=guarded, days=30))
    assert the_group(stacks)["DesiredCapacity"] == left


def test_an_update_without_rollback_stands_still_and_can_go_back(stacks: Stacks) -> None:
    good = {"Vpc": VPC, "Subnet": subnet(), "Logs": log_group(7)}
    bad = {**good, "Logs": log_group(30), "Clash": {**CLASH, "DependsOn": ["Subnet", "Logs"]}}
    stacks.create(good)
    stacks.update(bad, DisableRollback=True)
    assert stacks.status() == "UPDATE_FAILED"
    assert days_of(stacks) == 30
    stacks.client.rollback_stack(StackName="one")
    assert stacks.status() == "UPDATE_ROLLBACK_COMPLETE"
    assert days_of(stacks) == 7
    assert stacks.change_set(good)["Status"] == "FAILED"


def test_an_update_without_rollback_goes_on_from_where_it_stands(stacks: Stacks) -> None:
    good = {"Vpc": VPC, "Subnet": subnet(), "Logs": log_group(7)}
    stacks.create(good)
    stacks.update({**good, "Clash": {**CLASH, "DependsOn": ["Subnet", "Logs"]}}, DisableRollback=True)
    better = {**good, "Clash": {**subnet("10.0.9.0/24"), "DependsOn": ["Subnet", "Logs"]}}
    assert stacks.update(better)["StackStatus"] == "UPDATE_COMPLETE"
    assert stacks.physical("Clash").startswith("subnet-")


def test_a_creation_without_rollback_goes_on_from_where_it_stands(stacks: Stacks) -> None:
    good = {"Vpc": VPC, "Subnet": subnet()}
    stacks.create({**good, "Clash": {**CLASH, "DependsOn": "Subnet"}}, DisableRollback=True)
    vpc = stacks.physical("Vpc")
    assert stacks.update({**good, "Clash": subnet("10.0.9.0/24")})["StackStatus"] == "UPDATE_COMPLETE"
    assert stacks.physical("Vpc") == vpc


def test_a_stack_that_stands_well_cannot_go_back(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC})
    with pytest.raises(ClientError, match="can not be rolled back"):
        stacks.client.rollback_stack(StackName="one")


def days_of(stacks: Stacks) -> int:
    name = stacks.physical("Logs")
    return int(aws("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"][0]["retentionInDays"])


def test_a_count_beyond_the_quota_fails_and_goes_back(account: AccountState, stacks: Stacks) -> None:
    account.settings.quotas["L-2C3B7624"] = 2 * 192
    first, second = group(2, type="trn2.48xlarge"), group(3, type="trn2.48xlarge")
    stacks.create(first)
    stacks.update(second)
    assert stacks.status() == "UPDATE_ROLLBACK_COMPLETE"
    assert "VcpuLimitExceeded" in stacks.reason("Group", "UPDATE_FAILED")
    assert (the_group(stacks)["DesiredCapacity"], len(the_group(stacks)["Instances"])) == (2, 2)


def test_a_group_short_of_nodes_takes_other_changes(account: AccountState, stacks: Stacks) -> None:
    stacks.create(group(1, type="trn2.48xlarge"))
    account.settings.quotas["L-2C3B7624"] = 0
    (node,) = the_group(stacks)["Instances"]
    aws("ec2").terminate_instances(InstanceIds=[node["InstanceId"]])
    changed = group(1, type="trn2.48xlarge", Cooldown="60")
    assert stacks.update(changed)["StackStatus"] == "UPDATE_COMPLETE"


def test_a_resource_that_vanished_is_an_error_of_the_change_set_not_of_the_service(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC, "Subnet": subnet()}, outputs={"Zone": {"Value": {"Fn::GetAtt": ["Subnet", "VpcId"]}}})
    aws("ec2").delete_subnet(SubnetId=stacks.physical("Subnet"))
    resources = {"Vpc": VPC, "Subnet": subnet(MapPublicIpOnLaunch=True)}
    stacks.update(resources, outputs={"Zone": {"Value": {"Fn::GetAtt": ["Subnet", "VpcId"]}}})
    assert "InvalidSubnetID.NotFound" in stacks.reason("Subnet", "UPDATE_FAILED")


@pytest.mark.parametrize(("policy", "kept"), [({}, 2), ({"AutoScalingRollingUpdate": {"MaxBatchSize": 1}}, 0)])
def test_a_new_template_replaces_nodes_by_rolling_update_only(stacks: Stacks, policy: Any, kept: int) -> None:
    first, second = group(2), group(2, type="c5.xlarge")
    first["Group"]["UpdatePolicy"] = second["Group"]["UpdatePolicy"] = policy
    stacks.create(first)
    before = {item["InstanceId"] for item in the_group(stacks)["Instances"]}
    stacks.update(second)
    after = {item["InstanceId"] for item in the_group(stacks)["Instances"]}
    assert (len(after), len(after & before)) == (2, kept)


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("CreationPolicy", {"ResourceSignal": {"Count": 1}}),
        ("UpdatePolicy", {"AutoScalingReplacingUpdate": {"WillReplace": True}}),
    ],
)
def test_a_policy_that_cannot_be_simulated_is_refused(stacks: Stacks, name: str, policy: Any) -> None:
    resources = group(1)
    resources["Group"][name] = policy
    stacks.create(resources)
    assert stacks.status() == "ROLLBACK_COMPLETE"
    assert "sandbox" in stacks.reason("Group", "CREATE_FAILED")
