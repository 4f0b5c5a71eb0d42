"""NodeLaunchTemplate: what EC2 gets for every type of the catalog, in every layout."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_s3 as s3

from cdk_trainium import Capacity, EfaSecurityGroup, NeuronImage, NodeLaunchTemplate, PropsError
from cdk_trainium.catalog import InstanceTypeInfo, default
from cdk_trainium.constraints import Interface, check_interfaces

TYPES = default().types
BLOCK = {"reservation_id": "cr-0123456789abcdef0", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
AMI = "ami-0123456789abcdef0"


def layouts(info: InstanceTypeInfo) -> list[str | None]:
    return [None, "interface", *(["efa", "efa-only"] if info.efa_count and info.network_cards else [])]


CASES = [(name, layout) for name, info in TYPES.items() for layout in layouts(info)]


def capacity(info: InstanceTypeInfo) -> Any:
    if not info.launchable:
        return None
    classes = info.usage_classes or ("on-demand",)
    return Capacity.block(BLOCK) if classes[0] == "capacity-block" else Capacity.on_demand()


@pytest.fixture(scope="module")
def every(context: Any) -> dict[tuple[str, str | None], dict[str, Any]]:
    """Launch template data of every type and layout, from one synthesis."""
    stack = cdk.Stack(cdk.App(context=dict(context)), "Every")
    vpc = ec2.Vpc.from_vpc_attributes(stack, "Vpc", vpc_id="vpc-0123456789abcdef0", availability_zones=["us-east-2b"])
    group = EfaSecurityGroup(stack, "Efa", vpc=vpc)
    role = iam.Role(stack, "Role", assumed_by=iam.ServicePrincipal("ec2.amazonaws.com"))
    ids = {}
    for index, (name, layout) in enumerate(CASES):
        info = TYPES[name]
        made = NodeLaunchTemplate(
            stack,
            f"T{index}",
            instance_type=name,
            layout=layout,
            security_group=group,
            role=role,
            image=NeuronImage(id=AMI),
            capacity=capacity(info),
            design_only=not info.launchable or None,
        )
        ids[stack.get_logical_id(made.resource)] = (name, layout)
    stage = cdk.Stage.of(stack)
    assert stage is not None
    resources = stage.synth().get_stack_artifact(stack.artifact_id).template["Resources"]
    return {case: resources[logical]["Properties"]["LaunchTemplateData"] for logical, case in ids.items()}


@pytest.mark.parametrize("case", CASES)
def test_ec2_accepts_the_interfaces(every: Any, case: tuple[str, str | None]) -> None:
    made = [
        Interface(item["NetworkCardIndex"], item["DeviceIndex"], item["InterfaceType"])
        for item in every[case]["NetworkInterfaces"]
    ]
    assert check_interfaces(TYPES[case[0]], made) == []


@pytest.mark.parametrize("case", CASES)
def test_every_interface_lists_its_groups_and_goes_with_its_node(every: Any, case: tuple[str, str | None]) -> None:
    data = every[case]
    assert "SecurityGroupIds" not in data
    for item in data["NetworkInterfaces"]:
        assert item["Groups"]
        assert item["DeleteOnTermination"] is True
        assert "AssociatePublicIpAddress" not in item


@pytest.mark.parametrize("case", CASES)
def test_metadata_service_and_root_volume(every: Any, case: tuple[str, str | None]) -> None:
    data = every[case]
    assert data["MetadataOptions"]["HttpTokens"] == "required"
    (root,) = data["BlockDeviceMappings"]
    assert root["Ebs"]["Encrypted"] is True
    assert root["Ebs"]["VolumeType"] == "gp3"
    assert root["Ebs"]["VolumeSize"] == (512 if TYPES[case[0]].neuron else 200)


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_lost_between_dict_and_template(every: Any, case: tuple[str, str | None]) -> None:
    """An L1 class drops a misspelt key of a dict without a word."""
    data = every[case]
    always = {"InstanceType", "ImageId", "IamInstanceProfile", "MetadataOptions", "BlockDeviceMappings"}
    assert set(data) >= always | {"NetworkInterfaces", "TagSpecifications"}
    keys = {"NetworkCardIndex", "DeviceIndex", "InterfaceType", "Groups", "DeleteOnTermination"}
    assert all(set(item) == keys for item in data["NetworkInterfaces"])
    assert {item["ResourceType"] for item in data["TagSpecifications"]} == {"instance", "volume", "network-interface"}


def make(stack: cdk.Stack, vpc: ec2.IVpc, **props: Any) -> NodeLaunchTemplate:
    given = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand(), "image": NeuronImage(id=AMI), **props}
    return NodeLaunchTemplate(stack, "Node", security_group=EfaSecurityGroup(stack, "Efa", vpc=vpc), **given)


def data_of(find: Any, stack: cdk.Stack) -> dict[str, Any]:
    (found,) = find(stack, "AWS::EC2::LaunchTemplate")
    data: dict[str, Any] = found["Properties"]["LaunchTemplateData"]
    return data


def test_a_block_needs_market_type_and_target(stack: cdk.Stack, vpc: ec2.IVpc, find: Any) -> None:
    make(stack, vpc, capacity=Capacity.block(BLOCK))
    data = data_of(find, stack)
    assert data["InstanceMarketOptions"] == {"MarketType": "capacity-block"}
    target = {"CapacityReservationTarget": {"CapacityReservationId": "cr-0123456789abcdef0"}}
    assert data["CapacityReservationSpecification"] == target
    assert "Placement" not in data


def test_consecutive_blocks_are_one_target(stack: cdk.Stack, vpc: ec2.IVpc, find: Any) -> None:
    second = {"reservation_id": "cr-0123456789abcdef1", "start": BLOCK["end"], "end": "2026-12-21T11:30:00Z"}
    make(stack, vpc, capacity=Capacity.block(BLOCK, second))
    (pool,) = find(stack, "AWS::ResourceGroups::Group")
    assert len(pool["Properties"]["Resources"]) == 2
    assert pool["Properties"]["Configuration"][0] == {"Type": "AWS::EC2::CapacityReservationPool"}
    parameters = pool["Properties"]["Configuration"][1]["Parameters"]
    assert parameters == [{"Name": "allowed-resource-types", "Values": ["AWS::EC2::CapacityReservation"]}]
    target = data_of(find, stack)["CapacityReservationSpecification"]["CapacityReservationTarget"]
    assert list(target) == ["CapacityReservationResourceGroupArn"]


def test_spot(stack: cdk.Stack, vpc: ec2.IVpc, find: Any) -> None:
    make(stack, vpc, instance_type="trn1.32xlarge", capacity=Capacity.spot())
    assert data_of(find, stack)["InstanceMarketOptions"]["MarketType"] == "spot"


@pytest.mark.parametrize("bought", [Capacity.on_demand(), Capacity.reservation("cr-0123456789abcdef0")])
def test_an_odcr_is_not_the_templates_business(stack: cdk.Stack, vpc: ec2.IVpc, find: Any, bought: Any) -> None:
    make(stack, vpc, capacity=bought)
    data = data_of(find, stack)
    assert not {"InstanceMarketOptions", "CapacityReservationSpecification", "Placement"} & set(data)


def test_a_customer_key(stack: cdk.Stack, vpc: ec2.IVpc, find: Any) -> None:
    key = kms.Key.from_key_arn(stack, "Key", "arn:aws:kms:us-east-2:111122223333:key/1234abcd")
    make(stack, vpc, encryption_key=key, root_volume_gib=1000)
    ebs = data_of(find, stack)["BlockDeviceMappings"][0]["Ebs"]
    assert (ebs["KmsKeyId"], ebs["VolumeSize"]) == ("arn:aws:kms:us-east-2:111122223333:key/1234abcd", 1000)


def test_tags_of_the_app_reach_what_is_launched(stack: cdk.Stack, vpc: ec2.IVpc, find: Any) -> None:
    make(stack, vpc, tags={"job": "llama"})
    cdk.Tags.of(stack).add("team", "training")
    for item in data_of(find, stack)["TagSpecifications"]:
        tags = {tag["Key"]: tag["Value"] for tag in item["Tags"]}
        assert tags == {"Name": "Test/Node", "job": "llama", "team": "training"}


def test_a_further_group_and_a_subnet_stand_on_every_interface(
    stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet, find: Any
) -> None:
    further = ec2.SecurityGroup.from_security_group_id(stack, "Nfs", "sg-0123456789abcdef0")
    make(stack, vpc, further_security_groups=[further], subnet=subnet)
    for item in data_of(find, stack)["NetworkInterfaces"]:
        assert item["Groups"][1] == "sg-0123456789abcdef0"
        assert item["SubnetId"] == "subnet-0123456789abcdef0"


def test_the_role_can_be_granted_more(stack: cdk.Stack, vpc: ec2.IVpc, find: Any) -> None:
    made = make(stack, vpc)
    s3.Bucket(stack, "Data").grant_read(made)
    (policy,) = find(stack, "AWS::IAM::Policy")
    assert policy["Properties"]["Roles"] == [stack.resolve(made.role.role_name)]


def test_user_data_over_the_limit(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    with pytest.raises(PropsError) as caught:
        make(stack, vpc, user_data="x" * 16_385)
    assert caught.value.codes == ["TRN510"]


@pytest.mark.parametrize(
    ("props", "codes"),
    [
        ({"instance_type": "trn9.48xlarge"}, {"TRN010"}),
        ({"instance_type": "trn1.2xlarge", "layout": "efa"}, {"TRN107"}),
        ({"capacity": None}, {"TRN310"}),
        ({"image": None}, {"TRN501"}),
        ({"instance_type": "trn3-gen2", "capacity": Capacity.block(BLOCK)}, {"TRN011"}),
        ({"root_volume_gib": 4, "layout": "cards"}, {"TRN001"}),
    ],
)
def test_misuse(stack: cdk.Stack, vpc: ec2.IVpc, props: dict[str, Any], codes: set[str]) -> None:
    with pytest.raises(PropsError) as caught:
        make(stack, vpc, **props)
    assert set(caught.value.codes) == codes
    assert caught.value.where == "Test/Node"
