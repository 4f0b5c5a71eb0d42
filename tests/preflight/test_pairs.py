"""Every check has a change of a good account or plan that it does not pass: what it is for, in one line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.demand.volumes import STORAGE_QUOTAS
from cdk_trainium.findings import Level
from cdk_trainium.preflight.check import all_checks
from cdk_trainium.preflight.engine import Run
from cdk_trainium.preflight.plan import Plan
from cdk_trainium.preflight.question import Answer, Question, Trouble, UnansweredError

from .account import ANSWERS, BLOCK, DEMAND, LENT, NOW, ODCR, PARAMETER, SUBNET, answer

E, W, N, U = Level.ERROR, Level.WARNING, Level.INFO, Level.UNKNOWN


@dataclass
class World:
    """A copy of the good plan and account, to change."""

    demand: dict[str, Any] = field(default_factory=lambda: DEMAND.model_dump(mode="json"))
    answers: dict[str, dict[str, Any]] = field(default_factory=lambda: copy.deepcopy(ANSWERS))
    quota: float = 100_000.0
    refused: dict[str, str] = field(default_factory=dict)

    def reply(self, asked: Question) -> Answer:
        if code := self.refused.get(asked.name):
            return Answer(asked, None, UnansweredError(asked.name, Trouble.REFUSED, code, "no"))
        data = answer(asked.service, asked.operation, json.loads(asked.params))
        if "Quota" in data:
            return Answer(asked, {"Quota": {**data["Quota"], "Value": self.quota}})
        return Answer(asked, self.answers.get(f"{asked.service}:{asked.operation}", data))


Change = Callable[[World], object]


def answered(operation: str, **members: Any) -> Change:
    """The account answers ``operation`` with these members."""
    return lambda world: world.answers[operation].update(members)


def refused(operation: str, code: str) -> Change:
    """The account refuses ``operation`` with ``code``."""
    return lambda world: world.refused.update({operation: code})


def row(operation: str, key: str, **members: Any) -> Change:
    """The first row below ``key`` of an answer has these members."""
    return lambda world: world.answers[operation][key][0].update(members)


def group(name: str, **members: Any) -> Change:
    """The group ``name`` of the plan has these members."""
    return lambda world: next(one for one in world.demand["groups"] if one["name"] == name).update(members)


def plan(**members: Any) -> Change:
    return lambda world: world.demand.update(members)


def count(name: str) -> Change:
    """The plan makes more of these than any account takes."""
    return lambda world: world.demand["counts"].update({name: 10**9})


def quota(value: float) -> Change:
    """Every quota of the account has this value."""
    return lambda world: setattr(world, "quota", value)


def reservation(**members: Any) -> Change:
    return row("ec2:DescribeCapacityReservations", "CapacityReservations", **members)


def subnet(**members: Any) -> Change:
    return row("ec2:DescribeSubnets", "Subnets", **members)


def image(**members: Any) -> Change:
    return row("ec2:DescribeImages", "Images", **members)


def both(*changes: Change) -> Change:
    return lambda world: [change(world) for change in changes]


ROUTE = {"DestinationCidrBlock": "0.0.0.0/0", "NatGatewayId": "nat-1", "State": "blackhole"}
TABLE = {"RouteTableId": "rtb-1", "VpcId": "vpc-1", "Associations": [{"Main": True}], "Routes": [ROUTE]}
IMPAIRED = {"CapacityReservationStatuses": [{"CapacityReservationId": BLOCK}], "InterconnectStatus": "impaired"}
ROLES = {"Roles": 1000, "RolesQuota": 1000, "InstanceProfiles": 1, "InstanceProfilesQuota": 1000}
SERVER = {"ultraserver_type": "u-trn2x64"}

PAIRS: dict[str, tuple[Level, Change]] = {
    "block-interconnect": (E, answered("ec2:DescribeCapacityBlockStatus", CapacityBlockStatuses=[IMPAIRED])),
    "block-offered": (W, answered("ec2:DescribeCapacityBlockOfferings", CapacityBlockOfferings=[])),
    "bootstrap-version": (E, plan(bootstraps=[{"parameter": "/cdk-bootstrap/hnb659fds/version", "version": 99}])),
    "documented-limits": (E, group("block", count=65)),
    "group-sizes": (E, group("demand", least=2)),
    "identity": (E, answered("sts:GetCallerIdentity", Account="444455556666")),
    "image-architecture": (E, image(Architecture="arm64")),
    "image-exists": (E, answered("ec2:DescribeImages", Images=[])),
    "image-hardware": (E, image(EnaSupport=False)),
    "image-neuron-sdk": (W, image(Name="plain")),
    "image-owner": (W, image(ImageOwnerAlias="aws-marketplace")),
    "image-parameter": (E, answered("ssm:GetParameters", Parameters=[], InvalidParameters=[PARAMETER])),
    "image-root-device": (W, image(RootDeviceName="/dev/xvda")),
    "instance-profile": (E, answered("iam:GetInstanceProfile", InstanceProfile={"Roles": []})),
    "interfaces-accepted": (E, group("demand", instance_type="trn1.2xlarge", layout="efa")),
    "key-pair-exists": (E, row("ec2:DescribeKeyPairs", "KeyPairs", KeyName="Admin")),
    "key-policy": (E, answered("kms:DescribeKey", KeyMetadata={"KeyState": "Disabled"})),
    "launch-template-exists": (E, answered("ec2:DescribeLaunchTemplateVersions", LaunchTemplateVersions=[])),
    "limit-launch-templates": (E, count("launch_templates")),
    "limit-placement-groups": (E, count("placement_groups")),
    "placement-group": (W, row("ec2:DescribePlacementGroups", "PlacementGroups", Strategy="spread")),
    "plan-determined": (U, group("demand", instance_type="")),
    "quota-auto-scaling-groups": (E, quota(0)),
    "quota-batch-compute-environments": (E, quota(0)),
    "quota-batch-job-queues": (E, quota(0)),
    "quota-capacity-blocks": (E, quota(0)),
    "quota-capacity-blocks-organization": (W, quota(0)),
    "quota-eks-clusters": (E, quota(0)),
    "quota-eks-node-groups": (E, quota(0)),
    "quota-eks-nodes": (E, quota(0)),
    "quota-elastic-ips": (E, quota(0)),
    "quota-file-systems": (E, quota(0)),
    "quota-gateway-endpoints": (E, quota(0)),
    "quota-hyperpod": (E, row("service-quotas:ListServiceQuotas", "Quotas", Value=0.0)),
    "quota-interface-endpoints": (E, quota(0)),
    "quota-internet-gateways": (E, quota(0)),
    "quota-nat-gateways": (E, quota(0)),
    "quota-network-address-units": (E, quota(0)),
    "quota-network-interfaces": (E, quota(0)),
    "quota-on-demand": (E, quota(0)),
    "quota-provisioned-iops": (E, quota(0)),
    "quota-reservations": (E, quota(0)),
    "quota-roles": (E, answered("iam:GetAccountSummary", SummaryMap=ROLES)),
    "quota-security-groups": (E, quota(0)),
    "quota-spot": (E, quota(0)),
    "quota-storage": (E, quota(0)),
    "quota-value": (E, quota(0)),
    "quota-vpcs": (E, quota(0)),
    "region-enabled": (E, row("ec2:DescribeRegions", "Regions", OptInStatus="not-opted-in")),
    "reservation-free": (E, reservation(AvailableInstanceCount=1)),
    "reservation-match": (E, reservation(InstanceType="trn1.32xlarge")),
    "reservation-owner": (N, reservation(OwnerId="444455556666")),
    "reservation-placement": (E, group("reserved", placement_group="other")),
    "reservation-state": (E, reservation(State="expired")),
    "reservation-targeted": (E, group("block", launch={})),
    "reservation-window": (E, reservation(EndDate="2026-11-30T12:20:00Z")),
    "reservation-zone": (E, reservation(AvailabilityZoneId="use2-az3")),
    "security-group-efa": (E, row("ec2:DescribeSecurityGroups", "SecurityGroups", IpPermissions=[])),
    "security-group-vpc": (E, row("ec2:DescribeSecurityGroups", "SecurityGroups", VpcId="vpc-9")),
    "service-linked-roles": (N, refused("iam:GetRole", "NoSuchEntity")),
    "snapshot-completed": (E, answered("ec2:DescribeSnapshots", Snapshots=[])),
    "spot-placement-score": (W, row("ec2:GetSpotPlacementScores", "SpotPlacementScores", Score=1)),
    "subnet-addresses": (E, subnet(AvailableIpAddressCount=1)),
    "subnet-egress": (E, answered("ec2:DescribeRouteTables", RouteTables=[TABLE])),
    "subnet-public-address": (W, subnet(MapPublicIpOnLaunch=True)),
    "subnet-zone": (E, subnet(AvailabilityZone="us-east-2b", AvailabilityZoneId="use2-az2")),
    "type-offered-in-region": (E, answered("ec2:DescribeInstanceTypeOfferings", InstanceTypeOfferings=[])),
    "type-offered-in-zone": (
        E,
        row("ec2:DescribeInstanceTypeOfferings", "InstanceTypeOfferings", Location="us-east-2b"),
    ),
    "type-sold": (E, group("block", instance_type="trn1n.32xlarge")),
    "ultraserver-multiple": (W, group("block", instance_type="trn2u.48xlarge", count=3)),
    "ultraserver-type": (E, group("block", **SERVER)),
    "vpc-exists": (E, answered("ec2:DescribeVpcs", Vpcs=[])),
    "zone-available": (E, row("ec2:DescribeAvailabilityZones", "AvailabilityZones", State="unavailable")),
}
"""Check -> the level of what it says (error, warning, info, unknown) after a change of the good plan or account."""


def levels(check_id: str, change: Change | None = None, *beside: str) -> set[Level | None]:
    """Return the levels of what the check says of its subjects, the checks ``beside`` it run as well."""
    world = World()
    if change is not None:
        change(world)
    made = Plan(Demand.model_validate(world.demand), default(), NOW)
    checks = [check for check in all_checks() if check.id in (check_id, *beside)]
    done = Run(made, checks, world.reply, lambda _name: None).execute()
    return {outcome.level for one in done for outcome in one.outcomes if one.check.id == check_id}


def test_every_check_has_a_pair() -> None:
    assert {check.id for check in all_checks() if not check.opt_in} == set(PAIRS)


@pytest.mark.parametrize("check_id", PAIRS)
def test_the_check_passes_the_good_account_and_not_the_changed_one(check_id: str) -> None:
    level, change = PAIRS[check_id]
    assert not {E, W, level} & levels(check_id)
    assert level in levels(check_id, change)


@pytest.mark.parametrize(
    ("check_id", "change", "expected"),
    [
        ("type-sold", group("demand", capacity={"kind": "spot"}), {None}),
        ("type-sold", group("demand", instance_type="trn2u.48xlarge", capacity={"kind": "spot"}), {None, E}),
        ("type-sold", group("demand", instance_type="trn2u.48xlarge"), {None, W}),
        ("type-sold", group("demand", instance_type="m6i.large"), {None}),
        ("reservation-targeted", group("demand", launch={"market_type": "spot", "target": BLOCK}), {None, E}),
        ("reservation-targeted", group("demand", launch={"market_type": "spot"}), {None}),
    ],
)
def test_how_a_group_buys(check_id: str, change: Change, expected: set[Level | None]) -> None:
    assert levels(check_id, change) == expected


def statements(*listed: object) -> Change:
    return answered("kms:GetKeyPolicy", Policy=json.dumps({"Statement": [*listed]}))


def key_spec(name: str) -> Change:
    return answered("kms:DescribeKey", KeyMetadata={"KeyState": "Enabled", "KeyManager": "CUSTOMER", "KeySpec": name})


AUTO_SCALING = {"AWS": "arn:aws:iam::111122223333:role/x/AWSServiceRoleForAutoScaling"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (statements(), {W}),
        (statements({"Effect": "Allow", "Principal": AUTO_SCALING, "Action": "kms:De*"}), {W}),
        (statements({"Effect": "Allow", "Principal": "*", "Action": "kms:*"}), {None}),
        (statements({"Effect": "Allow", "Principal": "*", "Action": "kms:*", "Condition": {"x": {"y": 1}}}), {U}),
        (answered("kms:GetKeyPolicy", Policy="{"), {U}),
        (key_spec("RSA_2048"), {E}),
        (key_spec("SYMMETRIC_DEFAULT"), {None}),
        (answered("kms:ListGrants", Grants=[{"GranteePrincipal": AUTO_SCALING["AWS"]}]), {None}),
    ],
)
def test_what_the_policy_of_a_key_lets_auto_scaling_do(change: Change, expected: set[Level | None]) -> None:
    assert levels("key-policy", both(plan(volumes=[]), change)) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (statements(), {None}),
        (answered("kms:DescribeKey", KeyMetadata={"KeyState": "PendingDeletion"}), {E}),
        (key_spec("RSA_2048"), {E}),
        (refused("kms:DescribeKey", "NotFoundException"), {E}),
        (refused("kms:DescribeKey", "InternalError"), {U}),
        (refused("kms:GetKeyPolicy", "InternalError"), {None}),
    ],
)
def test_a_key_of_volumes_beside_nodes_need_not_name_auto_scaling(change: Change, expected: set[Level | None]) -> None:
    """KMS is asked whether it can be used, not whether it lets a role that never uses it."""
    assert levels("key-policy", both(plan(kms_keys=[]), change)) == expected


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("Enabled", {None}),
        ("Updating", {None}),
        ("Creating", {W}),
        ("Disabled", {E}),
        ("PendingDeletion", {E}),
        ("PendingImport", {E}),
        ("PendingReplicaDeletion", {E}),
        ("Unavailable", {E}),
        ("Resting", {U}),
    ],
)
def test_the_states_of_a_key(state: str, expected: set[Level | None]) -> None:
    metadata = {"KeyState": state, "KeyManager": "CUSTOMER"}
    assert levels("key-policy", answered("kms:DescribeKey", KeyMetadata=metadata)) == expected


@pytest.mark.parametrize("name", ["alias/train", "arn:aws:kms:us-east-2:111122223333:alias/train"])
def test_policy_and_grants_of_an_alias_are_asked_by_the_arn_of_its_key(name: str) -> None:
    """KMS takes an alias in DescribeKey, and refuses it in GetKeyPolicy and ListGrants."""
    demand = Demand.model_validate({**DEMAND.model_dump(mode="json"), "kms_keys": [name], "volumes": []})
    arn = "arn:aws:kms:us-east-2:111122223333:key/k"
    metadata = {"KeyState": "Enabled", "KeyManager": "CUSTOMER", "Arn": arn}
    world = World()
    answered("kms:DescribeKey", KeyMetadata=metadata)(world)
    checks = [check for check in all_checks() if check.id == "key-policy"]
    run = Run(Plan(demand, default(), NOW), checks, world.reply, lambda _name: None)
    run.execute()
    asked = {(one.operation, json.loads(one.params)["KeyId"]) for one in run.questions}
    assert asked == {("DescribeKey", name), ("GetKeyPolicy", arn), ("ListGrants", arn)}


def test_a_key_that_the_plan_makes_needs_the_role_before() -> None:
    devices = [{"device": "/dev/sda1", "gib": 512, "kms_key_id": "new:Key"}]
    missing = refused("iam:GetRole", "NoSuchEntity")

    def change(world: World) -> None:
        missing(world)
        group("demand", block_devices=devices)(world)

    assert levels("service-linked-roles", change) == {N, W}


def snapshot(**members: Any) -> Change:
    return row("ec2:DescribeSnapshots", "Snapshots", **members)


@pytest.mark.parametrize(
    ("check_id", "change", "expected"),
    [
        ("snapshot-completed", snapshot(State="pending"), {W}),
        ("snapshot-completed", snapshot(State="recovering"), {W}),
        ("snapshot-completed", snapshot(State="error"), {E}),
        ("snapshot-completed", snapshot(State="recoverable"), {E}),
        ("snapshot-completed", snapshot(StorageTier="archive"), {E}),
        ("snapshot-completed", snapshot(StorageTier="standard"), {None}),
        ("snapshot-completed", snapshot(StorageTier="new"), {U}),
        ("snapshot-completed", snapshot(State="new"), {U}),
        ("snapshot-completed", snapshot(State=None), {U}),
        ("snapshot-completed", plan(snapshot_ids=["snap-0bbb0000000000002"]), {None, E}),
        ("snapshot-completed", refused("ec2:DescribeSnapshots", "InternalError"), {U}),
        ("snapshot-completed", group("block", block_devices=[]), {None}),
        ("key-pair-exists", answered("ec2:DescribeKeyPairs", KeyPairs=[]), {E}),
        ("key-pair-exists", row("ec2:DescribeKeyPairs", "KeyPairs", KeyName=None), {U}),
        ("key-pair-exists", answered("ec2:DescribeKeyPairs", KeyPairs=None), {U}),
        ("key-pair-exists", refused("ec2:DescribeKeyPairs", "InternalError"), {U}),
        ("key-pair-exists", group("block", key_name=""), {None}),
    ],
)
def test_what_nodes_are_launched_with(check_id: str, change: Change, expected: set[Level | None]) -> None:
    assert levels(check_id, change) == expected


VERSIONS = "ec2:DescribeLaunchTemplateVersions"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (refused(VERSIONS, "InvalidLaunchTemplateId.NotFound"), {E}),
        (refused(VERSIONS, "InvalidLaunchTemplateName.NotFoundException"), {E}),
        (refused(VERSIONS, "InvalidLaunchTemplateId.VersionNotFound"), {E}),
        (refused(VERSIONS, "InternalError"), {U}),
        (answered(VERSIONS, LaunchTemplateVersions=None), {U}),
        (group("block", launch_templates=[{"name": "nodes"}, {"name": "nodes", "version": "$Latest"}]), {None}),
        (group("block", launch_templates=[]), {None}),
    ],
)
def test_launch_templates_of_the_account(change: Change, expected: set[Level | None]) -> None:
    assert levels("launch-template-exists", change) == expected


def volume(kind: str, **members: Any) -> Change:
    """The plan makes one volume of this type, of 1 TiB unless told, beside those of its nodes."""
    return plan(volumes=[{"name": "data", "type": kind, "gib": 1024, **members}])


@pytest.mark.parametrize(
    ("check_id", "change", "expected"),
    [
        *[("quota-storage", volume(kind), {None}) for kind in STORAGE_QUOTAS],
        *[("quota-storage", both(volume(kind), quota(0.5)), {E}) for kind in STORAGE_QUOTAS],
        ("quota-storage", volume("io1", gib=10**9), {None, E}),
        ("quota-storage", volume("gp9"), {None, U}),
        ("quota-storage", volume("io1", gib=None), {None, U}),
        ("quota-storage", volume("io1", gib=None, count=0), {None}),
        ("quota-storage", row("ec2:DescribeVolumes", "Volumes", Size=None), {U}),
        ("quota-provisioned-iops", volume("io1", iops=64_000), {None}),
        ("quota-provisioned-iops", volume("io2", iops=64_000, count=2), {E}),
        ("quota-provisioned-iops", volume("io1"), {U}),
        ("quota-provisioned-iops", volume("gp3", iops=10**9), {None}),
        ("quota-provisioned-iops", row("ec2:DescribeVolumes", "Volumes", Iops=None), {U}),
        (
            "quota-provisioned-iops",
            group("block", block_devices=[{"type": "io1", "gib": 9, "iops": 30_000}]),
            {None, E},
        ),
    ],
)
def test_volumes_of_each_type(check_id: str, change: Change, expected: set[Level | None]) -> None:
    assert levels(check_id, change) == expected


ZONES = [["us-east-2a"], ["use2-az1"], ["us-east-2a", "use2-az1"]]


@pytest.mark.parametrize("zones", ZONES)
@pytest.mark.parametrize("check_id", ["type-offered-in-zone", "zone-available", "subnet-zone"])
def test_several_zones_that_are_all_there(check_id: str, zones: list[str]) -> None:
    assert not {E, W, U} & levels(check_id, group("spot", zone="", zones=zones))
    assert not {E, W, U} & levels(check_id, group("reserved", zone="", zones=zones))


@pytest.mark.parametrize(
    ("check_id", "name"),
    [
        ("type-offered-in-zone", "spot"),
        ("zone-available", "spot"),
        ("subnet-zone", "reserved"),
        ("reservation-zone", "reserved"),
    ],
)
@pytest.mark.parametrize("other", ["us-east-2b", "use2-az2"])
def test_each_of_several_zones_is_asked_for(check_id: str, name: str, other: str) -> None:
    """The first is fine, the second is none of the account: a plan that names both does not pass."""
    assert E in levels(check_id, group(name, zone="", zones=["us-east-2a", other]))


def test_each_of_several_zones_is_read_in_its_form() -> None:
    assert E in levels("zone-available", group("spot", zone="", zones=["us-east-2a", "us-west-2a"]))


THEIRS = "arn:aws:ec2:us-east-2:444455556666:placement-group/train"
MINE = "arn:aws:ec2:us-east-2:111122223333:placement-group/train"


def odcr(**members: Any) -> Change:
    """The on-demand reservation has these members."""
    return lambda world: world.answers["ec2:DescribeCapacityReservations"]["CapacityReservations"][1].update(members)


@pytest.mark.parametrize(
    ("arn", "named", "expected"),
    [
        (MINE, "train", {None}),
        (MINE, "", {None, W}),  # aws-parallelcluster 7252: the nodes run in it all the same
        (THEIRS, "", {None, W}),
        (MINE, "other", {None, E}),
        (THEIRS, "train", {None, E}),  # a name means a group of the account itself
        (None, "train", {None, W}),
        (None, "", {None}),
    ],
)
def test_the_placement_groups_of_reservation_and_launch(
    arn: str | None, named: str, expected: set[Level | None]
) -> None:
    change = both(odcr(PlacementGroupArn=arn), group("reserved", placement_group=named))
    assert levels("reservation-placement", change) == expected


def two_zones(world: World) -> None:
    """The region has a second zone."""
    listed = world.answers["ec2:DescribeAvailabilityZones"]["AvailabilityZones"]
    listed.append({**listed[0], "ZoneName": "us-east-2b", "ZoneId": "use2-az2"})


NAMED = {"AvailabilityZoneId": None}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (odcr(**NAMED), {None}),
        (odcr(**NAMED, AvailabilityZone="us-east-2b"), {None, U}),  # no zone of the account
        (odcr(**NAMED, AvailabilityZone=None), {None, U}),
        (odcr(**NAMED, OwnerId="444455556666"), {None, U}),  # the name may be that of another zone there
        (both(odcr(**NAMED), plan(account="")), {None, U}),
        (both(odcr(**NAMED, AvailabilityZone="us-east-2b"), two_zones), {None, E}),
    ],
)
def test_a_reservation_whose_zone_is_told_by_name_alone(change: Change, expected: set[Level | None]) -> None:
    assert levels("reservation-zone", change) == expected


def kind(**members: Any) -> Change:
    return row("ec2:DescribeInstanceTypes", "InstanceTypes", **members)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (image(EnaSupport=False), {E}),  # terraform-provider-aws 38897 and 19712
        (image(EnaSupport=None), {U}),
        (image(VirtualizationType="paravirtual"), {E}),
        (image(VirtualizationType=None), {U}),
        (image(RootDeviceType="instance-store"), {E}),
        (image(RootDeviceType=None), {U}),
        (image(EnaSupport=False, RootDeviceType=None), {E, U}),
        (both(image(EnaSupport=False), kind(NetworkInfo={"EnaSupport": "supported"})), {None}),
        (both(image(EnaSupport=None), kind(NetworkInfo={"EnaSupport": "unsupported"})), {None}),
        (both(image(EnaSupport=False), kind(NetworkInfo={"EnaSupport": "new"})), {U}),
        (both(image(RootDeviceType="instance-store"), kind(SupportedRootDeviceTypes=["instance-store"])), {None}),
        (both(image(EnaSupport=False), answered("ec2:DescribeInstanceTypes", InstanceTypes=[])), {U}),
    ],
)
def test_what_the_hardware_takes_of_an_image(change: Change, expected: set[Level | None]) -> None:
    assert levels("image-hardware", change) == expected


def routes(*listed: tuple[str, str, str]) -> Change:
    """The subnet's table has routes of these destinations, targets and states; the VPC has no endpoints."""
    rows = [{"DestinationCidrBlock": to, by: by.lower(), "State": state} for to, by, state in listed]
    return row("ec2:DescribeRouteTables", "RouteTables", Routes=rows)


