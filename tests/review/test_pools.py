"""Resource groups of several reservations: each launch needs one that it can use, and the others count nothing."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review.model import reservation_fit, sharing
from tests.review.build import Change, Data, changed, cluster, findings, group_of, launch_of, subnet
from tests.review.test_purchase import levels
from tests.review.test_reservations import BOTH, HIDDEN, pooled, resource_group, second
from tests.review.test_rules import add, both, compute_environment, on_group, on_launch, parameter, reservation

E, U, W = Level.ERROR, Level.UNKNOWN, Level.WARNING
TRN1, TRN2 = "trn1.32xlarge", "trn2.48xlarge"
PARAMETER = {"Ref": "P"}
B, C = "us-east-2b", "us-east-2c"


def at(zone: Any = B, kind: Any = TRN2, **properties: Any) -> Data:
    return reservation(AvailabilityZone=zone, InstanceType=kind, **properties)


def of_types(*types: str) -> Change:
    """Return a change that makes the group choose among ``types``."""

    def change(data: Data) -> None:
        group = group_of(data)
        launch = {"LaunchTemplateSpecification": group.pop("LaunchTemplate")}
        overrides = [{"InstanceType": kind} for kind in types]
        group["MixedInstancesPolicy"] = {"LaunchTemplate": {**launch, "Overrides": overrides}}

    return change


def in_zones(*zones: str) -> Change:
    subnets = {f"Subnet{number}": subnet(zone) for number, zone in enumerate(zones)}
    return both(add(**subnets), on_group(VPCZoneIdentifier=[{"Ref": name} for name in subnets]))


def pool(odcr: Data, other: Data, *changes: Change) -> Data:
    """Return the cluster in us-east-2b on a resource group of two reservations."""
    made = both(add(Odcr=odcr, Other=other), resource_group(*BOTH), pooled(), parameter("P"))
    return changed(cluster(), both(made, *changes))


def batch(*types: str) -> Change:
    target = both(add(Asg=compute_environment(InstanceTypes=list(types))), resource_group(*BOTH))
    pool_of_launch = {"CapacityReservationResourceGroupArn": {"Fn::GetAtt": ["Pool", "Arn"]}}
    wanted = {"CapacityReservationTarget": pool_of_launch}
    return both(target, on_launch(CapacityReservationSpecification=wanted))


MIXED = of_types(TRN1, TRN2)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (pool(at(), at(kind=TRN1), MIXED), []),
        (pool(at(), at(kind=TRN1), batch(TRN1, TRN2)), []),
        (pool(at(), at(), MIXED), [E]),
        (pool(at(), at(), batch(TRN1, TRN2)), [E]),
        (pool(at(), at(kind=PARAMETER), MIXED), [U]),
        (pool(at(), at(kind=TRN1, Tenancy="dedicated"), MIXED), [E]),
        (pool(at(Tenancy="dedicated"), at(kind=TRN1, Tenancy="dedicated")), [E]),
        (pool(at(Tenancy="dedicated"), at(kind=TRN1, Tenancy="dedicated"), MIXED), [E, E]),
    ],
)
def test_each_type_of_a_launch_may_have_its_own_reservation(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN351") == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (pool(at(), at(kind=TRN1), MIXED), []),
        (pool(at(), at(C, TRN1), MIXED), [E]),
        (pool(at(), at(C, TRN1), MIXED, in_zones(B, C)), []),
        (pool(at(), at(B, TRN1), MIXED, in_zones(B, C)), [E]),
        (pool(at(), at(PARAMETER, TRN1), MIXED), [U]),
        (pool(at(), at(C), in_zones(B, C)), []),
        (pool(at(kind=PARAMETER), at(C)), [U]),
        (pool(at(InstancePlatform="Ubuntu Pro"), at(C)), [U]),
        (pool(at(InstancePlatform=PARAMETER), at(C)), [U]),
        (pool(at(Tenancy=PARAMETER), at(C)), [U]),
        (pool(at(kind=PARAMETER), at()), []),
        (pool(at(C, PARAMETER), at(C)), [E]),
        (pool(at(C, PARAMETER), at(C, PARAMETER)), [E]),
        (pool(at(kind=PARAMETER), at(C, PARAMETER)), []),  # TRN351 tells it
        (pool(at(PARAMETER), at(C)), [U]),
    ],
)
def test_a_reservation_of_which_something_is_hidden_may_be_the_one(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN352") == expected


def test_a_resource_group_of_which_no_reservation_matches_is_one_finding() -> None:
    more = {f"Odcr{number}": at(C) for number in range(5)}
    listed = [{"Fn::GetAtt": [name, "CapacityReservationArn"]} for name in more]
    data = changed(cluster(), both(add(**more), resource_group(*listed), pooled()))
    (found,) = (item for item in findings(data) if item.id == "TRN352")
    assert [name in found.message for name in more] == [True, True, True, False, False]


def test_a_message_says_whose_tenancy_is_whose() -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationId": {"Ref": "Odcr"}}}
    wanted = on_launch(CapacityReservationSpecification=target)
    data = changed(cluster(), both(add(Odcr=at(Tenancy="dedicated")), wanted))
    (found,) = (item for item in findings(data) if item.id == "TRN351")
    assert "Odcr is of tenancy dedicated" in found.message


IN_GROUP = {"PlacementGroupArn": {"Fn::Sub": "arn:aws:ec2:r:1:placement-group/${Pg}"}}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (pool(at(**IN_GROUP), at()), []),
        (pool(at(kind=TRN1, **IN_GROUP), at()), [W]),
        (pool(at(C, **IN_GROUP), at()), [W]),
        (pool(at(Tenancy="dedicated", **IN_GROUP), at()), [W]),
        (pool(at(kind=PARAMETER, **IN_GROUP), at()), [U]),
        (pool(at(PARAMETER, **IN_GROUP), at()), [U]),
        (pool(at(**IN_GROUP), at(kind=TRN1), MIXED), [W]),
        (pool(at(**IN_GROUP), at(kind=TRN1, **IN_GROUP), MIXED), []),
    ],
)
def test_the_reservation_that_a_launch_can_use_is_in_its_placement_group(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN372") == expected


def of_size(most: int) -> Change:
    return on_group(MaxSize=str(most), DesiredCapacity=str(most))


FOUR = {"InstanceCount": 4}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (pool(at(), at(), of_size(8)), []),
        (pool(at(), at(C), of_size(5)), [E]),
        (pool(at(), at(C), of_size(4)), []),
        (pool(at(), at(kind=TRN1), of_size(5)), [E]),
        (pool(at(), at(Tenancy="dedicated"), of_size(5)), [E]),
        (pool(at(), at(kind=TRN1), of_size(8), MIXED), []),
        (pool(at(), at(C), of_size(8), in_zones(B, C)), []),
        (pool(at(), at(kind=PARAMETER), of_size(4)), []),
        (pool(at(), at(kind=PARAMETER), of_size(5)), [U]),
        (pool(at(), at(kind=PARAMETER), of_size(9)), [E]),
        (pool(at(), at(InstancePlatform="Windows"), of_size(5)), [U]),
        (pool(at(), at(kind=PARAMETER, InstanceCount=PARAMETER), of_size(9)), [U]),
        (pool(at(C), at(C), of_size(8)), []),  # TRN352 tells it
    ],
)
def test_a_reservation_that_a_group_cannot_use_holds_no_nodes_of_it(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN307") == expected


def test_groups_that_can_use_the_same_reservations_are_added_up() -> None:
    data = pool(at(), at(C), of_size(4), second({"Ref": "Odcr"}, MaxSize="4", DesiredCapacity="4"))
    assert levels(data, "TRN307") == [E]
    data["Resources"]["Second"]["Properties"]["CapacityReservationSpecification"] = {
        "CapacityReservationTarget": {"CapacityReservationIds": [{"Ref": "Other"}]}
    }
    assert levels(data, "TRN307") == []


@pytest.mark.parametrize(
    ("odcr", "expected"),
    [
        (at(), [E]),
        (at(C), [W]),
        (at(Tenancy="dedicated"), [W]),
        (at(PARAMETER), [U]),
        (at(C, PARAMETER), [W]),
        (at(Tenancy=PARAMETER), [U]),
        (at(InstancePlatform=HIDDEN), [U]),
    ],
)
def test_a_launch_need_not_name_a_reservation_that_it_cannot_use(odcr: Data, expected: list[Level]) -> None:
    data = changed(cluster(), both(add(Odcr=odcr), parameter("P")))
    assert levels(data, "TRN343") == expected
    if expected == [W]:
        launch_of(data)["CapacityReservationSpecification"] = {
            "CapacityReservationTarget": {"CapacityReservationId": {"Ref": "Odcr"}}
        }
        assert levels(data, "TRN351") + levels(data, "TRN352")  # as the fix of the error would have it


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (at(), {E: ["Other"], W: ["Odcr"]}),
        (at(PARAMETER), {U: None, W: ["Odcr"]}),
        (at(C), {W: ["Odcr", "Other"]}),
    ],
)
def test_of_unused_reservations_each_is_told_by_whether_it_fits(other: Data, told: dict[Level, Any]) -> None:
    data = changed(cluster(), both(add(Odcr=at(C), Other=other), parameter("P")))
    found = {item.level: item.evidence.get("reservations") for item in findings(data) if item.id == "TRN343"}
    assert found == told


def hides(*names: str, **properties: Any) -> Change:
    """Return a change that leaves properties of the reservation to a macro, and makes the launch target it."""
    made = at(**properties)
    made["Properties"] = {name: value for name, value in made["Properties"].items() if name not in names}
    made["Properties"]["Fn::Transform"] = {"Name": "Fill"}
    target = {"CapacityReservationTarget": {"CapacityReservationId": {"Ref": "Odcr"}}}
    return both(add(Odcr=made), on_launch(CapacityReservationSpecification=target))


@pytest.mark.parametrize(
    ("rule", "change", "expected"),
    [
        ("TRN351", hides("InstanceType"), {U}),
        ("TRN351", hides(), {U}),
        ("TRN351", hides(Tenancy="dedicated"), {E, U}),
        ("TRN352", hides("AvailabilityZone"), {U}),
        ("TRN352", hides(zone=C), {E}),
        ("TRN352", hides(), set()),
        ("TRN372", hides(), {U}),
        ("TRN372", both(hides(), on_launch(Placement={"Tenancy": "default"})), {U}),
        ("TRN343", both(hides("InstanceMatchCriteria"), on_launch(CapacityReservationSpecification={})), {U}),
    ],
)
def test_a_macro_may_add_what_a_reservation_does_not_say(rule: str, change: Change, expected: set[Level]) -> None:
    assert set(levels(changed(cluster(), change), rule)) == expected


def with_groups(count: int) -> Data:
    def change(data: Data) -> None:
        group = data["Resources"]["Asg"]
        data["Resources"] |= {f"Asg{number}": copy.deepcopy(group) for number in range(1, count)}

    return pool(at(), at(C), change)


@pytest.mark.parametrize(
    ("module", "name", "calls"),
    [(sharing, "_reservations_of", 60), (reservation_fit, "_places_of", 60), (reservation_fit, "_misplaced", 2)],
)
def test_what_many_groups_ask_of_one_pool_is_worked_out_once(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, calls: int
) -> None:
    asked: list[object] = []
    own = getattr(module, name)

    def counting(*args: object) -> object:
        asked.append(args)
        return own(*args)

    monkeypatch.setattr(module, name, counting)
    assert levels(with_groups(60), "TRN307")
    assert len(asked) == calls


def test_an_answer_of_one_case_serves_in_no_other() -> None:
    """Whichever group is judged first: each of them asks in both cases."""
    zone = {"Fn::If": ["Away", C, B]}
    data = pool(at(zone), at(zone), second({"Ref": "Odcr"}))
    data["Parameters"]["Stage"] = {"Type": "String", "AllowedValues": ["away", "here"]}
    data["Conditions"] = {"Away": {"Fn::Equals": [{"Ref": "Stage"}, "away"]}}
    found = [item for item in findings(data) if item.id == "TRN352"]
    assert {item.level for item in found} == {E}
    assert ["Away" in item.message for item in found] == [True, True]
    data["Resources"]["Subnet"]["Properties"]["AvailabilityZone"] = zone
    assert levels(data, "TRN352") == []


def test_a_message_of_a_platform_is_a_sentence() -> None:
    (found,) = (
        item for item in findings(pool(at(InstancePlatform="SUSE Linux"), at(kind=TRN1))) if item.id == "TRN351"
    )
    assert "as reservation Odcr is, cannot be told" in found.message
