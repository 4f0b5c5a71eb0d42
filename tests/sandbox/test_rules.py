"""Each rule has a pair: the request that the real service refuses, and its corrected twin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from cdk_trainium.sandbox import mock_account
from cdk_trainium.sandbox.catalogue import all_rules
from cdk_trainium.sandbox.refusal import Rule

from .bench import BLOCK, NOW, Bench
from .codes import refused
from .conftest import REGION

Step = Callable[[Bench], Any]
EFA, ENA, ONLY = "efa", "interface", "efa-only"
SOON = NOW + timedelta(hours=1)


def then(*steps: Step) -> Step:
    """Run steps in order."""

    def run(bench: Bench) -> None:
        for step in steps:
            step(bench)

    return run


def setting(name: str, value: Any) -> Step:
    return lambda b: setattr(b.settings, name, value)


def quota(code: str, value: float) -> Step:
    return lambda b: b.quota(code, value)


def nics(*places: tuple[int, int, str], type: str = "trn2.48xlarge", **more: Any) -> Step:
    return lambda b: b.launch(type, **b.nics(*places, **more))


def spot_request(type: str) -> Step:
    return lambda b: b.ec2.request_spot_instances(
        LaunchSpecification={"ImageId": b.net.image, "InstanceType": type, "SubnetId": b.net.subnet}
    )


def spot(**options: Any) -> Step:
    return lambda b: b.launch(InstanceMarketOptions={"MarketType": "spot", "SpotOptions": options})


def configuration(type: str) -> Step:
    return lambda b: b.autoscaling.create_launch_configuration(
        LaunchConfigurationName=type, ImageId=b.net.image, InstanceType=type
    )


def action(name: str, at: Any, **sizes: int | None) -> Step:
    said = {key: size for key, size in ({"DesiredCapacity": 0} | sizes).items() if size is not None}
    return lambda b: b.autoscaling.put_scheduled_update_group_action(
        AutoScalingGroupName="g", ScheduledActionName=name, StartTime=at, **said
    )


def recurring(recurrence: str) -> Step:
    return lambda b: b.autoscaling.put_scheduled_update_group_action(
        AutoScalingGroupName="g", ScheduledActionName="a", Recurrence=recurrence, DesiredCapacity=0
    )


def attach(kind: str) -> Step:
    """Attach an interface of ``kind`` to a node that runs."""

    def run(b: Bench) -> None:
        node = b.launch()["Instances"][0]["InstanceId"]
        made = b.ec2.create_network_interface(SubnetId=b.net.subnet, InterfaceType=kind)["NetworkInterface"]
        b.ec2.attach_network_interface(
            DeviceIndex=1, InstanceId=node, NetworkInterfaceId=made["NetworkInterfaceId"], NetworkCardIndex=1
        )

    return run


def drop_action(b: Bench) -> None:
    b.autoscaling.delete_scheduled_action(AutoScalingGroupName="g", ScheduledActionName="a")


def place(name: str, **more: Any) -> Step:
    return lambda b: b.ec2.create_placement_group(GroupName=name, **({"Strategy": "cluster"} | more))


def extend(b: Bench) -> Any:
    return b.ec2.describe_capacity_block_extension_offerings(
        CapacityReservationId=BLOCK, CapacityBlockExtensionDurationHours=24
    )


def in_group(b: Bench, **more: Any) -> Any:
    return b.launch(Placement={"GroupName": "near"}, **more)


def fill_groups(b: Bench) -> None:
    for index in range(500):
        b.here.placement_groups[f"p{index}"] = None  # type: ignore[assignment]


def other_vpc_group(b: Bench) -> str:
    vpc = b.ec2.create_vpc(CidrBlock="10.9.0.0/16")["Vpc"]["VpcId"]
    return str(b.ec2.create_security_group(GroupName="o", Description="o", VpcId=vpc)["GroupId"])


def group_in(b: Bench, vpc: str) -> Any:
    return b.ec2.create_security_group(GroupName="o", Description="o", VpcId=vpc)


def key_pair(b: Bench) -> Any:
    return b.ec2.create_key_pair(KeyName="mine")


def other_image(b: Bench) -> str:
    old = [{"Name": "virtualization-type", "Values": ["paravirtual"]}, {"Name": "architecture", "Values": ["x86_64"]}]
    return str(b.ec2.describe_images(Filters=old)["Images"][0]["ImageId"])


def bought_late(b: Bench) -> Any:
    offering = b.offer(count=1, zone="us-east-2a", start="+1h", end="+2h")
    b.advance("3h")
    return b.purchase(offering)


def arm_image(b: Bench) -> str:
    arm = [{"Name": "architecture", "Values": ["arm64"]}]
    return str(b.ec2.describe_images(Filters=arm)["Images"][0]["ImageId"])


def disk(gib: int, **volume: Any) -> Step:
    mapping = [{"DeviceName": "/dev/xvda", "Ebs": {"VolumeSize": gib, **volume}}]
    return lambda b: b.launch(BlockDeviceMappings=mapping)


def spread(b: Bench) -> Any:
    return b.ec2.create_placement_group(GroupName="s", Strategy="spread")["PlacementGroup"]["GroupArn"]


def cluster(b: Bench) -> Any:
    return b.ec2.create_placement_group(GroupName="c", Strategy="cluster")["PlacementGroup"]["GroupArn"]


def prices(service: str) -> Step:
    return lambda b: b.client("pricing", "us-east-1").get_products(ServiceCode=service)


def burst(b: Bench) -> None:
    b.settings.throttle_service_quotas = True
    for _ in range(60):
        b.quotas.get_service_quota(ServiceCode="ec2", QuotaCode="L-2C3B7624")


def far(service: str, operation: str) -> Step:
    return lambda b: getattr(b.client(service, "ap-south-2"), operation)()


def modify(count: int) -> Step:
    return lambda b: b.ec2.modify_capacity_reservation(
        CapacityReservationId=b.reserve(InstanceCount=2)["CapacityReservationId"], InstanceCount=count
    )


def describe_reservation(id: str) -> Step:
    return lambda b: b.ec2.describe_capacity_reservations(CapacityReservationIds=[id])


def many_nics(b: Bench) -> list[dict[str, Any]]:
    return b.net.efa_layout()


TRN = {"ServiceCode": "ec2", "QuotaCode": "L-2C3B7624"}
ALLOW_ALL = setting("opted_in", None)
HERE_ONLY = setting("opted_in", set())
PAIRS: dict[str, tuple[Step, Step]] = {
    "interface-groups": (
        lambda b: b.launch(SecurityGroupIds=[b.net.group], **b.nics((0, 0, ENA))),
        lambda b: b.launch(SecurityGroupIds=[b.net.group], SubnetId=b.net.subnet),
    ),
    "security-group-exists": (nics((0, 0, ENA), Groups=["sg-0123456789abcdef0"]), nics((0, 0, ENA))),
    "security-group-vpc": (lambda b: nics((0, 0, ENA), Groups=[other_vpc_group(b)])(b), nics((0, 0, ENA))),
    "interface-public-ip": (
        nics((0, 0, EFA), (1, 1, EFA), AssociatePublicIpAddress=True),
        nics((0, 0, EFA), (1, 1, EFA), AssociatePublicIpAddress=False),
    ),
    "interface-unique": (nics((0, 0, EFA), (1, 1, EFA), (1, 1, ENA)), nics((0, 0, EFA), (1, 1, EFA), (1, 0, ENA))),
    "interface-primary": (nics((0, 0, ONLY), (1, 1, ONLY)), nics((0, 0, ENA), (0, 1, ONLY), (1, 0, ONLY))),
    "interface-card": (nics((0, 0, EFA), (16, 1, EFA)), nics((0, 0, EFA), (15, 1, EFA))),
    "interface-count": (
        lambda b: b.launch(
            "trn1.2xlarge", NetworkInterfaces=[{"DeviceIndex": i, "SubnetId": b.trn1} for i in range(5)]
        ),
        lambda b: b.launch(
            "trn1.2xlarge", NetworkInterfaces=[{"DeviceIndex": i, "SubnetId": b.trn1} for i in range(4)]
        ),
    ),
    "interface-type": (nics((0, 0, "warp")), nics((0, 0, EFA))),
    "efa-count": (nics((0, 0, EFA), (0, 1, EFA)), nics((0, 0, EFA), (0, 1, ENA))),
    "efa-unsupported": (
        lambda b: b.launch(
            "trn1.2xlarge", NetworkInterfaces=[{"DeviceIndex": 0, "InterfaceType": EFA, "SubnetId": b.trn1}]
        ),
        lambda b: b.launch("trn1.2xlarge", NetworkInterfaces=[{"DeviceIndex": 0, "SubnetId": b.trn1}]),
    ),
    "instance-type-known": (lambda b: b.launch("trn9.48xlarge"), lambda b: b.launch("trn2.48xlarge")),
    "instance-type-in-zone": (lambda b: b.launch("trn2u.48xlarge"), lambda b: b.launch("trn2.48xlarge")),
    "instance-type-region": (
        lambda b: b.client("ec2", "eu-west-1").describe_instance_types(InstanceTypes=["trn2.48xlarge"]),
        lambda b: b.ec2.describe_instance_types(InstanceTypes=["trn2.48xlarge"]),
    ),
    "launch-zone": (
        lambda b: b.launch(Placement={"AvailabilityZone": "us-east-2b"}),
        lambda b: b.launch(Placement={"AvailabilityZone": "us-east-2a"}),
    ),
    "image-missing": (lambda b: b.launch(ImageId=""), lambda b: b.launch()),
    "image-known": (lambda b: b.launch(ImageId="ami-0123456789abcdef0"), lambda b: b.launch()),
    "image-hardware": (lambda b: b.launch(ImageId=other_image(b)), lambda b: b.launch()),
    "instance-profile-exists": (lambda b: b.launch(IamInstanceProfile={"Name": "none"}), lambda b: b.launch()),
    "key-pair-exists": (lambda b: b.launch(KeyName="mine"), then(key_pair, lambda b: b.launch(KeyName="mine"))),
    "launch-count": (lambda b: b.launch(MinCount=2, MaxCount=1), lambda b: b.launch(MinCount=1, MaxCount=1)),
    "vpc-exists": (lambda b: group_in(b, "vpc-0123456789abcdef0"), other_vpc_group),
    "image-architecture": (lambda b: b.launch(ImageId=arm_image(b)), lambda b: b.launch()),
    "image-parameter": (
        lambda b: b.launch(ImageId="resolve:ssm:/aws/service/neuron/none"),
        lambda b: b.launch(ImageId="resolve:ssm:/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id"),
    ),
    "root-volume": (disk(7), disk(8)),
    "volume-type": (disk(8, VolumeType="io2"), disk(8, VolumeType="io2", Iops=100)),
    "volume-key": (disk(8, KmsKeyId="alias/aws/ebs"), disk(8, KmsKeyId="alias/aws/ebs", Encrypted=True)),
    "dry-run": (lambda b: b.launch(DryRun=True), lambda b: b.launch(DryRun=False)),
    "subnet-addresses": (
        lambda b: nics(*((card, 1 if card else 0, EFA) for card in range(16)), SubnetId=b.small_subnet)(b),
        lambda b: nics((0, 0, ENA), (0, 1, ONLY), *((card, 0, ONLY) for card in range(1, 16)), SubnetId=b.small_subnet)(
            b
        ),
    ),
    "network-address-usage": (
        then(quota("L-BB24F6E5", 15), lambda b: b.launch(NetworkInterfaces=many_nics(b))),
        then(quota("L-BB24F6E5", 16), lambda b: b.launch(NetworkInterfaces=many_nics(b))),
    ),
    "network-interfaces": (
        then(quota("L-DF5E4CA3", 15), lambda b: b.launch(NetworkInterfaces=many_nics(b))),
        then(quota("L-DF5E4CA3", 16), lambda b: b.launch(NetworkInterfaces=many_nics(b))),
    ),
    "on-demand-vcpus": (
        then(quota("L-2C3B7624", 191), lambda b: b.launch()),
        then(quota("L-2C3B7624", 192), lambda b: b.launch()),
    ),
    "spot-vcpus": (
        then(quota("L-6B0D517C", 191), lambda b: b.launch(InstanceMarketOptions={"MarketType": "spot"})),
        then(quota("L-6B0D517C", 192), lambda b: b.launch(InstanceMarketOptions={"MarketType": "spot"})),
    ),
    "on-demand-capacity": (
        then(lambda b: b.capacity("trn2.48xlarge", "us-east-2a", 1), lambda b: b.launch(count=2)),
        then(lambda b: b.capacity("trn2.48xlarge", "us-east-2a", 2), lambda b: b.launch(count=2)),
    ),
    "placement-zone": (
        then(
            place("near"),
            in_group,
            lambda b: in_group(b, **b.nics((0, 0, ENA), SubnetId=b.other_subnet)),
        ),
        then(place("near"), in_group, in_group),
    ),
    "placement-strategy": (
        then(place("near", Strategy="cluster"), lambda b: b.launch("t3.micro", Placement={"GroupName": "near"})),
        then(place("near", Strategy="spread"), lambda b: b.launch("t3.micro", Placement={"GroupName": "near"})),
    ),
    "placement-group-exists": (in_group, then(place("near"), in_group)),
    "placement-group-name": (then(place("a"), place("a")), then(place("a"), place("b"))),
    "placement-group-strategy": (
        place("p", Strategy="partition", PartitionCount=8),
        place("p", Strategy="partition", PartitionCount=7),
    ),
    "placement-group-unused": (
        then(place("near"), in_group, lambda b: b.ec2.delete_placement_group(GroupName="near")),
        then(place("near"), lambda b: b.ec2.delete_placement_group(GroupName="near")),
    ),
    "placement-group-limit": (
        then(fill_groups, place("one-more")),
        then(fill_groups, lambda b: b.here.placement_groups.pop("p0"), place("one-more")),
    ),
    "reservation-exists": (
        describe_reservation(BLOCK),
        then(lambda b: b.named(reservation_id=BLOCK), describe_reservation(BLOCK)),
    ),
    "reservation-id": (
        describe_reservation("cb-1"),
        then(lambda b: b.named(reservation_id=BLOCK), describe_reservation(BLOCK)),
    ),
    "reservation-fit": (
        lambda b: b.launch(count=2, **b.named(count=1)),
        lambda b: b.launch(count=2, **b.named(count=2)),
    ),
    "reservation-request": (lambda b: b.reserve(InstanceCount=1001), lambda b: b.reserve(InstanceCount=500)),
    "reservation-zone-missing": (
        lambda b: b.reserve(AvailabilityZone=""),
        lambda b: b.reserve(AvailabilityZone="", AvailabilityZoneId="use2-az1"),
    ),
    "reservation-type-in-zone": (lambda b: b.reserve(InstanceType="trn2u.48xlarge"), lambda b: b.reserve()),
    "reservation-vcpus": (
        then(quota("L-2C3B7624", 191), lambda b: b.reserve()),
        then(quota("L-2C3B7624", 192), lambda b: b.reserve()),
    ),
    "reservation-group": (
        lambda b: b.reserve(PlacementGroupArn=spread(b)),
        lambda b: b.reserve(PlacementGroupArn=cluster(b)),
    ),
    "reservation-count": (modify(-1), modify(1)),
    "reservation-state": (
        then(
            lambda b: b.named(reservation_id=BLOCK),
            *[lambda b: b.ec2.cancel_capacity_reservation(CapacityReservationId=BLOCK)] * 2,
        ),
        then(
            lambda b: b.named(reservation_id=BLOCK),
            lambda b: b.ec2.cancel_capacity_reservation(CapacityReservationId=BLOCK),
        ),
    ),
    "block-change": (
        then(Bench.running_block, lambda b: b.ec2.cancel_capacity_reservation(CapacityReservationId=BLOCK)),
        then(
            lambda b: b.named(reservation_id=BLOCK),
            lambda b: b.ec2.cancel_capacity_reservation(CapacityReservationId=BLOCK),
        ),
    ),
    "market-type-missing": (
        lambda b: b.launch(InstanceMarketOptions={"SpotOptions": {"MaxPrice": "9"}}),
        lambda b: b.launch(InstanceMarketOptions={"MarketType": "spot", "SpotOptions": {"MaxPrice": "9"}}),
    ),
    "spot-interruption": (
        spot(SpotInstanceType="one-time", InstanceInterruptionBehavior="stop"),
        spot(SpotInstanceType="one-time", InstanceInterruptionBehavior="terminate"),
    ),
    "block-market-type": (
        lambda b: b.launch(CapacityReservationSpecification=b.running_block()["CapacityReservationSpecification"]),
        lambda b: b.launch(**b.running_block()),
    ),
    "block-target": (
        lambda b: b.launch(InstanceMarketOptions=b.running_block()["InstanceMarketOptions"]),
        lambda b: b.launch(**b.running_block()),
    ),
    "block-placement-group": (
        then(place("near"), lambda b: in_group(b, **b.running_block())),
        lambda b: b.launch(**b.running_block()),
    ),
    "block-not-active": (
        lambda b: b.launch(**b.running_block(start="+1h")),
        then(lambda b: b.running_block(start="+1h"), lambda b: b.advance("1h"), lambda b: b.launch(**b.into())),
    ),
    "block-ending": (
        then(lambda b: b.running_block(end="+2h"), lambda b: b.advance("90m"), lambda b: b.launch(**b.into())),
        then(lambda b: b.running_block(end="+2h"), lambda b: b.advance("89m"), lambda b: b.launch(**b.into())),
    ),
    "block-duration": (lambda b: b.search(CapacityDurationHours=25), lambda b: b.search(CapacityDurationHours=48)),
    "block-type-missing": (lambda b: b.search(InstanceType=None), lambda b: b.search()),
    "block-type": (lambda b: b.search(InstanceType="trn1.2xlarge"), lambda b: b.search(InstanceType="trn1.32xlarge")),
    "block-count": (lambda b: b.search(InstanceCount=65), lambda b: b.search(InstanceCount=64)),
    "block-quota-zero": (then(quota("L-64569A79", 0), Bench.search), then(quota("L-64569A79", 192), Bench.search)),
    "block-quota": (
        then(quota("L-64569A79", 191), lambda b: b.purchase(b.search()[0]["CapacityBlockOfferingId"])),
        then(quota("L-64569A79", 192), lambda b: b.purchase(b.search()[0]["CapacityBlockOfferingId"])),
    ),
    "block-exists": (
        lambda b: b.ec2.describe_capacity_blocks(CapacityBlockIds=["cb-0123456789abcdef0"]),
        then(
            lambda b: b.running_block(block_id="cb-0123456789abcdef0"),
            lambda b: b.ec2.describe_capacity_blocks(CapacityBlockIds=["cb-0123456789abcdef0"]),
        ),
    ),
    "block-extension": (
        then(lambda b: b.running_block(end="+59m"), extend),
        then(lambda b: b.running_block(end="+60m"), extend),
    ),
    "ultraserver-allowed": (
        then(
            setting("ultraservers_allowed", False), lambda b: b.search(InstanceType=None, UltraserverType="u-trn2x64")
        ),
        lambda b: b.search(InstanceType=None, UltraserverType="u-trn2x64"),
    ),
    "offering-exists": (
        lambda b: b.purchase("cb-0123456789abcdef0"),
        lambda b: b.purchase(b.search()[0]["CapacityBlockOfferingId"]),
    ),
    "offering-id": (lambda b: b.purchase("x"), lambda b: b.purchase(b.search()[0]["CapacityBlockOfferingId"])),
    "offering-expired": (
        bought_late,
        lambda b: b.purchase(b.offer(count=1, zone="us-east-2a", start="+1h", end="+2h")),
    ),
    "topology-ids": (
        lambda b: b.ec2.describe_instance_topology(InstanceIds=[f"i-{n:017d}" for n in range(101)]),
        lambda b: b.ec2.describe_instance_topology(InstanceIds=[f"i-{n:017d}" for n in range(100)]),
    ),
    "tag-key-reserved": (
        lambda b: b.ec2.create_tags(Resources=[b.net.subnet], Tags=[{"Key": "aws:owner", "Value": "us"}]),
        lambda b: b.ec2.create_tags(Resources=[b.net.subnet], Tags=[{"Key": "awsowner", "Value": "us"}]),
    ),
    "filter-name": (
        lambda b: b.ec2.describe_capacity_blocks(Filters=[{"Name": "colour", "Values": ["red"]}]),
        lambda b: b.ec2.describe_capacity_blocks(Filters=[{"Name": "state", "Values": ["active"]}]),
    ),
    "next-token": (
        lambda b: b.ec2.describe_instance_type_offerings(NextToken="x"),
        lambda b: b.ec2.describe_instance_type_offerings(
            NextToken=b.ec2.describe_instance_type_offerings(MaxResults=5)["NextToken"]
        ),
    ),
    "group-exists": (
        lambda b: b.autoscaling.set_desired_capacity(AutoScalingGroupName="g", DesiredCapacity=0),
        then(Bench.group, lambda b: b.autoscaling.set_desired_capacity(AutoScalingGroupName="g", DesiredCapacity=0)),
    ),
    "group-name": (then(Bench.group, Bench.group), then(Bench.group, lambda b: b.group(AutoScalingGroupName="h"))),
    "group-sizes": (lambda b: b.group(DesiredCapacity=3), lambda b: b.group(DesiredCapacity=2)),
    "launch-elsewhere": (spot_request("trn2.48xlarge"), spot_request("c5.large")),
    "launch-elsewhere-group": (configuration("trn2.48xlarge"), configuration("c5.large")),
    "group-template": (
        then(place("near"), lambda b: b.group(VPCZoneIdentifier=b.other_subnet, PlacementGroup="far")),
        then(place("near"), lambda b: b.group(VPCZoneIdentifier=b.other_subnet, PlacementGroup="near")),
    ),
    "group-empty": (
        then(
            lambda b: b.group(DesiredCapacity=1),
            lambda b: b.autoscaling.delete_auto_scaling_group(AutoScalingGroupName="g"),
        ),
        then(Bench.group, lambda b: b.autoscaling.delete_auto_scaling_group(AutoScalingGroupName="g")),
    ),
    "schedule-past": (then(Bench.group, action("a", NOW)), then(Bench.group, action("a", SOON))),
    "attach-efa": (attach("efa"), attach("interface")),
    "schedule-sizes": (
        then(Bench.group, action("a", SOON, DesiredCapacity=None)),
        then(Bench.group, action("a", SOON, DesiredCapacity=None, MaxSize=2)),
    ),
    "schedule-recurrence": (
        then(Bench.group, recurring("0 10 * * ? *")),
        then(Bench.group, recurring("0 10 * * MON-FRI")),
    ),
    "schedule-gone": (
        then(Bench.group, action("a", SOON), lambda b: b.advance("2h"), drop_action),
        then(Bench.group, action("a", SOON), drop_action),
    ),
    "quota-exists": (
        lambda b: b.quotas.get_service_quota(ServiceCode="EC2", QuotaCode="L-2C3B7624"),
        lambda b: b.quotas.get_service_quota(**TRN),
    ),
    "quota-rate": (burst, lambda b: b.quotas.get_service_quota(**TRN)),
    "quota-request-adjustable": (
        lambda b: b.quotas.request_service_quota_increase(ServiceCode="batch", QuotaCode="L-144F0CA5", DesiredValue=99),
        lambda b: b.increase(),
    ),
    "quota-request-value": (lambda b: b.increase(value=100_000), lambda b: b.increase(value=100_001)),
    "quota-request-duplicate": (
        then(setting("quota_decision_minutes", None), Bench.increase, Bench.increase),
        then(Bench.increase, lambda b: b.increase(value=300_000)),
    ),
    "quota-request-count": (
        then(
            setting("quota_decision_minutes", None),
            *(
                lambda b, code=code: b.increase(code, region="ap-south-2")
                for code in ("L-2C3B7624", "L-6B0D517C", "L-417A185B")
            ),
        ),
        then(
            setting("quota_decision_minutes", None),
            *(lambda b, code=code: b.increase(code) for code in ("L-2C3B7624", "L-6B0D517C", "L-417A185B")),
        ),
    ),
    "pricing-service": (prices("AmazonNothing"), prices("AmazonEC2")),
    "region-name": (
        lambda b: b.ec2.describe_regions(RegionNames=["mars-1"]),
        lambda b: b.ec2.describe_regions(RegionNames=["us-east-2"]),
    ),
    "region-opt-in": (then(HERE_ONLY, far("ec2", "describe_vpcs")), then(ALLOW_ALL, far("ec2", "describe_vpcs"))),
    "region-opt-in-json": (
        then(HERE_ONLY, far("service-quotas", "list_services")),
        then(ALLOW_ALL, far("service-quotas", "list_services")),
    ),
    "region-opt-in-query": (
        then(HERE_ONLY, far("autoscaling", "describe_auto_scaling_groups")),
        then(ALLOW_ALL, far("autoscaling", "describe_auto_scaling_groups")),
    ),
}
RULES = {rule.id: rule for rule in all_rules()}


@pytest.fixture(scope="module")
def shared() -> Iterator[Bench]:
    with mock_account(region=REGION) as state:
        bench = Bench(state)
        bench.trn1 = bench.net.subnet_in("us-east-2c", "10.0.96.0/20")  # type: ignore[attr-defined]
        yield bench


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.fresh()
    return shared


def test_every_rule_has_its_pair() -> None:
    assert set(PAIRS) == set(RULES)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_the_refused_request(bench: Bench, rule: Rule) -> None:
    with refused(rule.code):
        PAIRS[rule.id][0](bench)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_the_corrected_twin(bench: Bench, rule: Rule) -> None:
    try:
        PAIRS[rule.id][1](bench)
    except Exception as error:
        code = getattr(error, "response", {}).get("Error", {}).get("Code")
        pytest.fail(f"{code}: {error}") if code else pytest.fail(repr(error))


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_a_rule_says_what_and_from_where(rule: Rule) -> None:
    assert rule.title.endswith(".")
    assert rule.source
    assert rule.sourced or "no source" in rule.source.lower() or "stand-in" in rule.source


@pytest.mark.parametrize(
    "volume",
    [
        {"VolumeType": "io1", "Iops": 400},
        {"VolumeType": "io2", "Iops": 8000},
        {"VolumeType": "gp3", "Iops": 4000, "Throughput": 1000},
    ],
)
def test_a_volume_is_what_was_asked_for(bench: Bench, volume: dict[str, Any]) -> None:
    (node,) = disk(8, **volume)(bench)["Instances"]
    ids = [item["Ebs"]["VolumeId"] for item in node["BlockDeviceMappings"] if item["DeviceName"] == "/dev/xvda"]
    (made,) = bench.ec2.describe_volumes(VolumeIds=ids)["Volumes"]
    assert {name: made.get(name) for name in volume} == volume


@pytest.mark.parametrize(
    "volume",
    [{"VolumeType": "gp2", "Iops": 3000}, {"VolumeType": "gp2", "Throughput": 250}, {"VolumeType": "io1"}],
)
def test_what_a_volume_of_its_type_does_not_take(bench: Bench, volume: dict[str, Any]) -> None:
    with refused("InvalidParameterCombination"):
        disk(8, **volume)(bench)


@pytest.mark.parametrize(
    ("options", "taken"),
    [
        ({"InstanceInterruptionBehavior": "stop"}, False),
        ({"SpotInstanceType": "one-time", "InstanceInterruptionBehavior": "hibernate"}, False),
        ({"SpotInstanceType": "persistent"}, False),
        ({"SpotInstanceType": "persistent", "InstanceInterruptionBehavior": "stop"}, True),
        ({"MaxPrice": "9"}, True),
    ],
)
def test_what_becomes_of_an_interrupted_node(bench: Bench, options: dict[str, Any], taken: bool) -> None:
    if taken:
        assert spot(**options)(bench)["Instances"]
        return
    with refused("InvalidParameterCombination"):
        spot(**options)(bench)