LOW, HIGH, ALL = "0.0.0.0/1", "128.0.0.0/1", "0.0.0.0/0"
NAT = "NatGatewayId"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (routes((LOW, NAT, "active"), (HIGH, NAT, "active")), {None}),
        (routes((LOW, NAT, "active")), {W}),
        (routes((HIGH, NAT, "active")), {W}),
        (routes((LOW, NAT, "active"), (ALL, NAT, "active")), {None}),
        (routes((LOW, NAT, "active"), (HIGH, NAT, "blackhole")), {E}),
        # Both halves are more specific: nothing takes the route to all addresses.
        (routes((LOW, NAT, "active"), (HIGH, NAT, "active"), (ALL, NAT, "blackhole")), {None}),
        (routes((LOW, NAT, "active"), (HIGH, NAT, "new")), {U}),
        (routes(), {W}),
    ],
)
def test_the_ways_out_of_a_subnet(change: Change, expected: set[Level | None]) -> None:
    assert levels("subnet-egress", change) == expected


def public(*, gives: bool, **members: Any) -> Change:
    """One group of a type with one interface is in a subnet that is public, and gives nodes an address or none."""
    alone = {"name": "alone", "instance_type": "trn1.2xlarge", "subnet_ids": [SUBNET], **members}
    route = {"DestinationCidrBlock": ALL, "GatewayId": "igw-1", "State": "active"}
    opened = row("ec2:DescribeRouteTables", "RouteTables", Routes=[route])
    return both(plan(groups=[alone]), opened, subnet(MapPublicIpOnLaunch=gives))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (public(gives=True), {None}),
        (public(gives=False), {W}),
        (public(gives=False, public_address=True), {None}),
        (public(gives=True, public_address=False), {W}),
        (public(gives=True, instance_type="trn2.48xlarge"), {W}),
        (both(public(gives=True), subnet(MapPublicIpOnLaunch=None)), {U}),
    ],
)
def test_nodes_leave_a_public_subnet_by_a_public_address(change: Change, expected: set[Level | None]) -> None:
    assert levels("subnet-egress", change) == expected


