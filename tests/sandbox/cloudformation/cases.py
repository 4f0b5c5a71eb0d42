"""One case per resource type: a stack that holds it, a change of it, and what the change does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .shapes import IMAGE, VPC, group, subnet

Props = dict[str, Any]
IN_PLACE, REPLACED = "False", "True"


@dataclass(frozen=True)
class Case:
    """``one`` is made, then changed to ``two``, around it are ``beside``."""

    type: str
    one: Props
    two: Props
    change: str = IN_PLACE
    beside: dict[str, Any] = field(default_factory=dict)
    attributes: tuple[str, ...] = ()


def made(kind: str, **props: Any) -> dict[str, Any]:
    return {"Type": f"AWS::{kind}", "Properties": props}


def tag(value: str) -> list[dict[str, str]]:
    return [{"Key": "team", "Value": value}]


def ref(name: str) -> dict[str, str]:
    return {"Ref": name}


def att(name: str, attribute: str) -> dict[str, list[str]]:
    return {"Fn::GetAtt": [name, attribute]}


TRUST = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}],
}


def policy(action: str, **more: Any) -> Props:
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": action, "Resource": "*", **more}]}


NETWORK = {"Vpc": VPC, "Subnet": subnet()}
TABLE = {**NETWORK, "Table": made("EC2::RouteTable", VpcId=ref("Vpc"))}
GATEWAY = made("EC2::InternetGateway")
ATTACHED = {
    **TABLE,
    "Gateway": GATEWAY,
    "Attached": made("EC2::VPCGatewayAttachment", VpcId=ref("Vpc"), InternetGatewayId=ref("Gateway")),
}
FIREWALL = {**NETWORK, "Firewall": made("EC2::SecurityGroup", GroupDescription="one", VpcId=ref("Vpc"))}
ROLE = {"Role": made("IAM::Role", AssumeRolePolicyDocument=TRUST)}
TOPIC = {"Topic": made("SNS::Topic")}
KEY = {"Key": made("KMS::Key", KeyPolicy=policy("kms:*", Principal={"AWS": "*"}))}
LOGS = {"Logs": made("Logs::LogGroup")}
BUCKET = {"Bucket": made("S3::Bucket")}
ALARM = {
    "Namespace": "n",
    "MetricName": "m",
    "Statistic": "Sum",
    "Period": "60",
    "EvaluationPeriods": "1",
    "ComparisonOperator": "GreaterThanThreshold",
}
RESERVED = {
    "AvailabilityZone": "us-east-2b",
    "InstanceType": "trn2.48xlarge",
    "InstancePlatform": "Linux/UNIX",
    "InstanceMatchCriteria": "targeted",
}
NODE = {"ImageId": IMAGE, "InstanceType": "c5.large", "SubnetId": ref("Subnet")}
ONE_RULE = {"IpProtocol": "tcp", "FromPort": 443, "ToPort": "443", "CidrIp": "10.0.0.0/8"}
FLOW = {
    "ResourceId": ref("Vpc"),
    "ResourceType": "VPC",
    "TrafficType": "ALL",
    "LogGroupName": ref("Logs"),
    "DeliverLogsPermissionArn": att("Role", "Arn"),
}
ALLOWED = [{"Name": "allowed-resource-types", "Values": ["AWS::EC2::CapacityReservation"]}]
POOL = [
    {"Type": "AWS::EC2::CapacityReservationPool"},
    {"Type": "AWS::ResourceGroups::Generic", "Parameters": ALLOWED},
]
LATER = "2099-01-01T00:00:00Z"

CASES = [
    Case(
        "EC2::VPC",
        {"CidrBlock": "10.0.0.0/16", "Tags": tag("a")},
        {"CidrBlock": "10.0.0.0/16", "EnableDnsHostnames": "true", "Tags": tag("b")},
        attributes=("CidrBlock", "DefaultSecurityGroup", "DefaultNetworkAcl", "VpcId"),
    ),
    Case(
        "EC2::Subnet",
        {"VpcId": ref("Vpc"), "CidrBlock": "10.0.1.0/24", "AvailabilityZoneId": "use2-az3"},
        {
            "VpcId": ref("Vpc"),
            "CidrBlock": "10.0.1.0/24",
            "AvailabilityZoneId": "use2-az3",
            "MapPublicIpOnLaunch": True,
            "Tags": tag("a"),
        },
        beside={"Vpc": VPC},
        attributes=("AvailabilityZone", "AvailabilityZoneId", "CidrBlock", "VpcId", "NetworkAclAssociationId"),
    ),
    Case("EC2::RouteTable", {"VpcId": ref("Vpc")}, {"VpcId": ref("Vpc"), "Tags": tag("a")}, beside=NETWORK),
    Case(
        "EC2::SubnetRouteTableAssociation",
        {"RouteTableId": ref("Table"), "SubnetId": ref("Subnet")},
        {"RouteTableId": ref("Table"), "SubnetId": ref("Other")},
        REPLACED,
        beside={**TABLE, "Other": subnet("10.0.2.0/24")},
        attributes=("Id",),
    ),
    Case("EC2::InternetGateway", {}, {"Tags": tag("a")}, attributes=("InternetGatewayId",)),
    Case(
        "EC2::VPCGatewayAttachment",
        {"VpcId": ref("Vpc"), "InternetGatewayId": ref("Gateway")},
        {"VpcId": ref("Other"), "InternetGatewayId": ref("Second")},
        REPLACED,
        beside={"Vpc": VPC, "Other": VPC, "Gateway": GATEWAY, "Second": GATEWAY},
    ),
    Case(
        "EC2::Route",
        {"RouteTableId": ref("Table"), "DestinationCidrBlock": "0.0.0.0/0", "GatewayId": ref("Gateway")},
        {"RouteTableId": ref("Table"), "DestinationCidrBlock": "1.0.0.0/8", "GatewayId": ref("Gateway")},
        REPLACED,
        beside=ATTACHED,
        attributes=("CidrBlock",),
    ),
    Case("EC2::EIP", {"Domain": "vpc"}, {"Domain": "vpc", "Tags": tag("a")}, attributes=("AllocationId", "PublicIp")),
    Case(
        "EC2::NatGateway",
        {"SubnetId": ref("Subnet"), "AllocationId": att("Address", "AllocationId")},
        {"SubnetId": ref("Subnet"), "AllocationId": att("Address", "AllocationId"), "Tags": tag("a")},
        beside={**ATTACHED, "Address": made("EC2::EIP", Domain="vpc")},
        attributes=("NatGatewayId",),
    ),
    Case(
        "EC2::VPCEndpoint",
        {
            "VpcId": ref("Vpc"),
            "ServiceName": "com.amazonaws.us-east-2.ssm",
            "VpcEndpointType": "Interface",
            "SubnetIds": [ref("Subnet")],
            "SecurityGroupIds": [ref("Firewall")],
            "PrivateDnsEnabled": True,
        },
        {
            "VpcId": ref("Vpc"),
            "ServiceName": "com.amazonaws.us-east-2.ssm",
            "VpcEndpointType": "Interface",
            "SubnetIds": [ref("Subnet")],
            "SecurityGroupIds": [ref("Firewall")],
            "PrivateDnsEnabled": True,
            "PolicyDocument": policy("ssm:*", Principal="*"),
            "Tags": tag("a"),
        },
        beside=FIREWALL,
        attributes=("Id",),
    ),
    Case(
        "EC2::FlowLog",
        FLOW,
        {**FLOW, "LogGroupName": ref("Other")},
        REPLACED,
        beside={"Vpc": VPC, **LOGS, "Other": LOGS["Logs"], **ROLE},
        attributes=("Id",),
    ),
    Case(
        "EC2::SecurityGroup",
        {"GroupDescription": "one", "VpcId": ref("Vpc"), "SecurityGroupEgress": [ONE_RULE]},
        {
            "GroupDescription": "one",
            "VpcId": ref("Vpc"),
            "SecurityGroupIngress": [{**ONE_RULE, "Description": "in"}],
            "Tags": tag("a"),
        },
        beside={"Vpc": VPC},
        attributes=("GroupId", "VpcId"),
    ),
    Case(
        "EC2::SecurityGroupIngress",
        {"GroupId": ref("Firewall"), "IpProtocol": "-1", "SourceSecurityGroupId": ref("Firewall")},
        {"GroupId": ref("Firewall"), "IpProtocol": "tcp", "FromPort": 1, "ToPort": 2, "CidrIp": "10.0.0.0/8"},
        REPLACED,
        beside=FIREWALL,
        attributes=("Id",),
    ),
    Case(
        "EC2::SecurityGroupEgress",
        {"GroupId": ref("Firewall"), "IpProtocol": "-1", "DestinationSecurityGroupId": ref("Firewall")},
        {"GroupId": ref("Firewall"), "IpProtocol": "tcp", "FromPort": 1, "ToPort": 2, "CidrIp": "10.0.0.0/8"},
        REPLACED,
        beside=FIREWALL,
        attributes=("Id",),
    ),
    Case(
        "EC2::LaunchTemplate",
        {"LaunchTemplateData": {"ImageId": IMAGE, "InstanceType": "c5.large"}},
        {"LaunchTemplateData": {"ImageId": IMAGE, "InstanceType": "c5.xlarge", "UserData": {"Fn::Base64": "#!"}}},
        attributes=("LaunchTemplateId", "LatestVersionNumber", "DefaultVersionNumber"),
    ),
    Case(
        "EC2::Instance",
        NODE,
        {**NODE, "InstanceType": "c5.xlarge", "Tags": tag("a")},
        beside=NETWORK,
        attributes=("PrivateIp", "AvailabilityZone", "VpcId", "InstanceId"),
    ),
    Case("EC2::PlacementGroup", {"Strategy": "cluster"}, {"Strategy": "spread"}, REPLACED, attributes=("GroupName",)),
    Case(
        "EC2::CapacityReservation",
        {**RESERVED, "InstanceCount": 2},
        {**RESERVED, "InstanceCount": 3},
        attributes=("Id", "AvailableInstanceCount", "TotalInstanceCount", "AvailabilityZone"),
    ),
    Case(
        "AutoScaling::AutoScalingGroup",
        {**group(1)["Group"]["Properties"], "Tags": [{"Key": "a", "Value": "1", "PropagateAtLaunch": True}]},
        {**group(2)["Group"]["Properties"], "MetricsCollection": [{"Granularity": "1Minute"}]},
        beside={name: entry for name, entry in group(0).items() if name != "Group"},
        attributes=("AutoScalingGroupARN",),
    ),
    Case(
        "AutoScaling::ScheduledAction",
        {"AutoScalingGroupName": ref("Group"), "DesiredCapacity": 1, "StartTime": LATER},
        {"AutoScalingGroupName": ref("Group"), "DesiredCapacity": 2, "StartTime": LATER},
        beside=group(0),
        attributes=("ScheduledActionName",),
    ),
    Case(
        "AutoScaling::LifecycleHook",
        {"AutoScalingGroupName": ref("Group"), "LifecycleTransition": "autoscaling:EC2_INSTANCE_LAUNCHING"},
        {
            "AutoScalingGroupName": ref("Group"),
            "LifecycleTransition": "autoscaling:EC2_INSTANCE_LAUNCHING",
            "HeartbeatTimeout": "60",
        },
        beside=group(0),
    ),
    Case(
        "AutoScaling::ScalingPolicy",
        {"AutoScalingGroupName": ref("Group"), "AdjustmentType": "ChangeInCapacity", "ScalingAdjustment": 1},
        {"AutoScalingGroupName": ref("Group"), "AdjustmentType": "ChangeInCapacity", "ScalingAdjustment": 2},
        beside=group(0),
        attributes=("Arn", "PolicyName"),
    ),
    Case(
        "IAM::Role",
        {
            "AssumeRolePolicyDocument": TRUST,
            "Policies": [{"PolicyName": "one", "PolicyDocument": policy("s3:GetObject")}],
            "Tags": tag("a"),
        },
        {
            "AssumeRolePolicyDocument": {**TRUST, "Id": "changed"},
            "Description": "changed",
            "ManagedPolicyArns": [ref("Managed")],
            "Policies": [{"PolicyName": "two", "PolicyDocument": policy("s3:PutObject")}],
            "Tags": tag("b"),
        },
        beside={"Managed": made("IAM::ManagedPolicy", PolicyDocument=policy("ec2:*"))},
        attributes=("Arn", "RoleId"),
    ),
    Case(
        "IAM::Policy",
        {"PolicyName": "one", "PolicyDocument": policy("s3:GetObject"), "Roles": [ref("Role")]},
        {"PolicyName": "one", "PolicyDocument": policy("s3:PutObject"), "Roles": [ref("Role")]},
        beside=ROLE,
    ),
    Case(
        "IAM::ManagedPolicy",
        {"PolicyDocument": policy("s3:GetObject"), "Roles": [ref("Role")]},
        {"PolicyDocument": policy("s3:PutObject")},
        beside=ROLE,
        attributes=("PolicyArn",),
    ),
    Case(
        "IAM::InstanceProfile",
        {"Roles": [ref("Role")]},
        {"Roles": [ref("Second")]},
        beside={**ROLE, "Second": ROLE["Role"]},
        attributes=("Arn",),
    ),
    Case(
        "Logs::LogGroup",
        {"RetentionInDays": 7, "Tags": tag("a")},
        {"RetentionInDays": 30, "Tags": tag("b")},
        attributes=("Arn",),
    ),
    Case(
        "SNS::Topic",
        {"DisplayName": "one", "Subscription": [{"Protocol": "email", "Endpoint": "a@example.com"}]},
        {"DisplayName": "two", "Tags": tag("a")},
        attributes=("TopicArn", "TopicName"),
    ),
    Case(
        "SNS::Subscription",
        {"TopicArn": ref("Topic"), "Protocol": "email", "Endpoint": "a@example.com"},
        {"TopicArn": ref("Topic"), "Protocol": "email", "Endpoint": "b@example.com"},
        REPLACED,
        beside=TOPIC,
        attributes=("Arn",),
    ),
    Case(
        "SNS::TopicPolicy",
        {"Topics": [ref("Topic")], "PolicyDocument": policy("sns:Publish", Principal="*")},
        {"Topics": [ref("Topic")], "PolicyDocument": policy("sns:Subscribe", Principal="*")},
        beside=TOPIC,
        attributes=("Id",),
    ),
    Case(
        "Events::Rule",
        {"EventPattern": {"source": ["aws.ec2"]}, "Targets": [{"Id": "a", "Arn": ref("Topic")}]},
        {"EventPattern": {"source": ["aws.ec2"]}, "State": "DISABLED", "Targets": [{"Id": "b", "Arn": ref("Topic")}]},
        beside=TOPIC,
        attributes=("Arn",),
    ),
    Case("CloudWatch::Alarm", {**ALARM, "Threshold": 1}, {**ALARM, "Threshold": "2"}, attributes=("Arn",)),
    Case(
        "S3::Bucket",
        {"PublicAccessBlockConfiguration": {"BlockPublicAcls": True}},
        {
            "VersioningConfiguration": {"Status": "Enabled"},
            "BucketEncryption": {
                "ServerSideEncryptionConfiguration": [{"ServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}]
            },
            "LifecycleConfiguration": {"Rules": [{"Id": "a", "Status": "Enabled", "ExpirationInDays": 1}]},
            "Tags": tag("a"),
        },
        attributes=("Arn", "DomainName", "RegionalDomainName"),
    ),
    Case(
        "S3::BucketPolicy",
        {"Bucket": ref("Bucket"), "PolicyDocument": policy("s3:GetObject", Principal="*")},
        {"Bucket": ref("Bucket"), "PolicyDocument": policy("s3:PutObject", Principal="*")},
        beside=BUCKET,
    ),
    Case(
        "KMS::Key",
        {"KeyPolicy": policy("kms:*", Principal={"AWS": "*"})},
        {"KeyPolicy": policy("kms:*", Principal={"AWS": "*"}), "EnableKeyRotation": True, "Tags": tag("a")},
        attributes=("Arn", "KeyId"),
    ),
    Case(
        "KMS::Alias",
        {"AliasName": "alias/one", "TargetKeyId": ref("Key")},
        {"AliasName": "alias/one", "TargetKeyId": ref("Other")},
        beside={**KEY, "Other": KEY["Key"]},
    ),
    Case(
        "SSM::Parameter",
        {"Type": "String", "Value": "one"},
        {"Type": "String", "Value": "two", "Tags": {"team": "a"}},
        attributes=("Type", "Value"),
    ),
    Case(
        "ECR::Repository",
        {"RepositoryName": "one"},
        {"RepositoryName": "one", "ImageTagMutability": "IMMUTABLE", "Tags": tag("a")},
        attributes=("Arn", "RepositoryUri"),
    ),
    Case(
        "ResourceGroups::Group",
        {"Name": "one", "Configuration": POOL, "Resources": [att("Reserved", "CapacityReservationArn")]},
        {"Name": "one", "Configuration": POOL, "Description": "two", "Resources": []},
        beside={"Reserved": made("EC2::CapacityReservation", **RESERVED, InstanceCount=1)},
        attributes=("Arn",),
    ),
    Case("CloudFormation::WaitCondition", {}, {"Count": "1"}, attributes=("Data",)),
    Case("CloudFormation::WaitConditionHandle", {}, {"Unused": "1"}),
    Case("CDK::Metadata", {"Analytics": "one"}, {"Analytics": "two"}),
]
