"""What a template does not tell passes no rule in silence, nor fails one: unknown, or not judged at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.findings import Level, Status
from cdk_trainium.review import Policy, review
from cdk_trainium.template import load
from tests.review.build import (
    Change,
    Data,
    block_cluster,
    changed,
    cluster,
    efas,
    findings,
    group_of,
    judged,
    launch_of,
    launch_template,
)
from tests.review.test_rules import add, both, compute_environment, in_vpcs, on_group, on_launch, on_nic, parameter

E, W, N, U = Level.ERROR, Level.WARNING, Level.INFO, Level.UNKNOWN
HIDDEN = {"Ref": "P"}
RESERVATION = {"AvailabilityZone": "us-east-2b", "InstanceCount": 4, "InstancePlatform": "Linux/UNIX"}


def levels(data: Data, rule: str, **options: Any) -> list[Level]:
    return [item.level for item in findings(data, **options) if item.id == rule]


def told(*changes: Change, base: Any = cluster) -> Data:
    return changed(base(), both(parameter("P"), parameter("Q"), *changes))


def status(data: Data, rule: str) -> Status:
    return {item.id: item.status for item in judged(data).results}[rule]


def plain(**values: Any) -> Change:
    """Return a change to a node with one interface and no EFA."""
    return on_launch(NetworkInterfaces=[{"DeviceIndex": 0, "Groups": [{"Ref": "Sg"}]}], **values)


@pytest.mark.parametrize(("groups", "expected"), [(HIDDEN, [U]), ({"Ref": "Other"}, [E]), ({"Ref": "Sg"}, [])])
def test_a_group_that_is_hidden_may_be_that_of_the_others(groups: Any, expected: list[Level]) -> None:
    assert levels(told(on_nic(3, Groups=[groups]), add(Other=cluster()["Resources"]["Sg"])), "TRN203") == expected


@pytest.mark.parametrize("kind", [HIDDEN, "trn2.48xlarge", "m5.large"])
def test_a_type_that_is_hidden_is_told_once(kind: Any) -> None:
    data = told(plain(InstanceType=kind))
    assert levels(data, "TRN913") == ([U] if kind is HIDDEN else [])
    assert levels(told(on_launch(InstanceType=kind)), "TRN913") == []


@pytest.mark.parametrize(("types", "expected"), [([HIDDEN], [U]), (["optimal"], []), (["trn1"], []), ([], [U])])
def test_a_type_that_batch_hides(types: Any, expected: list[Level]) -> None:
    group = add(Asg=compute_environment(InstanceTypes=types, MaxvCpus=256))
    data = told(group, plain())
    del launch_of(data)["InstanceType"]
    assert levels(data, "TRN913") == expected
    assert (status(data, "TRN366") is Status.SKIPPED) is (types != ["trn1"])


@pytest.mark.parametrize(
    ("policy", "rule"),
    [
        ({"purchase_options": ("spot",)}, "TRN803"),
        ({"max_nodes": 1}, "TRN804"),
        ({"max_chips": 1}, "TRN805"),
        ({"max_usd_per_hour": 1}, "TRN806"),
        ({"required_tags": ("cost",)}, "TRN807"),
        ({"image_owners": ("amazon",)}, "TRN808"),
    ],
)
def test_a_policy_on_a_type_that_is_hidden(policy: dict[str, Any], rule: str) -> None:
    assert levels(told(plain(InstanceType=HIDDEN)), rule, policy=Policy(**policy)) == [U]
    assert levels(told(plain(InstanceType="m5.large")), rule, policy=Policy(**policy)) == []


def scheduled(name: Any, size: int = 0) -> Change:
    sizes = dict.fromkeys(("MinSize", "MaxSize", "DesiredCapacity"), size)
    values = {"AutoScalingGroupName": name, "StartTime": "2026-12-14T10:15:00Z", **sizes}
    return add(ScaleIn={"Type": "AWS::AutoScaling::ScheduledAction", "Properties": values})


def unguarded(data: Data) -> None:
    data["Resources"]["Asg"].pop("UpdatePolicy", None)


@pytest.mark.parametrize(("name", "expected"), [(HIDDEN, [U]), ("another", [W]), ({"Ref": "Asg"}, [])])
def test_an_action_of_a_hidden_group_may_empty_this_one(name: Any, expected: list[Level]) -> None:
    assert levels(told(scheduled(name), base=block_cluster), "TRN308") == expected


@pytest.mark.parametrize(("name", "expected"), [(HIDDEN, [U]), ("another", []), ({"Ref": "Asg"}, [E])])
def test_an_action_of_a_hidden_group_may_be_undone(name: Any, expected: list[Level]) -> None:
    assert levels(told(scheduled(name), unguarded, base=block_cluster), "TRN309") == expected


def test_a_group_of_a_hidden_name_is_that_of_an_action_of_the_same() -> None:
    named = on_group(AutoScalingGroupName=HIDDEN)
    assert levels(told(named, scheduled(HIDDEN), base=block_cluster), "TRN308") == []
    assert levels(told(named, scheduled({"Ref": "Q"}), base=block_cluster), "TRN308") == [U]


def test_a_hidden_wish_to_keep_sizes_is_unknown() -> None:
    data = told(base=block_cluster)
    policy = {"AutoScalingScheduledAction": {"IgnoreUnmodifiedGroupSizeProperties": HIDDEN}}
    data["Resources"]["Asg"]["UpdatePolicy"] = policy
    assert levels(data, "TRN309") == [U]


@pytest.mark.parametrize(("name", "expected"), [(HIDDEN, [U]), ("another", []), ({"Ref": "Asg"}, [E])])
def test_a_warm_pool_of_a_hidden_group(name: Any, expected: list[Level]) -> None:
    pool = {"Type": "AWS::AutoScaling::WarmPool", "Properties": {"AutoScalingGroupName": name}}
    assert levels(told(add(Pool=pool), base=block_cluster), "TRN344") == expected


def test_an_action_in_another_template_counts(tmp_path: Path) -> None:
    group, action = block_cluster(), block_cluster()["Resources"]["ScaleIn"]
    del group["Resources"]["ScaleIn"]
    group["Outputs"] = {"Asg": {"Value": {"Ref": "Asg"}, "Export": {"Name": "asg"}}}
    action["Properties"]["AutoScalingGroupName"] = {"Fn::ImportValue": "asg"}
    for name, data in (("group", group), ("actions", {"Resources": {"ScaleIn": action}})):
        (tmp_path / f"{name}.json").write_text(json.dumps(data), "utf-8")
    assert "TRN308" in {item.id for item in review(load([tmp_path / "group.json"])).findings}
    assert "TRN308" not in {item.id for item in review(load([tmp_path])).findings}


def test_a_block_group_of_hidden_size_needs_its_scale_in() -> None:
    sizes = on_group(MinSize="0", DesiredCapacity="0", MaxSize=HIDDEN)
    data = told(sizes, add(ScaleIn=None), base=block_cluster)
    assert levels(data, "TRN308") == [W]
    assert levels(changed(data, on_group(MaxSize="0")), "TRN308") == []


def test_a_time_that_cannot_be_read_is_unknown() -> None:
    data = told(scheduled({"Ref": "Asg"}), base=block_cluster)
    data["Resources"]["ScaleIn"]["Properties"]["StartTime"] = "next week"
    assert (levels(data, "TRN354"), levels(data, "TRN355")) == ([U], [U])


@pytest.mark.parametrize(
    ("kind", "criteria", "expected"),
    [(HIDDEN, None, [U]), (HIDDEN, "targeted", []), ("m5.large", None, []), ("trn2.48xlarge", None, [W])],
)
def test_an_open_reservation_of_a_hidden_type(kind: Any, criteria: Any, expected: list[Level]) -> None:
    values = {**RESERVATION, "InstanceType": kind, **({"InstanceMatchCriteria": criteria} if criteria else {})}
    data = told(add(Odcr={"Type": "AWS::EC2::CapacityReservation", "Properties": values}))
    assert levels(data, "TRN345") == expected


@pytest.mark.parametrize(
    ("hides", "target", "expected"),
    [
        ({}, None, [E]),
        ({"InstanceType": HIDDEN}, None, [U]),
        ({"InstanceMatchCriteria": HIDDEN}, None, [U]),
        ({}, HIDDEN, [U]),
        ({"InstanceType": "trn1.32xlarge"}, HIDDEN, []),
    ],
)
def test_a_reservation_or_a_target_that_is_hidden(hides: Data, target: Any, expected: list[Level]) -> None:
    values = {**RESERVATION, "InstanceType": "trn2.48xlarge", "InstanceMatchCriteria": "targeted", **hides}
    data = told(add(Odcr={"Type": "AWS::EC2::CapacityReservation", "Properties": values}))
    if target is not None:
        wanted = {"CapacityReservationTarget": {"CapacityReservationId": target}}
        launch_of(data)["CapacityReservationSpecification"] = wanted
    assert levels(data, "TRN343") == expected


def in_group(**values: Any) -> Change:
    return add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": values})


@pytest.mark.parametrize(
    ("arn", "expected"),
    [
        (None, [W]),
        ({"Fn::Sub": "arn:aws:ec2:us-east-2:123456789012:placement-group/${Pg}"}, []),
        ({"Fn::Sub": "arn:aws:ec2:us-east-2:123456789012:placement-group/${Pg2}"}, [W]),
        ("arn:aws:ec2:us-east-2:123456789012:placement-group/other", [U]),
        (HIDDEN, [U]),
    ],
)
def test_a_reservation_is_in_the_placement_group_of_its_launches(arn: Any, expected: list[Level]) -> None:
    values = {**RESERVATION, "InstanceType": "trn2.48xlarge", "InstanceMatchCriteria": "targeted"}
    values |= {} if arn is None else {"PlacementGroupArn": arn}
    wanted = {"CapacityReservationTarget": {"CapacityReservationId": {"Ref": "Odcr"}}}
    second = {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}}
    odcr = {"Type": "AWS::EC2::CapacityReservation", "Properties": values}
    data = told(add(Odcr=odcr, Pg2=second), on_launch(CapacityReservationSpecification=wanted))
    assert levels(data, "TRN372") == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [({}, [U]), ({"SubnetId": {"Ref": "Subnet"}}, []), ({"AvailabilityZone": "us-east-2c"}, [E])],
)
def test_an_instance_on_a_reservation_that_says_no_zone(place: Data, expected: list[Level]) -> None:
    values = {**RESERVATION, "InstanceType": "trn2.48xlarge", "InstanceMatchCriteria": "targeted"}
    wanted = {"CapacityReservationTarget": {"CapacityReservationId": {"Ref": "Odcr"}}}
    one = {"LaunchTemplate": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}, **place}
    data = told(
        add(
            Asg=None,
            Odcr={"Type": "AWS::EC2::CapacityReservation", "Properties": values},
            One={"Type": "AWS::EC2::Instance", "Properties": one},
        ),
        on_launch(CapacityReservationSpecification=wanted),
    )
    assert levels(data, "TRN352") == expected


def test_a_strategy_that_is_hidden() -> None:
    assert levels(told(in_group(Strategy=HIDDEN, PartitionCount=3)), "TRN404") == [U]
    host = on_launch(Placement={"GroupName": {"Ref": "Pg"}, "Tenancy": "host"})
    assert levels(told(in_group(Strategy=HIDDEN), host), "TRN409") == [U]


@pytest.mark.parametrize(("kind", "expected"), [(HIDDEN, [U]), ("trn2.48xlarge", []), ("trn1.32xlarge", [W])])
def test_types_that_share_a_placement_group_and_hide(kind: Any, expected: list[Level]) -> None:
    second = {"LaunchTemplateId": {"Ref": "Lt2"}, "Version": "1"}
    data = told(add(Lt2=launch_template(InstanceType=kind)))
    data["Resources"]["Asg2"] = changed(data, on_group(LaunchTemplate=second))["Resources"]["Asg"]
    assert levels(data, "TRN406") == expected


def test_a_hidden_size_may_be_several_nodes_that_nothing_places_together() -> None:
    data = told(on_group(DesiredCapacity="1", MaxSize=HIDDEN), on_launch(Placement={}))
    assert levels(data, "TRN405") == [U]
    assert levels(changed(data, on_group(MaxSize="1")), "TRN405") == []


def test_tags_that_are_hidden_are_told() -> None:
    tags = [{"ResourceType": "instance", "Tags": HIDDEN}]
    assert levels(told(on_launch(TagSpecifications=tags)), "TRN707") == [U]


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        ({"GatewayId": HIDDEN, "DestinationCidrBlock": "0.0.0.0/0"}, [U]),
        ({"GatewayId": HIDDEN, "DestinationCidrBlock": "10.0.0.0/8"}, []),
        ({"GatewayId": "igw-0123456789abcdef0", "DestinationCidrBlock": HIDDEN}, [U]),
        ({"GatewayId": "igw-0123456789abcdef0", "DestinationCidrBlock": "0.0.0.0/0"}, [W]),
    ],
)
def test_a_route_that_hides_where_it_leads(route: Data, expected: list[Level]) -> None:
    table = {"Type": "AWS::EC2::RouteTable", "Properties": {"VpcId": "vpc-0123456789abcdef0"}}
    link = {"SubnetId": {"Ref": "Subnet"}, "RouteTableId": {"Ref": "Table"}}
    data = told(
        add(
            Table=table,
            Link={"Type": "AWS::EC2::SubnetRouteTableAssociation", "Properties": link},
            Route={"Type": "AWS::EC2::Route", "Properties": {"RouteTableId": {"Ref": "Table"}, **route}},
        )
    )
    assert levels(data, "TRN113") == expected


def role(principal: Any, **properties: Any) -> Data:
    trust = {"Statement": [{"Effect": "Allow", "Principal": {"Service": principal}, "Action": "sts:AssumeRole"}]}
    return {"Type": "AWS::IAM::Role", "Properties": {"AssumeRolePolicyDocument": trust, **properties}}


def policy(kind: str, roles: Any, **statement: Any) -> Data:
    document = {"Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*", **statement}]}
    given = {"Roles": roles} if roles else {}
    return {"Type": f"AWS::IAM::{kind}", "Properties": {"PolicyName": "p", "PolicyDocument": document, **given}}


WIDE = policy("ManagedPolicy", None)
ATTACHED = {"ManagedPolicyArns": [{"Ref": "All"}]}


@pytest.mark.parametrize(
    ("resources", "expected"),
    [
        ({"All": WIDE, "Role": role("ec2.amazonaws.com", **ATTACHED)}, [E]),
        ({"All": WIDE, "Role": role("lambda.amazonaws.com", **ATTACHED)}, []),
        ({"All": WIDE, "Role": role(HIDDEN, **ATTACHED)}, [U]),
        ({"All": WIDE}, []),
        ({"All": policy("Policy", ["made-elsewhere"])}, [U]),
        ({"All": policy("Policy", [HIDDEN], Resource="arn:aws:s3:::b")}, []),
        ({"All": policy("Policy", [{"Ref": "Role"}]), "Role": role("lambda.amazonaws.com")}, []),
    ],
)
def test_a_role_or_its_policy_that_is_written_elsewhere(resources: Data, expected: list[Level]) -> None:
    assert levels(told(add(**resources)), "TRN704") == expected


@pytest.mark.parametrize("given", [{"NotAction": "iam:*"}, {"NotAction": "iam:*", "NotResource": "arn:aws:s3:::b"}])
def test_all_but_some_is_wide(given: Data) -> None:
    statement = {"Effect": "Allow", **({"Resource": "*"} if len(given) == 1 else {}), **given}
    document = {"PolicyName": "p", "PolicyDocument": {"Statement": [statement]}}
    assert levels(told(add(Role=role("ec2.amazonaws.com", Policies=[document]))), "TRN704") == [W]


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ({}, Status.PASS),
        ({"Out": {"Type": "AWS::EC2::Route", "Properties": {"RouteTableId": HIDDEN}}}, Status.SKIPPED),
        ({"Out": {"Type": "AWS::EC2::VPCEndpoint", "Properties": {"VpcId": HIDDEN}}}, Status.SKIPPED),
    ],
)
def test_a_way_out_that_hides_where_it_belongs(extra: Data, expected: Status) -> None:
    data = told(in_vpcs({"Ref": "Vpc"}, {"Ref": "Vpc"}), add(**extra))
    assert levels(data, "TRN125") == ([N] if expected is Status.PASS else [])
    assert status(data, "TRN125") is expected


def test_what_no_template_holds_is_skipped() -> None:
    data = told(on_group(VPCZoneIdentifier=["subnet-0123456789abcdef0"]), on_launch(BlockDeviceMappings=[]))
    skipped = {item.id for item in judged(data).results if item.status is Status.SKIPPED}
    assert {"TRN113", "TRN124", "TRN125", "TRN209", "TRN605", "TRN703"} <= skipped


@pytest.mark.parametrize(
    ("default", "expected"), [("", [W]), (None, []), ("cr-0123456789abcdef0", []), ("i-0123", [E])]
)
def test_an_empty_default_of_a_target_is_deployed_as_it_is(default: str | None, expected: list[Level]) -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationId": HIDDEN}}
    data = told(on_launch(CapacityReservationSpecification=target), base=block_cluster)
    data["Parameters"]["P"] |= {} if default is None else {"Default": default}
    assert levels(data, "TRN311") == expected


def test_a_target_that_an_empty_parameter_leaves_out_is_right() -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationId": HIDDEN}}
    wanted = {"Fn::If": ["Given", target, {"Ref": "AWS::NoValue"}]}
    data = told(on_launch(CapacityReservationSpecification=wanted))
    data["Parameters"]["P"]["Default"] = ""
    data["Conditions"] = {"Given": {"Fn::Not": [{"Fn::Equals": [HIDDEN, ""]}]}}
    assert levels(data, "TRN311") == []


def test_the_efas_of_the_good_cluster_pass() -> None:
    assert levels(told(on_launch(NetworkInterfaces=efas())), "TRN203") == []
    assert group_of(cluster())["MaxSize"] == "4"


@pytest.mark.parametrize(("kind", "expected"), [("trn2.48xlarge", [W]), ("t3.micro", [W])])
def test_sizes_that_an_update_resets_are_an_error_only_where_capacity_is_paid_for(
    kind: str, expected: list[Level]
) -> None:
    data = told(add(ScaleIn=block_cluster()["Resources"]["ScaleIn"]), on_launch(InstanceType=kind))
    assert levels(data, "TRN309") == expected


@pytest.mark.parametrize(
    ("role", "profile", "expected"),
    [
        ({}, {}, [W]),
        ({}, {"InstanceProfileName": {"Ref": "Role"}}, []),
        ({}, {"InstanceProfileName": {"Fn::Sub": "${Role}"}}, []),
        ({"RoleName": "nodes"}, {"InstanceProfileName": "nodes"}, []),
        ({"RoleName": "nodes"}, {"InstanceProfileName": "others"}, [W]),
    ],
)
def test_a_profile_of_the_name_of_its_role(role: Data, profile: Data, expected: list[Level]) -> None:
    resources = {
        "Role": {"Type": "AWS::IAM::Role", "Properties": role},
        "Profile": {"Type": "AWS::IAM::InstanceProfile", "Properties": {"Roles": [{"Ref": "Role"}], **profile}},
    }
    data = told(add(**resources), on_launch(IamInstanceProfile={"Name": {"Ref": "Role"}}))
    assert levels(data, "TRN710") == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("${AWS::StackName}-owner", []),
        ("${AWS::Region}/x", []),
        ("${AWS::StackName}:x", [U]),
        ("${AWS::Partition}:x", [U]),
        ("${P}-x", [U]),
    ],
)
def test_a_tag_that_begins_with_the_name_of_its_stack(key: str, expected: list[Level]) -> None:
    data = told(add(Bag={"Type": "AWS::S3::Bucket", "Properties": {"Tags": [{"Key": {"Fn::Sub": key}, "Value": "v"}]}}))
    assert levels(data, "TRN709") == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [(None, [Level.WARNING]), ({"HttpTokens": "optional"}, [Level.ERROR]), ({"HttpTokens": "required"}, [])],
)
def test_the_image_or_the_account_decides_what_one_instance_does_not_say(options: Any, expected: list[Level]) -> None:
    """A launch template has to say it; see the pair of TRN701."""
    said = {} if options is None else {"MetadataOptions": options}
    one = {"Type": "AWS::EC2::Instance", "Properties": {"ImageId": "ami-0123456789abcdef0", **said}}
    assert levels(told(add(One=one)), "TRN701") == expected
    assert levels(told(on_launch(MetadataOptions={})), "TRN701") == [Level.ERROR]