@pytest.mark.parametrize("check_id", ["subnet-egress", "subnet-addresses"])
def test_a_subnet_that_is_not_there_is_told_by_subnet_zone_alone(check_id: str) -> None:
    gone = answered("ec2:DescribeSubnets", Subnets=[])
    assert levels(check_id, gone, "subnet-zone") == {None}
    assert levels(check_id, gone) == {U}


RHEL = "Red Hat Enterprise Linux"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (image(PlatformDetails=RHEL), {E}),  # aws-parallelcluster 6747
        (odcr(InstancePlatform=RHEL), {E}),
        (both(image(PlatformDetails=RHEL), odcr(InstancePlatform=RHEL), reservation(InstancePlatform=RHEL)), set()),
        (image(PlatformDetails="Red Hat BYOL Linux"), {U}),
        (image(PlatformDetails=None), {U}),
        (both(image(PlatformDetails=None), odcr(InstanceType="trn2.48xlarge")), {E, U}),
        (both(group("reserved", image_parameter=""), odcr(InstancePlatform=RHEL)), {U}),
        (group("reserved", image_parameter="", platform="Windows"), {E}),
        (group("reserved", image_parameter=""), set()),
        (answered("ec2:DescribeImages", Images=[]), {U}),
        (refused("ec2:DescribeImages", "InternalError"), {U}),
    ],
)
def test_the_platform_of_image_and_reservation(change: Change, expected: set[Level | None]) -> None:
    assert levels("reservation-match", change) & {E, U} == expected


