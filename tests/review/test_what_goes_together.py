"""Properties that EC2 and Auto Scaling do not take together, and names of one thing where another's is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, changed, cluster, findings, group_of, launch_of, launch_template
from tests.review.test_rules import (
    TWO_WAYS,
    add,
    both,
    compute_environment,
    fleet,
    hyperpod,
    in_mixed_group,
    launch_configuration,
    named_disk,
    on_group,
    on_launch,
    parameter,
    role,
    without,
)

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
PG = cluster()["Resources"]["Pg"]
OTHER = add(Other=PG)
HIDDEN = parameter("Hidden")
PROFILE = add(Profile={"Type": "AWS::IAM::InstanceProfile", "Properties": {"Roles": ["r"]}}, Role=role())


NO_VALUE = {"Ref": "AWS::NoValue"}


def levels(rule: str, *changes: Change) -> list[Level]:
    return [item.level for item in findings(changed(cluster(), both(*changes))) if item.id == rule]


def market(stated: Any, **options: Any) -> Change:
    written = {"SpotOptions": options} | ({} if stated is None else {"MarketType": stated})
    return on_launch(InstanceMarketOptions=written)


def numbered(number: Any) -> Change:
    return on_launch(Placement={"PartitionNumber": number, "GroupName": {"Ref": "Pg"}})


def partitions(**properties: Any) -> Change:
    return add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "partition", **properties}})


@pytest.mark.parametrize("kind", ["ml.trn2.48xlarge", "ml.p5.48xlarge", "ML.trn2.48xlarge", "ml.trn9.48xlarge"])
def test_a_name_of_sagemaker_is_none_of_ec2(kind: str) -> None:
    assert levels("TRN010", on_launch(InstanceType=kind)) == [E]


def test_names_of_sagemaker_are_right_on_hyperpod_and_of_no_matter_elsewhere() -> None:
    assert levels("TRN010", add(Asg=hyperpod("ml.trn1.32xlarge"), Lt=None)) == []
    assert levels("TRN010", on_launch(InstanceType="ml.m5.large")) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (market("spot", SpotInstanceType="persistent"), [E]),
        (market("spot", SpotInstanceType="persistent", InstanceInterruptionBehavior="stop"), [W]),
        (both(market("spot", SpotInstanceType="persistent", InstanceInterruptionBehavior="stop"), add(Asg=None)), []),
        (market("spot", SpotInstanceType="one-time", MaxPrice="9"), []),
        # harmony-ops issue 285, diux-dev/cluster issue 27
        (market("spot", SpotInstanceType="one-time", InstanceInterruptionBehavior="stop"), [E]),
        (market("spot", SpotInstanceType="one-time", InstanceInterruptionBehavior="hibernate"), [E]),
        (market("spot", InstanceInterruptionBehavior="stop"), [E]),
        (market("spot", InstanceInterruptionBehavior="terminate"), []),
        (market("spot", SpotInstanceType=NO_VALUE, InstanceInterruptionBehavior="hibernate"), [E]),
        (market("spot", SpotInstanceType="one-time", InstanceInterruptionBehavior=NO_VALUE), []),
        (both(HIDDEN, market("spot", InstanceInterruptionBehavior={"Ref": "Hidden"})), [U]),
        (both(HIDDEN, market("spot", SpotInstanceType={"Ref": "Hidden"}, InstanceInterruptionBehavior="stop")), [U]),
        (market("spot", SpotInstanceType="one-time", BlockDurationMinutes=120), [W]),
        (market("spot", BlockDurationMinutes=NO_VALUE, MaxPrice="9"), []),
        # aws-cli issue 4679
        (market("spot", SpotInstanceType="one-time", ValidUntil="2027-01-31T12:00:00Z"), [E]),
        (both(HIDDEN, market("spot", SpotInstanceType="one-time", ValidUntil={"Ref": "Hidden"})), [E]),
        (both(HIDDEN, market("spot", SpotInstanceType={"Ref": "Hidden"}, ValidUntil="2027-01-31T12:00:00Z")), [U]),
        (market("spot", SpotInstanceType="one-time", ValidUntil={"Ref": "AWS::NoValue"}), []),
        (market("spot", ValidUntil="2027-01-31T12:00:00Z"), [U]),
        (market("capacity-block", MaxPrice="9"), [W]),
        (market(None, MaxPrice="9"), []),
        (market("capacity-block"), []),
        (both(HIDDEN, market({"Ref": "Hidden"}, MaxPrice="9")), [U]),
    ],
)
def test_spot_options_belong_to_spot(change: Change, expected: list[Level]) -> None:
    assert levels("TRN376", change) == expected


def either(one: Any, other: Any) -> Change:
    """Write one of two, which a parameter decides, into the options of a market."""

    def change(data: Data) -> None:
        data["Parameters"] = {"P": {"Type": "String", "Default": "x"}}
        data["Conditions"] = {"C": {"Fn::Equals": [{"Ref": "P"}, "x"]}}
        launch_of(data).update(InstanceMarketOptions={"Fn::If": ["C", one, other]})

    return change


# The first is aws-cloudformation-user-guide issue 205, the fourth terraform-provider-aws issue 35770.
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (market(None, MaxPrice="9"), [E]),
        (on_launch(InstanceMarketOptions={"SpotOptions": {}, "Other": 1}), [E]),
        (on_launch(InstanceMarketOptions={"SpotOptions": {}}), [U]),
        (on_launch(InstanceMarketOptions={}), [U]),
        (on_launch(InstanceMarketOptions={"MarketType": None}), []),
        (market("spot"), []),
        (both(HIDDEN, market({"Ref": "Hidden"})), []),
        (both(HIDDEN, on_launch(InstanceMarketOptions={"SpotOptions": {"Ref": "Hidden"}})), [E]),
        (both(HIDDEN, on_launch(InstanceMarketOptions={"Ref": "Hidden"})), []),
        (market(None, **{"Fn::Transform": {"Name": "M"}}), [E]),
        (on_launch(InstanceMarketOptions={"SpotOptions": {"MaxPrice": "9"}, "Fn::Transform": {"Name": "M"}}), []),
        (either({"SpotOptions": {"MaxPrice": "9"}}, NO_VALUE), [E]),
        (either(NO_VALUE, {"SpotOptions": {"MaxPrice": "9"}}), [W]),
        (either({"MarketType": NO_VALUE, "SpotOptions": {"MaxPrice": "9"}}, {"MarketType": "spot"}), [E]),
        (either({"MarketType": "spot"}, NO_VALUE), []),
        (add(Asg=None), []),
    ],
)
def test_options_of_a_market_name_the_market(change: Change, expected: list[Level]) -> None:
    assert levels("TRN391", change) == expected


def test_a_market_that_nobody_sees_is_told() -> None:
    hidden = on_launch(InstanceMarketOptions={"SpotOptions": {"MaxPrice": "9"}, "Fn::Transform": {"Name": "M"}})
    assert levels("TRN304", hidden) == [U]


@pytest.mark.parametrize(
    ("specification", "expected"),
    [
        (
            {
                "CapacityReservationPreference": "capacity-reservations-only",
                "CapacityReservationTarget": {
                    "CapacityReservationIds": ["cr-0123456789abcdef0"],
                    "CapacityReservationResourceGroupArns": ["arn:aws:resource-groups:us-east-2:111111111111:group/x"],
                },
            },
            [W],
        ),
        ({"CapacityReservationTarget": {"CapacityReservationIds": ["cr-0123456789abcdef0"]}}, []),
    ],
)
def test_the_lists_of_a_group_are_one_of_two(specification: dict[str, Any], expected: list[Level]) -> None:
    assert levels("TRN377", on_group(CapacityReservationSpecification=specification)) == expected


def test_several_blocks_are_told_once() -> None:
    block = on_launch(CapacityReservationSpecification=TWO_WAYS, InstanceMarketOptions={"MarketType": "capacity-block"})
    assert (levels("TRN377", block), levels("TRN358", block)) == ([], [W])


@pytest.mark.parametrize("default", ["on-demand", "spot"])
def test_options_of_a_fleet_go_with_what_it_buys(default: str) -> None:
    target = {"TotalTargetCapacity": 4, "DefaultTargetCapacityType": default}
    options = {"OnDemandOptions": {"AllocationStrategy": "lowest-price"}, "TargetCapacitySpecification": target}
    assert levels("TRN378", add(Asg=fleet(**options))) == []


@pytest.mark.parametrize(
    ("placement", "expected"),
    [
        ({"GroupName": {"Ref": "Pg"}, "GroupId": "pg-0123456789abcdef0"}, [E]),
        ({"GroupId": {"Fn::GetAtt": ["Pg", "GroupName"]}}, [E]),
        ({"GroupId": "mine"}, [E]),
        ({"GroupId": "pg-0123456789abcdef0"}, []),
        ({"GroupId": {"Fn::ImportValue": "Pg"}}, []),
        ({"GroupName": {"Fn::GetAtt": ["Pg", "GroupId"]}}, [E]),
        ({"GroupName": "pg-0123456789abcdef0"}, [W]),
        ({"GroupName": "mine"}, []),
    ],
)
def test_how_a_placement_group_is_named(placement: dict[str, Any], expected: list[Level]) -> None:
    assert levels("TRN410", on_launch(Placement=placement)) == expected


def test_an_auto_scaling_group_names_its_placement_group_by_name() -> None:
    assert levels("TRN410", on_group(PlacementGroup={"Fn::GetAtt": ["Pg", "GroupId"]})) == [E]
    assert levels("TRN410", on_group(PlacementGroup={"Ref": "Pg"})) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (on_launch(Placement={"PartitionNumber": 1}), [E]),
        (on_launch(Placement={"PartitionNumber": 1, "GroupName": "mine"}), [U]),
        (
            both(
                on_launch(Placement={"PartitionNumber": 1, "GroupName": {"Ref": "Pg"}}),
                add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "partition"}}),
            ),
            [],
        ),
        (on_group(PlacementGroup={"Ref": "Pg"}), []),
        (both(numbered(7), partitions()), []),
        (both(numbered(8), partitions()), [E]),
        (both(numbered(0), partitions()), [E]),
        (both(numbered("3"), partitions(PartitionCount=3)), []),
        (both(numbered("4"), partitions(PartitionCount=3)), [E]),
        (both(numbered(8), partitions(PartitionCount=9)), []),
        (both(HIDDEN, numbered({"Ref": "Hidden"}), partitions(PartitionCount=3)), [U]),
        (both(HIDDEN, numbered(3), partitions(PartitionCount={"Ref": "Hidden"})), [U]),
        (both(HIDDEN, numbered(0), partitions(PartitionCount={"Ref": "Hidden"})), [E]),
        (both(numbered(NO_VALUE), partitions(PartitionCount=3)), []),
    ],
)
def test_partition_numbers_are_of_partition_groups(change: Change, expected: list[Level]) -> None:
    assert levels("TRN411", change) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (both(OTHER, add(Asg=compute_environment(PlacementGroup={"Ref": "Other"}))), [W]),
        (both(OTHER, on_group(PlacementGroup={"Ref": "Other"}), without("Placement")), []),
        (both(HIDDEN, on_group(PlacementGroup={"Ref": "Hidden"})), [U]),
        (on_group(PlacementGroup={"Fn::GetAtt": ["Pg", "GroupName"]}), []),
    ],
)
def test_group_and_launch_template_name_one_placement_group(change: Change, expected: list[Level]) -> None:
    assert levels("TRN412", change) == expected


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ({"Arn": {"Fn::GetAtt": ["Role", "Arn"]}}, [E]),
        ({"Arn": {"Fn::Sub": "arn:${AWS::Partition}:iam::${AWS::AccountId}:role/x"}}, [E]),
        ({"Name": {"Ref": "Role"}}, [W]),
        ({"Name": "x", "Arn": "arn:aws:iam::111111111111:instance-profile/x"}, [E]),
        ({"Arn": {"Ref": "Profile"}}, [E]),
        ({"Name": {"Fn::GetAtt": ["Profile", "Arn"]}}, [E]),
        ({"Name": {"Ref": "Profile"}}, []),
        ({"Arn": {"Fn::GetAtt": ["Profile", "Arn"]}}, []),
        ({"Name": "x"}, []),
        ({"Name": "nodes/x"}, [E]),
        ({"Name": "arn:aws:iam::111111111111:instance-profile/x"}, [E]),
        ({"Name": {"Fn::Sub": "nodes/${AWS::StackName}"}}, [E]),
        ({"Name": {"Fn::Sub": "a+=,.@-_${AWS::StackName}"}}, []),
        ({"Arn": {"Fn::ImportValue": "Profile"}}, []),
    ],
)
def test_how_an_instance_profile_is_named(profile: dict[str, Any], expected: list[Level]) -> None:
    assert levels("TRN710", PROFILE, on_launch(IamInstanceProfile=profile)) == expected


@pytest.mark.parametrize("begin", ["arn:aws", {"Fn::Sub": "arn:${AWS::Partition}"}])
def test_the_arn_of_a_profile_belongs_into_arn(begin: Any) -> None:
    name = {"Fn::Join": ["", [begin, ":iam::111111111111:instance-profile/x"]]}
    judged = findings(changed(cluster(), on_launch(IamInstanceProfile={"Name": name})))
    (found,) = [item for item in judged if item.id == "TRN710"]
    assert found.hint == "write it as Arn"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"Fn::GetAtt": ["Profile", "Arn"]}, [E]),
        ("arn:aws:iam::111111111111:instance-profile/x", [E]),
        ({"Ref": "Profile"}, []),
        ("x", []),
    ],
)
def test_an_instance_takes_the_name_of_a_profile(value: Any, expected: list[Level]) -> None:
    one = {"Type": "AWS::EC2::Instance", "Properties": {"InstanceType": "trn2.3xlarge", "IamInstanceProfile": value}}
    assert levels("TRN710", PROFILE, add(One=one)) == expected
    assert levels("TRN710", PROFILE, launch_configuration(IamInstanceProfile=value)) == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"Ref": "Profile"}, []),
        ("nodes/x", [E]),
        ("", [E]),
        ({"Fn::GetAtt": ["Role", "Arn"]}, [E]),
        ({"Fn::Join": ["", [{"Ref": "P"}, ":instance-profile/x"]]}, []),
        ({"Fn::Sub": "${P}/x"}, []),
        ({"Fn::Sub": "ar${P}/x"}, []),
        ({"Fn::Sub": "arn:${P}/x"}, []),
        ({"Fn::Sub": "nodes/${P}"}, [E]),
        ({"Ref": "P"}, []),
    ],
)
def test_a_launch_configuration_takes_name_or_arn_of_a_profile_in_one_text(value: Any, expected: list[Level]) -> None:
    changes = (PROFILE, launch_configuration(IamInstanceProfile=value), parameter_p)
    assert levels("TRN710", *changes) == expected


def parameter_p(data: dict[str, Any]) -> None:
    data["Parameters"] = {"P": {"Type": "String"}}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a" * 128, []),
        ("a" * 129, [E]),
        ({"Fn::Sub": "a" * 129 + "${P}"}, [E]),
        ({"Fn::Sub": "${P}" + "a" * 100}, []),
        ({"Fn::Sub": "${P}/x"}, [E]),
        ("", [E]),
        ("äö", [E]),
        ("arn:aws:iam::111111111111:role/x", [E]),
        ("ami-12345/dummy-value-for-/a", []),
    ],
)
def test_a_name_of_a_profile_is_one_that_iam_takes(name: Any, expected: list[Level]) -> None:
    one = {"Type": "AWS::EC2::Instance", "Properties": {"InstanceType": "trn2.3xlarge", "IamInstanceProfile": name}}
    assert levels("TRN710", PROFILE, parameter_p, add(One=one)) == expected
    assert levels("TRN710", PROFILE, parameter_p, on_launch(IamInstanceProfile={"Name": name})) == expected


@pytest.mark.parametrize("name", ["ImageId", "IamInstanceProfile", "KernelId"])
def test_no_message_is_as_long_as_what_it_tells_of(name: str) -> None:
    value = {"Name": "/" * 90_000} if name == "IamInstanceProfile" else "x" * 90_000
    data = changed(cluster(), on_launch(**{name: value}))
    assert all(len(item.message) < 3_000 for item in findings(data))


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ({}, [E]),
        ({"AvailabilityZones": ["us-east-2b"]}, []),
        ({"AvailabilityZoneIds": ["use2-az2"]}, []),
        ({"VPCZoneIdentifier": {"Ref": "AWS::NoValue"}}, [E]),
        ({"VPCZoneIdentifier": {"Fn::ImportValue": "Subnets"}}, []),
        ({"InstanceId": "i-0123456789abcdef0"}, []),
    ],
)
def test_an_auto_scaling_group_launches_somewhere(properties: dict[str, Any], expected: list[Level]) -> None:
    nowhere: Change = lambda data: data["Resources"]["Asg"]["Properties"].pop("VPCZoneIdentifier")  # noqa: E731
    assert levels("TRN126", nowhere, on_group(**properties)) == expected


SPREAD = add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "spread"}})


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("trn2.48xlarge", [E]), ("trn2.3xlarge", [E]), ("trn1.2xlarge", []), ("inf2.xlarge", []), ("inf2.48xlarge", [])],
)
def test_types_without_efa_may_be_apart(kind: str, expected: list[Level]) -> None:
    plain = on_launch(InstanceType=kind, NetworkInterfaces=NO_VALUE)
    assert levels("TRN402", plain, SPREAD) == expected
    assert levels("TRN402", plain, partitions()) == [W for _ in expected]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (on_launch(InstanceType="t3.xlarge"), [E]),
        (on_launch(InstanceType="t4g.large"), [E]),
        (on_launch(InstanceType="mac1.metal"), [E]),
        (on_launch(InstanceType="trn1.2xlarge"), []),
        (both(on_launch(InstanceType="t3.xlarge"), SPREAD), []),
        (on_launch(InstanceType="t3.xlarge", Placement={"GroupName": "theirs"}), [U]),
        (on_launch(InstanceType="t3.xlarge", Placement=NO_VALUE), []),
        (both(on_launch(InstanceType="t3.xlarge", Placement=NO_VALUE), on_group(PlacementGroup={"Ref": "Pg"})), [E]),
    ],
)
def test_types_that_no_cluster_placement_group_takes(change: Change, expected: list[Level]) -> None:
    assert levels("TRN413", change) == expected


def mixed(*overrides: Any) -> Change:
    def change(data: Data) -> None:
        in_mixed_group(data)
        group_of(data)["MixedInstancesPolicy"]["LaunchTemplate"]["Overrides"] = list(overrides)

    return change


T3, C5 = {"InstanceType": "t3.xlarge"}, {"InstanceType": "c5.18xlarge"}


@pytest.mark.parametrize(("overrides", "expected"), [([T3], [E]), ([T3, C5], [W]), ([C5], [])])
def test_the_other_types_of_a_mixed_policy_are_launched(overrides: list[Data], expected: list[Level]) -> None:
    assert levels("TRN413", mixed(*overrides)) == expected


SPOT = on_launch(InstanceMarketOptions={"MarketType": "spot"})
ANOTHER = add(Other=launch_template(InstanceMarketOptions={"MarketType": "spot"}))
OF_ANOTHER = {"LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Other"}, "Version": "1"}}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([SPOT, mixed()], [E]),
        ([SPOT, mixed({"InstanceType": "trn2.48xlarge"})], [E]),
        ([SPOT], []),
        ([mixed()], []),
        ([ANOTHER, mixed(OF_ANOTHER)], [E]),
        ([on_launch(InstanceMarketOptions={"MarketType": "capacity-block"}), mixed()], []),
        ([HIDDEN, on_launch(InstanceMarketOptions={"MarketType": {"Ref": "Hidden"}}), mixed()], [U]),
        ([HIDDEN, on_launch(InstanceMarketOptions={"MarketType": {"Ref": "Hidden"}})], []),
    ],
)
def test_launch_templates_of_a_mixed_policy_ask_for_no_spot(changes: list[Change], expected: list[Level]) -> None:
    assert levels("TRN381", *changes) == expected


CREDITS = on_launch(CreditSpecification={"CpuCredits": "unlimited"})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([CREDITS], [W]),
        ([CREDITS, on_launch(InstanceType="t3.xlarge")], []),
        ([CREDITS, HIDDEN, on_launch(InstanceType={"Ref": "Hidden"})], [U]),
        ([CREDITS, mixed({"InstanceType": "t3.large"}, {"InstanceType": "m5.large"})], [W]),
        ([on_launch(CreditSpecification=NO_VALUE)], []),
        ([HIDDEN, on_launch(CreditSpecification={"Ref": "Hidden"})], [U]),
        ([], []),
    ],
)
def test_cpu_credits_are_for_burstable_types(changes: list[Change], expected: list[Level]) -> None:
    assert levels("TRN382", *changes) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("/dev/nvme0n1", [E]),
        ("/dev/nvme1n1p1", [E]),
        ("nvme2", [E]),
        ("/dev/sda1", []),
        ("/dev/xvda", []),
        ("xvdh", []),
        ({"Ref": "Hidden"}, [U]),
    ],
)
def test_names_of_the_system_are_none_of_ec2(name: Any, expected: list[Level]) -> None:
    assert levels("TRN539", HIDDEN, on_launch(BlockDeviceMappings=named_disk(name))) == expected


OPEN = {"InstanceType": "trn2.48xlarge", "InstanceCount": 4, "AvailabilityZone": "us-east-2b"}
NONE = on_launch(CapacityReservationSpecification={"CapacityReservationPreference": "none"})


@pytest.mark.parametrize(
    ("changes", "reserved", "expected"),
    [
        ([NONE], {}, [W, W]),
        ([], {}, [W]),
        ([NONE], {"AvailabilityZone": "us-east-2a"}, [W]),
        ([NONE], {"InstanceType": "trn1.32xlarge"}, [W]),
        ([NONE], {"Tenancy": "dedicated"}, [W]),
        ([NONE], {"InstanceMatchCriteria": "targeted"}, []),
        ([NONE, SPOT], {}, [W]),
        ([NONE, on_group(VPCZoneIdentifier=["subnet-0123456789abcdef0"])], {}, [W]),
    ],
)
def test_launches_that_leave_an_open_reservation_empty(
    changes: list[Change], reserved: dict[str, Any], expected: list[Level]
) -> None:
    made = {"Type": "AWS::EC2::CapacityReservation", "Properties": OPEN | reserved}
    assert levels("TRN345", *changes, add(Odcr=made)) == expected
