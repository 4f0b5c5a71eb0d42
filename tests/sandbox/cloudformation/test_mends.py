"""What moto lets go and EC2 does not, and what moto refuses and S3 does not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError

from cdk_trainium.sandbox.cloudformation.mends.resource_groups import members

if TYPE_CHECKING:
    from cdk_trainium.sandbox.state import AccountState

from .conftest import aws


@pytest.fixture
def ec2(account: AccountState) -> Any:
    del account
    return aws("ec2")


@pytest.fixture
def vpc(ec2: Any) -> str:
    return str(ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"])


@pytest.fixture
def subnet(ec2: Any, vpc: str) -> str:
    return str(ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"])


def group(ec2: Any, vpc: str, name: str = "one") -> str:
    return str(ec2.create_security_group(GroupName=name, Description=name, VpcId=vpc)["GroupId"])


def refused(operation: Any, **params: str) -> None:
    with pytest.raises(ClientError) as caught:
        operation(**params)
    assert caught.value.response["Error"]["Code"] == "DependencyViolation"


def test_a_subnet_with_an_interface_stays_until_the_interface_goes(ec2: Any, subnet: str) -> None:
    interface = ec2.create_network_interface(SubnetId=subnet)["NetworkInterface"]["NetworkInterfaceId"]
    refused(ec2.delete_subnet, SubnetId=subnet)
    ec2.delete_network_interface(NetworkInterfaceId=interface)
    ec2.delete_subnet(SubnetId=subnet)


def test_a_group_on_an_interface_stays(ec2: Any, vpc: str, subnet: str) -> None:
    used, free = group(ec2, vpc), group(ec2, vpc, "two")
    ec2.create_network_interface(SubnetId=subnet, Groups=[used])
    refused(ec2.delete_security_group, GroupId=used)
    ec2.delete_security_group(GroupId=free)


def test_a_group_that_another_names_stays_and_one_that_names_itself_goes(ec2: Any, vpc: str) -> None:
    named, naming = group(ec2, vpc), group(ec2, vpc, "two")
    for target in (naming, named):
        rule = [{"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": named}]}]
        ec2.authorize_security_group_ingress(GroupId=target, IpPermissions=rule)
    refused(ec2.delete_security_group, GroupId=named)
    ec2.delete_security_group(GroupId=naming)
    ec2.delete_security_group(GroupId=named)


def test_a_network_with_a_gateway_stays_until_it_is_detached(ec2: Any, vpc: str) -> None:
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    refused(ec2.delete_vpc, VpcId=vpc)
    ec2.detach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    ec2.delete_vpc(VpcId=vpc)


def test_a_network_with_a_group_of_its_own_stays(ec2: Any, vpc: str) -> None:
    own = group(ec2, vpc)
    refused(ec2.delete_vpc, VpcId=vpc)
    ec2.delete_security_group(GroupId=own)
    ec2.delete_vpc(VpcId=vpc)


def test_a_nat_gateways_interface_goes_with_it(ec2: Any, subnet: str) -> None:
    address = ec2.allocate_address(Domain="vpc")
    gateway = ec2.create_nat_gateway(SubnetId=subnet, AllocationId=address["AllocationId"])["NatGateway"]
    refused(ec2.delete_subnet, SubnetId=subnet)
    ec2.delete_nat_gateway(NatGatewayId=gateway["NatGatewayId"])
    ec2.delete_subnet(SubnetId=subnet)
    ec2.release_address(AllocationId=address["AllocationId"])


def test_a_bucket_policy_with_a_condition_does_not_refuse_everything(account: AccountState) -> None:
    del account
    s3 = aws("s3")
    s3.create_bucket(Bucket="kept", CreateBucketConfiguration={"LocationConstraint": "us-east-2"})
    insecure = {"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": "arn:aws:s3:::kept/*"}
    conditional = {**insecure, "Condition": {"Bool": {"aws:SecureTransport": "false"}}}
    s3.put_bucket_policy(Bucket="kept", Policy=json.dumps({"Version": "2012-10-17", "Statement": [conditional]}))
    s3.put_object(Bucket="kept", Key="a", Body=b"")
    s3.put_bucket_policy(Bucket="kept", Policy=json.dumps({"Version": "2012-10-17", "Statement": [insecure]}))
    with pytest.raises(ClientError, match=r"Forbidden|Denied"):
        s3.put_object(Bucket="kept", Key="b", Body=b"")


def test_a_resource_group_has_members(account: AccountState) -> None:
    del account
    groups = aws("resource-groups")
    pool = [{"Type": "AWS::EC2::CapacityReservationPool"}]
    groups.create_group(Name="pool", Configuration=pool)
    arn = "arn:aws:ec2:us-east-2:123456789012:capacity-reservation/cr-0123456789abcdef0"
    groups.group_resources(Group="pool", ResourceArns=[arn])
    assert members("123456789012", "us-east-2", "pool") == [arn]
    found = groups.list_group_resources(Group="pool")["Resources"]
    assert [item["Identifier"]["ResourceArn"] for item in found] == [arn]
    groups.ungroup_resources(Group="pool", ResourceArns=[arn])
    assert not groups.list_group_resources(Group="pool")["Resources"]
