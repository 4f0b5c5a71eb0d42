"""UltraServer: whole units, one block and one group each."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import Capacity, NeuronImage, PropsError, UltraServer


def block(number: int) -> Any:
    times = {"start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
    return Capacity.block({"reservation_id": f"cr-{number:017x}", **times})


@pytest.fixture
def make(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> Any:
    image = NeuronImage(id="ami-0123456789abcdef0")
    return lambda **props: UltraServer(stack, "Pod", vpc=vpc, subnets=[subnet], image=image, **props)


def test_each_unit_has_its_own_block_and_group(make: Any, stack: cdk.Stack, find: Any) -> None:
    made = make(capacity=[block(1), block(2), block(3)])
    assert len(made.units) == 3
    groups = [item["Properties"] for item in find(stack, "AWS::AutoScaling::AutoScalingGroup")]
    assert [group["MaxSize"] for group in groups] == ["4", "4", "4"]
    templates = [item["Properties"]["LaunchTemplateData"] for item in find(stack, "AWS::EC2::LaunchTemplate")]
    targets = [item["CapacityReservationSpecification"]["CapacityReservationTarget"] for item in templates]
    assert [target["CapacityReservationId"] for target in targets] == [f"cr-{number:017x}" for number in (1, 2, 3)]
    assert {item["InstanceType"] for item in templates} == {"trn2u.48xlarge"}


def test_units_share_group_role_and_topic_and_no_placement_group(make: Any, stack: cdk.Stack, find: Any) -> None:
    make(capacity=[block(1), block(2)])
    for kind in ("AWS::EC2::SecurityGroup", "AWS::IAM::Role", "AWS::SNS::Topic"):
        assert len(find(stack, kind)) == 1, kind
    assert find(stack, "AWS::EC2::PlacementGroup") == []


def test_a_unit_is_emptied_an_hour_and_its_drain_time_before_the_end(make: Any, stack: cdk.Stack, find: Any) -> None:
    make(capacity=[block(1)])
    times = {item["Properties"]["StartTime"] for item in find(stack, "AWS::AutoScaling::ScheduledAction")}
    assert times == {"2026-12-07T11:30:00Z", "2026-12-14T10:15:00Z"}


def test_a_design_shares_one_launch_template(make: Any, stack: cdk.Stack, find: Any) -> None:
    made = make(ultraserver="trn3-ultraserver-gen2", node_count=72, design_only=True)
    assert len(made.units) == 2
    assert len(find(stack, "AWS::EC2::LaunchTemplate")) == 1
    assert find(stack, "AWS::EC2::PlacementGroup") == []


def test_a_token_is_no_node_count(make: Any, stack: cdk.Stack) -> None:
    """`token % 4 == 0` is true (K6-05)."""
    count = cdk.CfnParameter(stack, "Nodes", type="Number", default=6).value_as_number
    assert count % 4 == 0
    with pytest.raises(PropsError) as caught:
        make(node_count=count, capacity=[block(1)])
    assert caught.value.codes == ["TRN004"]
    assert "node count" in str(caught.value)


@pytest.mark.parametrize(
    ("props", "code"),
    [
        ({"node_count": 6, "capacity": [block(1)]}, "TRN319"),
        ({"node_count": 8, "capacity": [block(1)]}, "TRN322"),
        ({"node_count": 8}, "TRN310"),
        ({"ultraserver": "trn9", "capacity": [block(1)]}, "TRN010"),
        ({"ultraserver": "trn3-ultraserver-gen1", "capacity": [block(1)]}, "TRN011"),
        ({"capacity": [Capacity.spot()]}, "TRN001"),
    ],
)
def test_misuse(make: Any, props: dict[str, Any], code: str) -> None:
    with pytest.raises(PropsError) as caught:
        make(**props)
    assert caught.value.codes == [code]
