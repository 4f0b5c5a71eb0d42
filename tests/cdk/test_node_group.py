"""NodeGroup: how each way to buy nodes looks on the Auto Scaling group."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_s3 as s3
from aws_cdk import aws_sns as sns

from cdk_trainium import Capacity, EfaSecurityGroup, NeuronImage, NodeGroup, PropsError

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
BLOCK = {"reservation_id": "cr-0123456789abcdef0", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
NEXT = {"reservation_id": "cr-0123456789abcdef1", "start": "2026-12-14T11:30:00Z", "end": "2026-12-21T11:30:00Z"}


class Group:
    """A group made for one test, and what is found of it in the template."""

    def __init__(self, stack: cdk.Stack, vpc: ec2.IVpc, subnets: list[Any], find: Any, **props: Any) -> None:
        given = {"instance_type": "trn2.48xlarge", "node_count": 4, "capacity": Capacity.on_demand(), **props}
        self.made = NodeGroup(stack, "Group", vpc=vpc, subnets=subnets, image=IMAGE, **given)
        self._find, self._stack = find, stack

    def all(self, kind: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._find(self._stack, kind)
        return found

    @property
    def group(self) -> dict[str, Any]:
        (found,) = self.all("AWS::AutoScaling::AutoScalingGroup")
        return found

    @property
    def props(self) -> dict[str, Any]:
        props: dict[str, Any] = self.group["Properties"]
        return props

    @property
    def actions(self) -> list[dict[str, Any]]:
        return [item["Properties"] for item in self.all("AWS::AutoScaling::ScheduledAction")]

    def sizes(self) -> tuple[str, str, str]:
        return self.props["MinSize"], self.props["MaxSize"], self.props["DesiredCapacity"]


@pytest.fixture
def make(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet, find: Any) -> Any:
    return lambda **props: Group(stack, vpc, [subnet], find, **props)


@pytest.mark.parametrize(
    ("phase", "sizes", "starts"),
    [
        ("scheduled", ("0", "4", "0"), ["2026-12-07T11:30:00Z", "2026-12-14T10:45:00Z"]),
        ("active", ("0", "4", "4"), ["2026-12-14T10:45:00Z"]),
        ("expired", ("0", "0", "0"), []),
    ],
)
def test_a_blocks_phase_decides_sizes_and_actions(
    make: Any, phase: str, sizes: tuple[str, ...], starts: list[str]
) -> None:
    group = make(capacity=Capacity.block(BLOCK, phase=phase))
    assert group.sizes() == sizes
    assert [action["StartTime"] for action in group.actions] == starts
    assert "Recurrence" not in str(group.actions)


@pytest.mark.parametrize("phase", ["scheduled", "active", "expired"])
def test_a_stack_update_keeps_what_the_actions_did(make: Any, phase: str) -> None:
    group = make(capacity=Capacity.block(BLOCK, phase=phase)).group
    policy = {"AutoScalingScheduledAction": {"IgnoreUnmodifiedGroupSizeProperties": True}}
    assert group["UpdatePolicy"] == policy
    assert "CreationPolicy" not in group
    assert "NewInstancesProtectedFromScaleIn" not in group["Properties"]


def test_scale_in_leaves_nothing_to_replace(make: Any) -> None:
    group = make(capacity=Capacity.block(BLOCK))
    assert [(item["MinSize"], item["MaxSize"], item["DesiredCapacity"]) for item in group.actions] == [
        (0, 4, 4),
        (0, 0, 0),
    ]


@pytest.mark.parametrize(("drain", "end"), [(0, "11:00:00Z"), (15, "10:45:00Z"), (120, "09:00:00Z")])
def test_scale_in_is_reclaim_minus_drain(make: Any, drain: int, end: str) -> None:
    group = make(capacity=Capacity.block(BLOCK, phase="active", drain_minutes=drain))
    assert group.actions[0]["StartTime"] == f"2026-12-14T{end}"


def test_nodes_of_an_ultraserver_go_earlier(make: Any) -> None:
    group = make(instance_type="trn2u.48xlarge", capacity=Capacity.block(BLOCK, phase="active", drain_minutes=0))
    assert group.actions[0]["StartTime"] == "2026-12-14T10:30:00Z"


def test_times_are_utc(make: Any) -> None:
    block = {**BLOCK, "end": "2026-12-14T13:30:00+02:00"}
    group = make(capacity=Capacity.block(block, phase="active", drain_minutes=0))
    assert group.actions[0]["StartTime"] == "2026-12-14T11:00:00Z"


@pytest.mark.parametrize(
    ("phase", "starts"),
    [
        (
            "scheduled",
            ["2026-12-07T11:30:00Z", "2026-12-14T10:45:00Z", "2026-12-14T11:30:00Z", "2026-12-21T10:45:00Z"],
        ),
        ("active", ["2026-12-14T10:45:00Z", "2026-12-14T11:30:00Z", "2026-12-21T10:45:00Z"]),
    ],
)
def test_consecutive_blocks_fill_and_empty_the_group_in_turn(make: Any, phase: str, starts: list[str]) -> None:
    group = make(capacity=Capacity.block(BLOCK, NEXT, phase=phase))
    assert sorted(action["StartTime"] for action in group.actions) == starts


def test_an_extension_changes_an_action_in_place(make: Any, stack: cdk.Stack) -> None:
    made = make(capacity=Capacity.block({**BLOCK, "end": "2026-12-28T11:30:00Z"})).made
    assert made.node.try_find_child("End202612071130") is not None


def test_a_block_has_no_placement_group(make: Any) -> None:
    group = make(capacity=Capacity.block(BLOCK))
    assert "PlacementGroup" not in group.props
    assert "CapacityReservationSpecification" not in group.props
    assert group.all("AWS::EC2::PlacementGroup") == []
    assert group.all("AWS::EC2::CapacityReservation") == []


def test_a_blocks_events_reach_people(make: Any) -> None:
    group = make(capacity=Capacity.block(BLOCK, notify_email="oncall@example.com"))
    kinds = {
        kind for rule in group.all("AWS::Events::Rule") for kind in rule["Properties"]["EventPattern"]["detail-type"]
    }
    assert kinds == {
        "Capacity Block Delivered",
        "Capacity Block Reservation Delivered",
        "Capacity Block Expiration Warning",
        "Capacity Block Reservation Expiration Warning",
        "EC2 Capacity Reservation Instance Interruption Warning",
    }
    (subscription,) = group.all("AWS::SNS::Subscription")
    assert subscription["Properties"]["Endpoint"] == "oncall@example.com"
    (configuration,) = group.props["NotificationConfigurations"]
    assert "autoscaling:EC2_INSTANCE_LAUNCH_ERROR" in configuration["NotificationTypes"]


def test_an_existing_topic_is_used(make: Any, stack: cdk.Stack) -> None:
    topic = sns.Topic.from_topic_arn(stack, "Theirs", "arn:aws:sns:us-east-2:111122223333:oncall")
    group = make(capacity=Capacity.block(BLOCK), topic=topic)
    assert group.all("AWS::SNS::Topic") == []
    assert group.made.topic is topic


def reserved(group: Group) -> dict[str, Any]:
    (found,) = group.all("AWS::EC2::CapacityReservation")
    props: dict[str, Any] = found["Properties"]
    return props


@pytest.mark.parametrize("bought", [Capacity.reservation(), Capacity.on_demand()])
def test_a_made_odcr_is_targeted_and_in_the_placement_group(make: Any, bought: Any) -> None:
    group = make(capacity=bought)
    reservation = reserved(group)
    assert (reservation["InstanceCount"], reservation["InstanceMatchCriteria"]) == (4, "targeted")
    assert reservation["AvailabilityZone"] == "us-east-2b"
    assert "PlacementGroupArn" in reservation
    specification = group.props["CapacityReservationSpecification"]
    assert specification["CapacityReservationPreference"] == "capacity-reservations-only"
    assert len(specification["CapacityReservationTarget"]["CapacityReservationIds"]) == 1
    assert "PlacementGroup" in group.props


def test_on_demand_without_fail_fast(make: Any) -> None:
    group = make(capacity=Capacity.on_demand(fail_fast=False))
    assert group.all("AWS::EC2::CapacityReservation") == []
    assert "CapacityReservationSpecification" not in group.props


def test_an_existing_odcr_outside_a_placement_group(make: Any) -> None:
    group = make(capacity=Capacity.reservation("cr-0123456789abcdef0"))
    target = group.props["CapacityReservationSpecification"]["CapacityReservationTarget"]
    assert target == {"CapacityReservationIds": ["cr-0123456789abcdef0"]}
    assert "PlacementGroup" not in group.props
    assert group.all("AWS::EC2::PlacementGroup") == []


def test_an_existing_odcr_in_its_placement_group(make: Any) -> None:
    group = make(capacity=Capacity.reservation("cr-0123456789abcdef0", placement_group="theirs"))
    assert group.props["PlacementGroup"] == "theirs"


def test_a_zone_id_stands_on_the_reservation(make: Any) -> None:
    reservation = reserved(make(capacity=Capacity.reservation(), zone_id="use2-az3"))
    assert reservation["AvailabilityZoneId"] == "use2-az3"
    assert "AvailabilityZone" not in reservation


@pytest.mark.parametrize("bought", [Capacity.on_demand(), Capacity.block(BLOCK), Capacity.reservation()])
def test_a_node_is_terminated_before_its_replacement_is_launched(make: Any, bought: Any) -> None:
    props = make(capacity=bought).props
    assert props["InstanceMaintenancePolicy"] == {"MinHealthyPercentage": 0, "MaxHealthyPercentage": 100}
    assert "AutoScalingRollingUpdate" not in str(props)


def test_placement_groups_are_clusters_without_tags(make: Any, stack: cdk.Stack) -> None:
    group = make(tags={"job": "llama"})
    cdk.Tags.of(stack).add("team", "training")
    (placement,) = group.all("AWS::EC2::PlacementGroup")
    assert placement["Properties"] == {"Strategy": "cluster"}
    tags = {tag["Key"]: tag["PropagateAtLaunch"] for tag in group.props["Tags"]}
    assert tags == {"job": True, "team": True}


def test_it_is_grantable_connectable_and_overridable(make: Any, stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    group = make()
    s3.Bucket(stack, "Data").grant_read(group.made)
    group.made.connections.allow_from(ec2.SecurityGroup(stack, "Head", vpc=vpc), ec2.Port.tcp(6006))
    group.made.node.default_child.add_property_override("Cooldown", "60")
    assert group.props["Cooldown"] == "60"
    assert len(group.all("AWS::IAM::Policy")) == 1


def test_identical_groups_share_a_launch_template(
    stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet, find: Any
) -> None:
    first = NodeGroup(
        stack, "A", vpc=vpc, subnets=[subnet], image=IMAGE, instance_type="trn1.32xlarge", capacity=Capacity.spot()
    )
    NodeGroup(
        stack,
        "B",
        vpc=vpc,
        subnets=[subnet],
        image=IMAGE,
        instance_type="trn1.32xlarge",
        capacity=Capacity.spot(),
        launch_template=first.launch_template,
    )
    assert len(find(stack, "AWS::EC2::LaunchTemplate")) == 1


@pytest.mark.parametrize(
    "props",
    [
        {"instance_type": "trn1n.32xlarge", "capacity": Capacity.spot()},
        {"capacity": Capacity.on_demand()},
        {"capacity": Capacity.block(BLOCK)},
    ],
)
def test_a_launch_template_for_other_nodes(
    stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet, props: dict[str, Any]
) -> None:
    place: Any = {"vpc": vpc, "subnets": [subnet], "image": IMAGE}
    first = NodeGroup(stack, "A", instance_type="trn1.32xlarge", capacity=Capacity.spot(), **place)
    given = {"instance_type": "trn1.32xlarge", **place, **props}
    with pytest.raises(PropsError) as caught:
        NodeGroup(stack, "B", launch_template=first.launch_template, **given)
    assert caught.value.codes == ["TRN014"]


def test_nvidia_nodes_boot_nvidias_image(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet, template: Any) -> None:
    image = NeuronImage(floating=True)
    NodeGroup(
        stack,
        "G",
        vpc=vpc,
        subnets=[subnet],
        image=image,
        instance_type="p5en.48xlarge",
        capacity=Capacity.block(BLOCK),
    )
    defaults = [item.get("Default", "") for item in template(stack)["Parameters"].values()]
    assert any("nvidia" in item for item in defaults)


def token(stack: cdk.Stack) -> int:
    count: int = cdk.CfnParameter(stack, "Nodes", type="Number", default=6).value_as_number  # type: ignore[assignment]
    return count


@pytest.mark.parametrize(
    ("props", "codes"),
    [
        ({"instance_type": "trn9.48xlarge"}, {"TRN010"}),
        ({"node_count": 0}, {"TRN001"}),
        ({"node_count": 2.5}, {"TRN001"}),
        ({"instance_type": "trn2u.48xlarge", "node_count": 6, "capacity": Capacity.block(BLOCK)}, {"TRN319"}),
        ({"placement_group": "pg", "capacity": Capacity.block(BLOCK)}, {"TRN315"}),
        ({"capacity": None}, {"TRN310"}),
        (
            {"instance_type": "trn1.2xlarge", "layout": "efa", "node_count": 0, "root_volume_gib": 1},
            {"TRN107", "TRN001"},
        ),
    ],
)
def test_misuse(make: Any, props: dict[str, Any], codes: set[str]) -> None:
    with pytest.raises(PropsError) as caught:
        make(**props)
    assert set(caught.value.codes) == codes


def test_every_bad_prop_is_named_at_once(make: Any) -> None:
    with pytest.raises(PropsError) as caught:
        make(instance_type="trn1.2xlarge", layout="efa", node_count=0, root_volume_gib=1)
    assert {item.prop for item in caught.value.problems} == {"layout", "node_count", "root_volume_gib"}


def test_a_token_is_no_count(make: Any, stack: cdk.Stack) -> None:
    with pytest.raises(PropsError) as caught:
        make(node_count=token(stack))
    assert caught.value.codes == ["TRN004"]


def test_subnets_of_two_zones(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    other = ec2.Subnet.from_subnet_attributes(
        stack, "Other", subnet_id="subnet-00000001", availability_zone="us-east-2c", route_table_id="rtb-1"
    )
    with pytest.raises(PropsError) as caught:
        NodeGroup(
            stack,
            "G",
            vpc=vpc,
            subnets=[subnet, other],
            image=IMAGE,
            instance_type="trn1.32xlarge",
            capacity=Capacity.spot(),
        )
    assert caught.value.codes == ["TRN401"]
    assert "cluster" in str(caught.value)
    assert "subnet" in str(caught.value)


@pytest.mark.parametrize("bought", [Capacity.on_demand(), Capacity.block(BLOCK)])
def test_a_block_and_a_reservation_need_a_zone(stack: cdk.Stack, vpc: ec2.IVpc, bought: Any) -> None:
    subnet = ec2.Subnet.from_subnet_id(stack, "Bare", "subnet-00000001")
    with pytest.raises(PropsError) as caught:
        NodeGroup(
            stack,
            "G",
            vpc=vpc,
            subnets=[subnet],
            image=IMAGE,
            instance_type="trn2.48xlarge",
            capacity=bought,
        )
    assert caught.value.codes == ["TRN603"]


@pytest.mark.parametrize(("count", "layout", "fits"), [(15, "efa", True), (16, "efa", False), (100, "efa-only", True)])
def test_a_group_fits_its_subnet(stack: cdk.Stack, vpc: ec2.IVpc, count: int, layout: str, fits: bool) -> None:
    subnet = ec2.CfnSubnet(stack, "S", vpc_id=vpc.vpc_id, cidr_block="10.0.0.0/24", availability_zone="us-east-2b")
    props: Any = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand(), "layout": layout}
    if fits:
        NodeGroup(stack, "G", vpc=vpc, subnets=[subnet], image=IMAGE, node_count=count, **props)
        return
    with pytest.raises(PropsError) as caught:
        NodeGroup(stack, "G", vpc=vpc, subnets=[subnet], image=IMAGE, node_count=count, **props)
    assert caught.value.codes == ["TRN330"]


def test_a_placement_group_of_another_stack(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet, find: Any) -> None:
    """A reference across stacks (K6-13) is a token; it is let through."""
    root = cdk.Stage.of(stack)
    assert root is not None
    other = cdk.Stack(root, "Other", env=cdk.Environment(region="us-east-2"))
    group = ec2.CfnPlacementGroup(other, "Theirs", strategy="cluster")
    NodeGroup(
        stack,
        "G",
        vpc=vpc,
        subnets=[subnet],
        image=IMAGE,
        instance_type="trn1.32xlarge",
        capacity=Capacity.spot(),
        placement_group=group.ref,
    )
    (made,) = find(stack, "AWS::AutoScaling::AutoScalingGroup")
    assert made["Properties"]["PlacementGroup"]["Fn::GetStackOutput"]["StackName"] == "Other"


def test_a_design_says_so(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet, template: Any) -> None:
    group = EfaSecurityGroup(stack, "Efa", vpc=vpc)
    NodeGroup(
        stack,
        "G",
        vpc=vpc,
        subnets=[subnet],
        instance_type="trn3-gen1",
        node_count=4,
        security_group=group,
        design_only=True,
    )
    made = template(stack)
    (assertion,) = made["Rules"]["DesignOnly"]["Assertions"]
    assert assertion["Assert"] == {"Fn::Equals": ["design", "deployable"]}
    assert any("TRN011" in reason for reason in made["Metadata"]["cdk-trainium"]["design_only"])