SUBNETS = [{**ANSWERS["ec2:DescribeSubnets"]["Subnets"][0], "SubnetId": one} for one in ("subnet-1", "subnet-2")]


def association(**members: Any) -> Change:
    return row("ec2:DescribeSecurityGroupVpcAssociations", "SecurityGroupVpcAssociations", **members)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (association(State="associating"), {None, E}),
        (association(State="association-failed"), {None, E}),
        (refused("ec2:DescribeSecurityGroupVpcAssociations", "InternalError"), {None, U}),
        (association(State="new"), {None, U}),
        (association(VpcId="vpc-3"), {None, E}),
        (subnet(VpcId="vpc-2"), {E}),
        (row("ec2:DescribeSecurityGroups", "SecurityGroups", VpcId=None), {U}),
        (answered("ec2:DescribeSecurityGroups", SecurityGroups=[]), {E}),
        (group("head", subnet_ids=[]), {None}),
        (group("head", subnet_ids=[], vpc="vpc-9"), {None, E}),
        (group("head", subnet_ids=[], vpc="Vpc"), {None}),
        (group("head", vpc="vpc-2"), {None, E}),
        (group("head", vpc="vpc-2", security_group_ids=[]), {None, E}),
        (group("head", security_group_ids=[]), {None}),
        (group("head", vpc="Vpc", security_group_ids=[]), {None}),
        (group("head", subnet_ids=["subnet-none"]), {None, U}),
        (
            both(
                group("head", subnet_ids=["subnet-1", "subnet-2"]),
                answered("ec2:DescribeSubnets", Subnets=[SUBNETS[0], {**SUBNETS[1], "VpcId": "vpc-2"}]),
            ),
            {U, E},
        ),
    ],
)
def test_security_groups_and_subnets_of_several_vpcs(change: Change, expected: set[Level | None]) -> None:
    assert levels("security-group-vpc", change) == expected


