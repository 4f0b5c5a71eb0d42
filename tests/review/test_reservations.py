"""Sums over reservations: what no template writes of them is never taken for room."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from cdk_trainium.findings import Level, Status
from tests.review.build import Change, Data, block_cluster, changed, cluster, group_of, judged, subnet
from tests.review.test_purchase import BLOCK, GROUP_ARN, levels, two, ultraservers
from tests.review.test_rules import add, both, listing, on_group, on_launch, parameter, reservation, targeting

E, U, W = Level.ERROR, Level.UNKNOWN, Level.WARNING
ID = "cr-0123456789abcdef0"
ODCR, OTHER = {"Ref": "Odcr"}, {"Ref": "Other"}
HIDDEN = {"Fn::ImportValue": "x"}
WRITTEN = add(Odcr=reservation(), Other=reservation())


def on_reservations(*targets: Any, **sizes: Any) -> Change:
    return on_group(CapacityReservationSpecification=listing(*targets), **sizes)


def of_size(most: int, wanted: int | None = None) -> Data:
    return {"MinSize": "0", "MaxSize": str(most), "DesiredCapacity": str(most if wanted is None else wanted)}


def second(*targets: Any, **sizes: Any) -> Change:
    """Return a change that adds a group of its own sizes and reservations."""

    def change(data: Data) -> None:
        other = deepcopy(data["Resources"]["Asg"])
        other["Properties"].update(CapacityReservationSpecification=listing(*targets), **sizes)
        data["Resources"]["Second"] = other

    return change


def status_of(data: Data, rule: str) -> Status:
    return next(result.status for result in judged(data).results if result.id == rule)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (on_reservations(ODCR, ID, **of_size(5)), [U]),
        (on_reservations(ODCR, ID, **of_size(4)), []),
        (on_reservations(ODCR, GROUP_ARN, **of_size(5)), [U]),
        (on_reservations(ODCR, ODCR, **of_size(5)), [E]),
        (on_reservations(ODCR, ODCR, **of_size(4)), []),
        (both(on_reservations(ODCR, OTHER, **of_size(5)), second(ODCR, OTHER)), [E]),
        (both(on_reservations(ODCR, OTHER, **of_size(4)), second(OTHER, ODCR)), []),
        (both(on_reservations(ODCR, OTHER, **of_size(5)), second(ODCR, **of_size(4))), [E]),
        (both(on_reservations(ODCR, OTHER, **of_size(8, 0)), second(ODCR, **of_size(4))), [W]),
        (both(on_reservations(ODCR, ID, **of_size(4)), second(ODCR, ID)), [U]),
    ],
)
def test_the_room_of_several_reservations(change: Change, expected: list[Level]) -> None:
    assert levels(changed(cluster(), both(WRITTEN, change)), "TRN307") == expected


@pytest.mark.parametrize(("targets", "word"), [((ODCR,), "reservation Odcr"), ((ODCR, OTHER), "reservations Odcr")])
def test_several_reservations_are_told_as_several(targets: tuple[Data, ...], word: str) -> None:
    data = changed(cluster(), both(WRITTEN, on_reservations(*targets, **of_size(9))))
    (found,) = (item for item in judged(data).findings if item.id == "TRN307")
    assert f" {word}" in found.message


ARN = "arn:aws:ec2:us-east-2:123456789012:capacity-reservation/"
POOLED = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArns": [{"Fn::GetAtt": ["Pool", "Arn"]}]}}


def resource_group(*listed: Any, **properties: Any) -> Change:
    kinds = [{"Type": "AWS::EC2::CapacityReservationPool"}, {"Type": "AWS::ResourceGroups::Generic"}]
    data = {"Name": "g", "Configuration": kinds, "Resources": list(listed), **properties}
    return add(Pool={"Type": "AWS::ResourceGroups::Group", "Properties": data})


def pooled(**sizes: Any) -> Change:
    return on_group(CapacityReservationSpecification=POOLED, **sizes)


BOTH = (
    {"Fn::Sub": "arn:${AWS::Partition}:ec2:${AWS::Region}:${AWS::AccountId}:capacity-reservation/${Odcr}"},
    {"Fn::GetAtt": ["Other", "CapacityReservationArn"]},
)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (both(resource_group(*BOTH), pooled(**of_size(9))), [E]),
        (both(resource_group(*BOTH), pooled(**of_size(8))), []),
        (both(resource_group(BOTH[0]), pooled(**of_size(5))), [E]),
        (both(resource_group(ODCR), pooled(**of_size(5, 0))), [W]),
        (both(resource_group(*BOTH), pooled(**of_size(5)), second(ODCR, **of_size(4))), [E]),
        (both(resource_group(*BOTH), pooled(**of_size(4)), second(ODCR, **of_size(4))), []),
        (both(resource_group(*BOTH), pooled(**of_size(8)), second(ODCR, **of_size(5))), [E, E]),
        (both(resource_group({"Fn::If": ["Two", BOTH[1], BOTH[0]]}, BOTH[0]), pooled(**of_size(5))), [W]),
        (both(resource_group(BOTH[0], ARN + ID), pooled(**of_size(9))), []),
        (both(resource_group(BOTH[0], {"Fn::ImportValue": "x"}), pooled(**of_size(9))), []),
        (both(resource_group(), pooled(**of_size(9))), []),
        (both(resource_group(*BOTH, Resources={"Fn::ImportValue": "x"}), pooled(**of_size(9))), []),
        (both(resource_group(*BOTH, **{"Fn::Transform": {"Name": "Own"}}), pooled(**of_size(9))), []),
        (both(resource_group(Resources={"Fn::Transform": {"Name": "Own"}, "x": 1}), pooled(**of_size(9))), []),
    ],
)
def test_the_list_of_a_resource_group_is_followed_where_all_of_it_is_written(
    change: Change, expected: list[Level]
) -> None:
    data = changed(cluster(), both(WRITTEN, change, parameter("Many", AllowedValues=["yes", "no"], Default="yes")))
    data["Conditions"] = {"Two": {"Fn::Equals": [{"Ref": "Many"}, "yes"]}}
    assert levels(data, "TRN307") == expected
    if not expected and of_size(9).items() <= group_of(data).items():
        assert status_of(data, "TRN307") is Status.SKIPPED


@pytest.mark.parametrize(("listed", "expected"), [(BOTH, []), (BOTH[:1], [E]), ((HIDDEN,), [U])])
def test_a_reservation_that_a_resource_group_lists_is_meant_for_the_launches_on_it(
    listed: tuple[Any, ...], expected: list[Level]
) -> None:
    other = add(Lt2=cluster()["Resources"]["Lt"])  # on demand
    data = changed(cluster(), both(WRITTEN, resource_group(*listed), pooled(), other))
    assert sorted(set(levels(data, "TRN343")), key=str) == expected


OTHER_TYPE = add(Odcr=reservation(InstanceType="trn1.32xlarge"))
OTHER_TYPES = add(**{name: reservation(InstanceType="trn1.32xlarge") for name in ("Odcr", "Other")})
OTHER_ZONE = add(Odcr=reservation(AvailabilityZone="us-east-2f"))
IN_GROUP = add(Odcr=reservation(PlacementGroupArn={"Fn::Sub": "arn:aws:ec2:r:1:placement-group/${Pg}"}))


@pytest.mark.parametrize(
    ("rule", "listed", "change", "expected"),
    [
        ("TRN351", BOTH, OTHER_TYPES, [E]),
        ("TRN351", BOTH[:1], OTHER_TYPE, [E]),
        ("TRN351", BOTH, OTHER_TYPE, []),
        ("TRN351", BOTH, add(), []),
        ("TRN351", (HIDDEN,), OTHER_TYPE, []),
        ("TRN352", BOTH[:1], OTHER_ZONE, [E]),
        ("TRN352", BOTH, OTHER_ZONE, []),
        ("TRN352", BOTH, both(OTHER_TYPE, add(Other=reservation(AvailabilityZone="us-east-2e"))), [E]),
        ("TRN352", BOTH, both(OTHER_ZONE, add(Other=reservation(AvailabilityZone="us-east-2e"))), [E]),
        ("TRN352", BOTH, add(), []),
        ("TRN372", BOTH, add(), [W]),
        ("TRN372", BOTH, IN_GROUP, []),
        ("TRN372", BOTH[:1], IN_GROUP, []),
    ],
)
def test_a_launch_is_held_against_what_a_resource_group_lists(
    rule: str, listed: tuple[Any, ...], change: Change, expected: list[Level]
) -> None:
    data = changed(cluster(), both(WRITTEN, change, resource_group(*listed), pooled()))
    assert levels(data, rule) == expected


def test_each_zone_of_a_launch_may_have_its_own_reservation_in_a_resource_group() -> None:
    zones = {"Odcr": "us-east-2f", "Other": "us-east-2b"}
    made = {name: reservation(AvailabilityZone=zone) for name, zone in zones.items()}
    other = add(Subnet=subnet("us-east-2b"), Subnet2=subnet("us-east-2f"), **made)
    subnets = on_group(VPCZoneIdentifier=[{"Ref": "Subnet"}, {"Ref": "Subnet2"}])
    data = changed(cluster(), both(WRITTEN, other, resource_group(*BOTH), pooled(), subnets))
    assert levels(data, "TRN352") == []
    del data["Resources"]["Pool"]["Properties"]["Resources"][0]
    assert levels(data, "TRN352") == [E]


@pytest.mark.parametrize("rule", ["TRN307", "TRN351", "TRN352", "TRN372"])
def test_a_reservation_that_is_not_written_is_not_judged(rule: str) -> None:
    data = changed(cluster(), on_launch(CapacityReservationSpecification=targeting(ID)))
    assert status_of(data, rule) is Status.SKIPPED
    assert levels(data, rule) == []


def test_launch_templates_of_one_group_may_use_one_reservation_each() -> None:
    data = changed(cluster(), both(WRITTEN, on_launch(CapacityReservationSpecification=targeting(ODCR))))
    resources, group = data["Resources"], group_of(data)
    resources["Lt2"] = deepcopy(resources["Lt"])
    resources["Lt2"]["Properties"]["LaunchTemplateData"]["CapacityReservationSpecification"] = targeting(OTHER)
    base = group.pop("LaunchTemplate")
    named = {"LaunchTemplateId": {"Ref": "Lt2"}, "Version": "1"}
    overrides = [{"InstanceType": "trn2.48xlarge"}, {"InstanceType": "trn2.48xlarge"}]
    overrides[1]["LaunchTemplateSpecification"] = named  # type: ignore[assignment]
    group["MixedInstancesPolicy"] = {"LaunchTemplate": {"LaunchTemplateSpecification": base, "Overrides": overrides}}
    group.update(of_size(8))
    assert levels(data, "TRN307") == []
    group.update(of_size(9))
    assert set(levels(data, "TRN307")) == {E}
    del resources["Lt2"]["Properties"]["LaunchTemplateData"]["CapacityReservationSpecification"]
    assert levels(data, "TRN307") == []


@pytest.mark.parametrize(
    ("targets", "expected"),
    [
        ((BLOCK,), [E]),
        ((BLOCK, "cr-0123456789abcdef1"), []),  # TRN358 tells that one of them may stay empty
    ],
)
def test_the_size_of_one_block_is_held_against_one_block(targets: tuple[str, ...], expected: list[Level]) -> None:
    assert levels(changed(block_cluster(), on_reservations(*targets, MaxSize="65")), "TRN318") == expected


def test_groups_on_a_resource_group_need_not_share_a_block() -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArn": GROUP_ARN}}
    both_groups = two(on_group(**of_size(40)), on_launch(CapacityReservationSpecification=target))
    assert levels(changed(block_cluster(), both_groups), "TRN318") == []


def test_groups_of_ultraserver_nodes_share_the_one_of_their_block() -> None:
    data = ultraservers(second(BLOCK), on_reservations(BLOCK), most="4")
    assert levels(data, "TRN357") == [W]


POOL = {"Type": "AWS::EC2::CapacityReservationPool"}
GENERIC = {"Type": "AWS::ResourceGroups::Generic"}


def pool(configuration: Any = None) -> Data:
    said = {} if configuration is None else {"Configuration": configuration}
    return {"Type": "AWS::ResourceGroups::Group", "Properties": {"Name": "blocks", **said}}


@pytest.mark.parametrize(
    ("configuration", "expected"),
    [
        ([POOL, GENERIC], []),
        ([GENERIC], [E]),
        ([], [E]),
        (None, [E]),
        (HIDDEN, [U]),
        ([{"Type": HIDDEN}], [U]),
    ],
)
def test_a_resource_group_that_launches_target_is_a_pool(configuration: Any, expected: list[Level]) -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArn": {"Fn::GetAtt": ["Blocks", "Arn"]}}}
    data = changed(
        block_cluster(), both(add(Blocks=pool(configuration)), on_launch(CapacityReservationSpecification=target))
    )
    assert levels(data, "TRN311") == expected
    del data["Resources"]["Lt"]["Properties"]["LaunchTemplateData"]["CapacityReservationSpecification"]
    assert levels(data, "TRN311") == []


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("CapacityReservationResourceGroupArn", {"Ref": "Blocks"}, [E]),
        ("CapacityReservationResourceGroupArn", {"Ref": "Odcr"}, [E]),
        ("CapacityReservationId", {"Fn::GetAtt": ["Blocks", "Arn"]}, [E]),
        ("CapacityReservationId", {"Ref": "Odcr"}, []),
        ("CapacityReservationId", {"Fn::GetAtt": ["Odcr", "Id"]}, []),
        ("CapacityReservationId", {"Fn::GetAtt": ["Odcr", "CapacityReservationArn"]}, [E]),
    ],
)
def test_what_a_target_refers_to(name: str, value: Any, expected: list[Level]) -> None:
    target = {"CapacityReservationTarget": {name: value}}
    resources = add(Blocks=pool([POOL]), Odcr=reservation())
    data = changed(cluster(), both(resources, on_launch(CapacityReservationSpecification=target)))
    assert levels(data, "TRN311") == expected


@pytest.mark.parametrize("wanted", ["trn2.48xlarge", HIDDEN, {"Ref": "Kind"}, None])
@pytest.mark.parametrize("reserved", ["trn2.48xlarge", HIDDEN, {"Ref": "Kind"}, "trn1.32xlarge"])
def test_a_targeted_reservation_is_unknown_where_a_type_is_hidden(reserved: Any, wanted: Any) -> None:
    kind = {"InstanceType": wanted} if wanted is not None else {}
    data = cluster()
    del data["Resources"]["Asg"]  # which says no type either
    data["Resources"]["Odcr"] = reservation(InstanceType=reserved)
    data["Parameters"] = {"Kind": {"Type": "String"}}
    launch = data["Resources"]["Lt"]["Properties"]["LaunchTemplateData"]
    del launch["InstanceType"]
    launch |= kind
    told = isinstance(reserved, str) and isinstance(wanted, str)
    assert levels(data, "TRN343") == ([E] if told and wanted == reserved else [] if told else [U])
