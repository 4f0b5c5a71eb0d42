"""How group, launch template and reservation of one launch go together."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, auto_scaling_group, block_cluster, changed, cluster, findings, launch_of
from tests.review.build import subnet as subnet_in
from tests.review.test_rules import (
    RESERVED,
    add,
    both,
    compute_environment,
    fleet,
    listing,
    managed_group,
    on_group,
    on_launch,
    parameter,
    pcs_group,
    reservation,
    targeting,
    versioned,
    without,
)

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
BLOCK = "cr-0123456789abcdef0"
EKS = managed_group(CapacityType="CAPACITY_BLOCK")
PCS = pcs_group(PurchaseOption="CAPACITY_BLOCK")
FLEET = fleet()


def fleet_of(kind: str | None, **target: int) -> Data:
    named = {"DefaultTargetCapacityType": kind} if kind else {}
    return fleet(TargetCapacitySpecification={"TotalTargetCapacity": 4, **named, **target})


SPOT_FLEET = {
    "Type": "AWS::EC2::SpotFleet",
    "Properties": {
        "SpotFleetRequestConfigData": {
            "TargetCapacity": 4,
            "LaunchTemplateConfigs": fleet()["Properties"]["LaunchTemplateConfigs"],
        }
    },
}


def levels(data: Data, rule: str, **options: Any) -> list[Level]:
    return [item.level for item in findings(data, **options) if item.id == rule]


@pytest.mark.parametrize("group", [EKS, PCS, FLEET], ids=["eks", "pcs", "fleet"])
@pytest.mark.parametrize("blocks", [(), (BLOCK,)])
def test_a_launch_template_states_the_market_type_whatever_its_group_says(group: Data, blocks: tuple[str, ...]) -> None:
    good = changed(block_cluster(), add(Asg=group, ScaleIn=None))
    bad = changed(good, without("InstanceMarketOptions"))
    assert levels(bad, "TRN302", blocks=blocks) == [E]
    assert levels(good, "TRN302", blocks=blocks) == levels(good, "TRN349", blocks=blocks) == []


@pytest.mark.parametrize(("market", "expected"), [("on-demand", [E]), (None, [E]), ("capacity-block", [])])
def test_a_known_block_is_bought_as_one(market: str | None, expected: list[Level]) -> None:
    options = {"MarketType": market} if market else {}
    data = changed(block_cluster(), on_launch(InstanceMarketOptions=options))
    assert levels(data, "TRN302", blocks=(BLOCK,)) == expected


def test_on_demand_in_a_reservation_that_nobody_calls_a_block_is_fine() -> None:
    data = changed(block_cluster(), on_launch(InstanceMarketOptions={"MarketType": "on-demand"}))
    assert levels(data, "TRN302") == []


@pytest.mark.parametrize(
    ("group", "market", "expected"),
    [
        (managed_group(CapacityType="ON_DEMAND"), "capacity-block", [E]),
        (managed_group(CapacityType="SPOT"), "capacity-block", [E]),
        (managed_group(), "capacity-block", [E]),
        (managed_group(), "on-demand", []),
        (EKS, "spot", [E]),
        (EKS, "on-demand", [E]),
        (pcs_group(PurchaseOption="ONDEMAND"), "capacity-block", [E]),
        (pcs_group(PurchaseOption="ONDEMAND"), "on-demand", []),
        (pcs_group(), "capacity-block", [E]),
        (pcs_group(), "spot", [E]),
        (PCS, "interruptible-capacity-reservation", []),
        (FLEET, "on-demand", [E]),
        (FLEET, "capacity-block", []),
        (fleet_of("on-demand"), "capacity-block", [E]),
        (fleet_of("on-demand"), "spot", [E]),
        (fleet_of("spot"), "capacity-block", [E]),
        (fleet_of("spot"), "spot", []),
        (fleet_of("reserved-capacity"), "capacity-block", []),
        (fleet_of(None), "capacity-block", [E]),
        (fleet_of(None), "spot", []),
        (fleet_of("on-demand", SpotTargetCapacity=2), "capacity-block", [E, E]),
        (SPOT_FLEET, "capacity-block", [E]),
        (SPOT_FLEET, "spot", []),
    ],
)
def test_the_words_of_group_and_launch_template_agree(group: Data, market: str, expected: list[Level]) -> None:
    change = both(add(Asg=group, ScaleIn=None), on_launch(InstanceMarketOptions={"MarketType": market}))
    assert levels(changed(block_cluster(), change), "TRN349") == expected


@pytest.mark.parametrize("group", [EKS, PCS], ids=["eks", "pcs"])
def test_a_hidden_market_type_is_unknown(group: Data) -> None:
    hidden = on_launch(InstanceMarketOptions={"MarketType": {"Ref": "Market"}})
    data = changed(block_cluster(), both(parameter("Market"), add(Asg=group, ScaleIn=None), hidden))
    assert levels(data, "TRN302") == levels(data, "TRN349") == [U]


def test_a_node_group_on_a_block_without_launch_template_is_told() -> None:
    group = managed_group(CapacityType="CAPACITY_BLOCK", InstanceTypes=["trn2.48xlarge"])
    del group["Properties"]["LaunchTemplate"]
    data = changed(block_cluster(), add(Asg=group, ScaleIn=None))
    assert "InstanceType" in launch_of(data)
    assert levels(data, "TRN350") == [E]


def test_a_compute_node_group_of_pcs_on_a_block_names_the_type_in_its_launch_template() -> None:
    group = pcs_group(PurchaseOption="CAPACITY_BLOCK", InstanceConfigs=[{"InstanceType": "trn2.48xlarge"}])
    change = add(Asg=group, ScaleIn=None)
    assert levels(changed(block_cluster(), change), "TRN350") == []
    assert levels(changed(block_cluster(), both(change, without("InstanceType"))), "TRN350") == [E]


@pytest.mark.parametrize(
    ("kind", "expected"), [("instant", []), ("maintain", [E]), ("request", [E]), ({"Ref": "Kind"}, [U])]
)
def test_a_fleet_on_a_block_asks_once(kind: Any, expected: list[Level]) -> None:
    data = changed(block_cluster(), both(parameter("Kind"), add(Asg=fleet(Type=kind), ScaleIn=None)))
    assert levels(data, "TRN353") == expected


def reserved(*changes: Change, **properties: Any) -> Data:
    return changed(
        cluster(), both(add(Odcr=reservation(**properties)), on_launch(**RESERVED), parameter("P"), *changes)
    )


TYPE_IN_BATCH = compute_environment(InstanceTypes=["trn2"])
DEDICATED = on_launch(Placement={"GroupName": {"Ref": "Pg"}, "Tenancy": "dedicated"})
HIDDEN_TENANCY = on_launch(Placement={"GroupName": {"Ref": "Pg"}, "Tenancy": {"Ref": "P"}})


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (reserved(), []),
        (reserved(Tenancy="default", InstancePlatform="Linux/UNIX"), []),
        (reserved(InstanceType="trn1.32xlarge"), [E]),
        (reserved(InstanceType={"Ref": "P"}), [U]),
        (reserved(on_launch(InstanceType={"Ref": "P"})), [U]),
        (reserved(add(Asg=TYPE_IN_BATCH)), []),
        (reserved(add(Asg=TYPE_IN_BATCH), InstanceType="trn2u.48xlarge"), [E]),
        (reserved(Tenancy="dedicated"), [E]),
        (reserved(DEDICATED), [E]),
        (reserved(DEDICATED, Tenancy="dedicated"), []),
        (reserved(HIDDEN_TENANCY), [U]),
        (reserved(Tenancy={"Ref": "P"}), [U]),
        (reserved(Tenancy="dedicated", InstanceType="trn1.32xlarge"), [E, E]),
        (reserved(InstancePlatform="Windows"), [U]),
        (reserved(InstancePlatform={"Ref": "P"}), [U]),
    ],
)
def test_a_reservation_is_for_the_launches_that_target_it(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN351") == expected


TWO = {"VPCZoneIdentifier": [{"Ref": "Subnet"}, {"Ref": "Other"}]}
OF_SUBNET = {"Fn::GetAtt": ["Subnet", "AvailabilityZone"]}
FIRST, SECOND = ({"Fn::Select": [at, {"Fn::GetAZs": ""}]} for at in (0, 1))
BY_ZONES = auto_scaling_group(AvailabilityZones=["us-east-2b"])
del BY_ZONES["Properties"]["VPCZoneIdentifier"]


@pytest.mark.parametrize(
    ("zone", "subnet", "expected"),
    [
        ("us-east-2b", "us-east-2b", []),
        ("us-east-2c", "us-east-2b", [E]),
        (OF_SUBNET, "us-east-2b", []),
        (OF_SUBNET, {"Ref": "P"}, []),
        ({"Ref": "P"}, {"Ref": "P"}, []),
        ({"Ref": "P"}, "us-east-2b", [U]),
        ("us-east-2b", {"Ref": "P"}, [U]),
        (FIRST, FIRST, []),
        (SECOND, FIRST, [E]),
        (FIRST, "us-east-2b", [U]),
    ],
)
def test_a_reservation_is_in_the_zone_of_its_launches(zone: Any, subnet: Any, expected: list[Level]) -> None:
    assert levels(reserved(add(Subnet=subnet_in(subnet)), AvailabilityZone=zone), "TRN352") == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (reserved(on_group(VPCZoneIdentifier=["subnet-0123456789abcdef0"]), AvailabilityZone="us-east-2b"), [U]),
        (reserved(add(Other=subnet_in("us-east-2c")), on_group(**TWO), AvailabilityZone="us-east-2b"), [E]),
        (reserved(AvailabilityZoneId="use2-az2"), [U]),
        (reserved(add(Asg=BY_ZONES), AvailabilityZone="us-east-2b"), []),
        (reserved(add(Asg=BY_ZONES), AvailabilityZone="us-east-2c"), [E]),
        (reserved(add(Asg=None), AvailabilityZone="us-east-2c"), []),
    ],
)
def test_a_reservation_is_in_each_zone_of_the_group(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN352") == expected


FIRST_ONLY = on_launch(CapacityReservationSpecification={"CapacityReservationPreference": "open"})
NONE_AT_ALL = {"CapacityReservationSpecification": {"CapacityReservationPreference": "none"}}
NONE = on_launch(**NONE_AT_ALL)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (add(Odcr=reservation()), [E]),
        (both(add(Odcr=reservation()), FIRST_ONLY), [E]),
        (both(add(Odcr=reservation()), NONE), [W]),
        (both(add(Odcr=reservation()), on_launch(**RESERVED)), []),
        (add(Odcr=reservation(InstanceMatchCriteria="open")), []),
        (add(Odcr=reservation(InstanceType="trn1.32xlarge")), []),
        (both(add(Odcr=reservation(), Asg=None), on_launch(**RESERVED)), []),
        (
            both(
                parameter("P"),
                add(Odcr=reservation(), Lt2=cluster()["Resources"]["Lt"]),
                on_launch(CapacityReservationSpecification=targeting({"Ref": "P"})),
            ),
            [U, U],
        ),
    ],
)
def test_a_targeted_reservation_of_the_template_is_targeted(change: Change, expected: list[Level]) -> None:
    assert levels(changed(cluster(), change), "TRN343") == expected


GROUP_ARN = "arn:aws:resource-groups:us-east-2:111122223333:group/blocks"
RESERVATION_ARN = "arn:aws:ec2:us-east-2:111122223333:capacity-reservation/cr-0123456789abcdef0"


def of_group(value: Any) -> Change:
    target = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArn": value}}
    return both(parameter("P"), on_launch(CapacityReservationSpecification=target))


@pytest.mark.parametrize(
    ("arn", "expected"),
    [
        (GROUP_ARN, []),
        (RESERVATION_ARN, [E]),
        ("arn:aws:resource-groups:us-east-2:1111:group/x", [E]),
        (BLOCK, [E]),
        ("arn:aws:resource-groups:us-east-2:111122223333:group/x", []),
        ("arn:aws:resource-groups:us-west-2:111122223333:group/x", [E]),
        ({"Ref": "P"}, []),
    ],
)
def test_a_resource_group_is_named_by_its_arn(arn: Any, expected: list[Level]) -> None:
    assert levels(changed(block_cluster(), of_group(arn)), "TRN311") == expected


def tenancy(value: Any) -> Data:
    return changed(block_cluster(), both(parameter("P"), on_launch(Placement={"Tenancy": value})))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (block_cluster(), []),
        (tenancy("default"), []),
        (tenancy("host"), [E]),
        (tenancy({"Ref": "P"}), [U]),
        (changed(cluster(), DEDICATED), []),
    ],
)
def test_nodes_of_a_block_have_default_tenancy(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN356") == expected


@pytest.mark.parametrize(
    ("own", "written", "expected"),
    [
        ("dedicated", None, [E]),
        ("dedicated", "default", [E]),
        ("default", "dedicated", []),
        (None, "dedicated", [E]),
        (None, None, []),
    ],
)
def test_the_tenancy_of_an_instance_replaces_that_of_its_launch_template(
    own: str | None, written: str | None, expected: list[Level]
) -> None:
    said = {"Tenancy": own} if own else {}
    one = {"Type": "AWS::EC2::Instance", "Properties": {"LaunchTemplate": versioned("Lt"), **said}}
    placement = {"Placement": {"Tenancy": written}} if written else {}
    data = changed(block_cluster(), both(add(Asg=None, ScaleIn=None, One=one), on_launch(**placement)))
    found = [item for item in findings(data) if item.id == "TRN356"]
    assert [item.level for item in found] == expected
    assert [item.subject.logical_id for item in found] == ["One" if own else "Lt" for _ in found]


def ultraservers(*changes: Change, most: Any = "8") -> Data:
    return changed(
        block_cluster(),
        both(parameter("P"), on_launch(InstanceType="trn2u.48xlarge"), on_group(MaxSize=most), *changes),
    )


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (ultraservers(), [W]),
        (ultraservers(most="4"), []),
        (ultraservers(most={"Ref": "P"}), [U]),
        (ultraservers(on_launch(CapacityReservationSpecification=targeting({"Ref": "P"}))), [W]),
        (ultraservers(of_group(GROUP_ARN)), []),
        (ultraservers(on_group(CapacityReservationSpecification=listing(BLOCK))), [W]),
        (ultraservers(on_group(CapacityReservationSpecification=listing(BLOCK, "cr-0123456789abcdef1"))), []),
        (ultraservers(on_launch(InstanceType="trn2.48xlarge")), []),
    ],
)
def test_one_block_is_one_ultraserver(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN357") == expected


SIXTY_FIVE = {
    "ScalingConfig.MaxSize": managed_group(CapacityType="CAPACITY_BLOCK", ScalingConfig={"MaxSize": 65}),
    "ScalingConfiguration.MaxInstanceCount": pcs_group(
        PurchaseOption="CAPACITY_BLOCK", ScalingConfiguration={"MaxInstanceCount": 65}
    ),
}


@pytest.mark.parametrize("path", SIXTY_FIVE)
def test_a_size_is_found_where_its_service_writes_it(path: str) -> None:
    data = changed(ultraservers(), add(Asg=SIXTY_FIVE[path], ScaleIn=None))
    found = {item.id: item.subject.property for item in findings(data)}
    assert [found[rule] for rule in ("TRN357", "TRN318", "TRN319")] == [f"Properties.{path}"] * 3


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ({"CapacityReservationResourceGroupArns": [GROUP_ARN, f"{GROUP_ARN}2"]}, [W]),
        ({"CapacityReservationResourceGroupArns": [GROUP_ARN]}, []),
        ({"CapacityReservationResourceGroupArns": [GROUP_ARN], "CapacityReservationIds": [BLOCK]}, [W]),
        ({"CapacityReservationResourceGroupArns": {"Ref": "P"}}, [U]),
    ],
)
def test_resource_groups_of_blocks_count_as_blocks_do(target: Data, expected: list[Level]) -> None:
    change = both(parameter("P"), on_group(CapacityReservationSpecification={"CapacityReservationTarget": target}))
    assert levels(changed(block_cluster(), change), "TRN358") == expected


def test_a_hidden_list_of_blocks_is_unknown() -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationIds": {"Ref": "P"}}}
    change = both(parameter("P"), on_group(CapacityReservationSpecification=target))
    assert levels(changed(block_cluster(), change), "TRN358") == [U]
    assert levels(changed(cluster(), change), "TRN358") == []


@pytest.mark.parametrize(("market", "expected"), [("capacity-block", [E]), ("on-demand", []), (None, [])])
def test_a_reservation_of_the_templates_is_no_block(market: str | None, expected: list[Level]) -> None:
    options = {"MarketType": market} if market else {}
    assert levels(reserved(on_launch(InstanceMarketOptions=options)), "TRN359") == expected


NOT_INTO_ANY = on_group(CapacityReservationSpecification={"CapacityReservationPreference": "none"})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (NOT_INTO_ANY, []),
        (both(on_launch(CapacityReservationSpecification=targeting(BLOCK)), NOT_INTO_ANY), [W]),
        (both(on_launch(**NONE_AT_ALL), NOT_INTO_ANY), []),
    ],
)
def test_a_group_into_no_reservation_has_a_launch_template_without_target(
    change: Change, expected: list[Level]
) -> None:
    assert levels(changed(cluster(), change), "TRN346") == expected


LT = {"LaunchTemplateId": {"Ref": "Lt"}}
OVERRIDDEN = {**LT, "Overrides": [{**LT, "TargetInstanceTypes": ["trn1.32xlarge"]}]}


def batch(**resources: Any) -> Data:
    data = {"InstanceTypes": ["trn1.2xlarge", "trn1.32xlarge"], **resources}
    return changed(cluster(), both(parameter("P"), add(Asg=compute_environment(**data))))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (batch(MaxvCpus=8), []),
        (batch(MaxvCpus="7"), [E]),
        (batch(MaxvCpus=0), []),
        (batch(), []),
        (batch(MaxvCpus={"Ref": "P"}), [U]),
        (batch(MaxvCpus=7, AllocationStrategy="BEST_FIT_PROGRESSIVE"), [W]),
        (batch(MaxvCpus=7, InstanceTypes=["trn1.2xlarge", "m6i.large"]), []),
        (batch(MaxvCpus=7, InstanceTypes=["trn1"]), [E]),
        (batch(MaxvCpus=7, LaunchTemplate=OVERRIDDEN), [E]),
        (batch(MaxvCpus=8, LaunchTemplate=OVERRIDDEN), []),
        (batch(MaxvCpus=8, InstanceTypes=["trn1"], LaunchTemplate=OVERRIDDEN), []),
        (batch(MaxvCpus=7, LaunchTemplate={"LaunchTemplateId": "lt-0123456789abcdef0"}), [E]),
    ],
)
def test_a_compute_environment_holds_a_node(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN366") == expected


NOTHING = {"Ref": "AWS::NoValue"}


@pytest.mark.parametrize(
    ("resources", "expected"),
    [
        ({"AllocationStrategy": "BEST_FIT"}, [E]),
        ({}, [E]),
        ({"AllocationStrategy": NOTHING, "SpotIamFleetRole": NOTHING}, [E]),
        ({"AllocationStrategy": "SPOT_PRICE_CAPACITY_OPTIMIZED"}, []),
        ({"SpotIamFleetRole": {"Ref": "P"}}, []),
        ({"AllocationStrategy": {"Ref": "P"}}, [U]),
        ({"Type": {"Ref": "P"}}, [U]),
        ({"Type": "EC2"}, []),
        ({"Type": "FARGATE_SPOT"}, []),
        ({"Type": {"Ref": "P"}, "AllocationStrategy": "BEST_FIT_PROGRESSIVE"}, []),
        ({"Fn::Transform": {"Name": "Own"}}, [U]),
    ],
)
def test_a_spot_fleet_of_batch_has_a_role(resources: Data, expected: list[Level]) -> None:
    assert levels(batch(**{"Type": "SPOT", **resources}), "TRN540") == expected


GROUPS = "arn:aws:ec2:${AWS::Region}:${AWS::AccountId}:placement-group/"


def raised(nodes: Any) -> Data:
    """Return a scheduled action that asks for ``nodes``."""
    values = {"AutoScalingGroupName": {"Ref": "Asg"}, "DesiredCapacity": nodes, "StartTime": "2027-01-01T00:00:00Z"}
    return {"Type": "AWS::AutoScaling::ScheduledAction", "Properties": values}


SUB_P = {"Fn::Sub": f"{GROUPS}${{P}}"}


def blank(name: str) -> Change:
    """Return a change that gives a parameter an empty default."""

    def change(data: Data) -> None:
        data["Parameters"][name]["Default"] = ""

    return change


def of_strategy(value: Any) -> Change:
    return add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": value}})


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (reserved(), [W]),
        (reserved(PlacementGroupArn={"Ref": "P"}), [U]),
        (reserved(PlacementGroupArn={"Fn::Sub": f"{GROUPS}${{Pg}}"}), []),
        (reserved(PlacementGroupArn={"Fn::Join": ["", [GROUPS, {"Ref": "Pg"}]]}), []),
        (reserved(of_strategy("cluster"), PlacementGroupArn={"Fn::Sub": f"{GROUPS}${{Odcr}}"}), [W]),
        (reserved(PlacementGroupArn="arn:aws:ec2:us-east-2:111122223333:placement-group/mine"), [U]),
        (reserved(on_launch(Placement={"GroupName": "mine"}), PlacementGroupArn={"Fn::Sub": f"{GROUPS}mine"}), []),
        (reserved(on_launch(Placement={"GroupName": "mine"}), PlacementGroupArn={"Fn::Sub": f"{GROUPS}yours"}), [W]),
        (reserved(on_launch(Placement={"GroupName": {"Ref": "P"}}), PlacementGroupArn=f"{GROUPS}mine"), [U]),
        (reserved(without("Placement"), PlacementGroupArn={"Fn::Sub": f"{GROUPS}${{Pg}}"}), [W]),
        (reserved(of_strategy("partition")), []),
        (reserved(of_strategy({"Ref": "P"})), [U]),
        (reserved(without("Placement")), []),
        (reserved(without("Placement"), on_group(PlacementGroup="mine")), [U]),
        (reserved(of_strategy(None)), [U]),
        (reserved(on_launch(Placement={"GroupId": "pg-0123456789abcdef0"}), PlacementGroupArn=f"{GROUPS}mine"), [U]),
        (reserved(on_launch(Placement={"GroupName": {"Ref": "P"}}), PlacementGroupArn=SUB_P), []),
        (reserved(without("Placement"), PlacementGroupArn=SUB_P), [W]),
        (reserved(without("Placement"), blank("P"), PlacementGroupArn={"Ref": "P"}), [U]),
        (changed(cluster(), on_launch(CapacityReservationSpecification=targeting(BLOCK))), []),
    ],
)
def test_a_reservation_is_in_the_placement_group_of_its_launches(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN372") == expected


@pytest.mark.parametrize(("preference", "expected"), [("default", []), ("none", [E]), ({"Ref": "P"}, [U])])
def test_a_group_may_leave_the_reservation_to_its_launch_template(preference: Any, expected: list[Level]) -> None:
    specification = {"CapacityReservationSpecification": {"CapacityReservationPreference": preference}}
    data = changed(block_cluster(), both(parameter("P"), on_group(**specification)))
    assert levels(data, "TRN301") == expected


def two(group: Change, *changes: Change) -> Change:
    """Return a change that makes two groups of one launch template."""

    def change(data: Data) -> None:
        both(*changes)(data)
        group(data)
        data["Resources"]["Second"] = deepcopy(data["Resources"]["Asg"])

    return change


BOTH = {
    "CapacityReservationPreference": "capacity-reservations-only",
    "CapacityReservationTarget": {"CapacityReservationIds": [{"Ref": "Odcr"}, {"Ref": "Other"}]},
}
TWO_RESERVATIONS = both(add(Odcr=reservation(), Other=reservation()), on_group(CapacityReservationSpecification=BOTH))
ONE_RESERVATION = both(add(Odcr=reservation()), on_launch(**RESERVED))
SIZES = {"MinSize": "0", "DesiredCapacity": "0"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (two(on_group(**SIZES, MaxSize="2"), ONE_RESERVATION), []),
        (two(on_group(**SIZES, MaxSize="3"), ONE_RESERVATION), [W]),
        (two(on_group(MaxSize="3", DesiredCapacity="3"), ONE_RESERVATION), [E]),
        (two(on_group(MaxSize={"Ref": "P"}), ONE_RESERVATION, parameter("P")), [U, U]),
        (both(ONE_RESERVATION, add(Later=raised(4))), []),
        (both(ONE_RESERVATION, add(Later=raised(10))), [E]),
        (both(ONE_RESERVATION, add(Later=raised({"Ref": "P"})), parameter("P")), [U]),
        (both(TWO_RESERVATIONS, on_group(MaxSize="8", DesiredCapacity="8")), []),
        (both(TWO_RESERVATIONS, on_group(MaxSize="9", DesiredCapacity="9")), [E]),
    ],
)
def test_all_groups_of_a_reservation_fit_into_it(change: Change, expected: list[Level]) -> None:
    assert levels(changed(cluster(), change), "TRN307") == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (two(on_group(**SIZES, MaxSize="32")), []),
        (two(on_group(**SIZES, MaxSize="40")), [W]),
        (two(on_group(MaxSize="40", DesiredCapacity="40")), [E]),
        (add(Later=raised(64)), []),
        (add(Later=raised(100)), [E]),
    ],
)
def test_all_groups_of_a_block_fit_into_it(change: Change, expected: list[Level]) -> None:
    assert levels(changed(block_cluster(), change), "TRN318") == expected