def test_what_is_known_is_told_beside_an_association_that_nobody_may_read() -> None:
    world = World()
    refused("ec2:DescribeSecurityGroupVpcAssociations", "InternalError")(world)
    made = Plan(Demand.model_validate(world.demand), default(), NOW)
    checks = [check for check in all_checks() if check.id == "security-group-vpc"]
    done = Run(made, checks, world.reply, lambda _name: None).execute()
    (only,) = [outcome for one in done for outcome in one.outcomes if outcome.level is U]
    assert all(word in only.message for word in (LENT, "vpc-2", "vpc-1"))
    assert only.evidence["trouble"] == "refused"


SECOND = "cr-0ccccccccccccccc3"


def beside(**members: Any) -> Change:
    """The resource group lists a second block, which has these members."""

    def change(world: World) -> None:
        answers = world.answers
        other = {**answers["ec2:DescribeCapacityReservations"]["CapacityReservations"][0], **members}
        answers["ec2:DescribeCapacityReservations"]["CapacityReservations"].append(
            {**other, "CapacityReservationId": SECOND}
        )
        arn = f"arn:aws:ec2:us-east-2:111122223333:capacity-reservation/{SECOND}"
        answers["resource-groups:ListGroupResources"]["Resources"].append({"Identifier": {"ResourceArn": arn}})

    return change


POOLED = [
    ("reservation-match", {"InstanceType": "trn1.32xlarge"}),
    ("reservation-match", {"InstancePlatform": RHEL}),
    ("reservation-match", {"Tenancy": "dedicated"}),
    ("reservation-match", {"ReservationType": "default"}),
    ("reservation-zone", {"AvailabilityZoneId": "use2-az3"}),
    ("reservation-placement", {"ReservationType": "default", "PlacementGroupArn": MINE}),
    ("reservation-state", {"State": "cancelled"}),
    ("reservation-targeted", {"ReservationType": "default"}),
    ("reservation-window", {"InstanceType": "trn1.32xlarge", "EndDate": "2026-11-30T12:20:00Z"}),
]


@pytest.mark.parametrize(("check_id", "members"), POOLED)
def test_what_a_resource_group_holds_beside_the_one_that_fits_is_left_alone(
    check_id: str, members: dict[str, Any]
) -> None:
    """EC2 takes any of a group that matches; one that a launch names by its id has to."""
    assert not {E, W, U} & levels(check_id, beside(**members))
    alone = group("pool", capacity={"kind": "block", "ids": [BLOCK, SECOND]})
    assert {E, W} & levels(check_id, both(beside(**members), alone))


@pytest.mark.parametrize(
    ("check_id", "members"), [one for one in POOLED if one[0] in ("reservation-match", "reservation-zone")]
)
def test_a_resource_group_in_which_none_fits(check_id: str, members: dict[str, Any]) -> None:
    lists_second = both(
        beside(**members), lambda world: world.answers["resource-groups:ListGroupResources"]["Resources"].pop(0)
    )
    assert E in levels(check_id, lists_second)


def test_room_of_another_type_is_no_room() -> None:
    change = both(reservation(AvailableInstanceCount=1), beside(InstanceType="trn1.32xlarge"))
    assert E in levels("reservation-free", both(change, group("block", capacity={"kind": "on-demand"})))


INTERRUPTIBLE = "interruptible-capacity-reservation"


def launched(market_type: str, **members: Any) -> Change:
    """The on-demand reservation has these members, and the launch into it this market type."""

    def change(world: World) -> None:
        world.answers["ec2:DescribeCapacityReservations"]["CapacityReservations"][1].update(members)
        target = {"preference": "capacity-reservations-only", "target": ODCR, "market_type": market_type}
        group("reserved", launch=target)(world)

    return change


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (launched(INTERRUPTIBLE, Interruptible=True), {None}),
        (launched("", Interruptible=True), {E, None}),
        (launched("capacity-block", Interruptible=True), {E, None}),
        (launched(INTERRUPTIBLE, Interruptible=False), {E, None}),
        (launched(INTERRUPTIBLE), {E, None}),
        (launched("", Interruptible=False), {None}),
        (launched(INTERRUPTIBLE, Interruptible="yes"), {U, None}),
        (reservation(Interruptible=True), {None}),
    ],
)
def test_an_interruptible_reservation_takes_launches_of_its_market_type(
    change: Change, expected: set[Level | None]
) -> None:
    assert levels("reservation-targeted", change) == expected


def fleet(**placement: Any) -> Change:
    """Another fleet runs in the placement group of the plan."""
    row_ = {"InstanceId": "i-9", "InstanceType": "trn1.32xlarge", "State": {"Name": "running"}}
    beside_ = {**row_, "Placement": {"GroupName": "train", **placement}}
    return answered("ec2:DescribeInstances", Reservations=[{"ReservationId": "r-9", "Instances": [beside_]}])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (fleet(AvailabilityZone="us-east-2b"), {E}),
        (fleet(AvailabilityZone="us-east-2a"), {N}),
        (fleet(), {U}),
        (both(fleet(AvailabilityZone="us-east-2b"), refused("ec2:DescribeAvailabilityZones", "InternalError")), {U}),
        (both(fleet(AvailabilityZone="us-east-2b"), group("reserved", zone="", subnet_ids=[])), {U}),
        (both(fleet(), row("ec2:DescribePlacementGroups", "PlacementGroups", Strategy="partition")), {W}),
    ],
)
def test_a_cluster_placement_group_in_use_stays_in_its_zone(change: Change, expected: set[Level | None]) -> None:
    assert levels("placement-group", change) == expected
