"""Each rule: a template it reports and one, as near as can be, that it does not."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review import Policy, all_rules
from tests.review.build import (
    Change,
    Data,
    auto_scaling_group,
    block_cluster,
    changed,
    cluster,
    efas,
    findings,
    group_of,
    ids,
    launch_of,
    launch_template,
    self_rule,
    subnet,
)
from tests.review.nested_pairs import NESTED, judged_together

SSM = "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>"
NEURON = "/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id"
EKS = "/aws/service/eks/optimized-ami/{}/image_id"
EKS_NEURON = EKS.format("1.33/amazon-linux-2023/x86_64/neuron/recommended")
ECS = "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended"
E, W, N, U = Level.ERROR, Level.WARNING, Level.INFO, Level.UNKNOWN


@dataclass
class Pair:
    """A change that the rule must report, and one that it must not."""

    level: Level
    bad: Change
    good: Change | None = None
    base: Any = cluster
    options: dict[str, Any] = field(default_factory=dict)
    good_options: dict[str, Any] | None = None
    others: set[str] = field(default_factory=set)
    """Other rules that the bad template breaks as well."""


def rolling_on_signals(data: Data) -> None:
    rolling = {"WaitOnResourceSignals": True, "PauseTime": "PT30M", "MinInstancesInService": 0}
    data["Resources"]["Asg"]["UpdatePolicy"] = {"AutoScalingRollingUpdate": rolling}


def on_launch(**values: Any) -> Change:
    def change(data: Data) -> None:
        launch_of(data).update(values)

    return change


def named_template(name: Any) -> Change:
    return lambda data: data["Resources"]["Lt"]["Properties"].update(LaunchTemplateName=name)


def on_group(**values: Any) -> Change:
    def change(data: Data) -> None:
        group_of(data).update(values)

    return change


def on_nic(index: int, **values: Any) -> Change:
    def change(data: Data) -> None:
        nic = launch_of(data)["NetworkInterfaces"][index]
        nic.update(values)
        for name in [name for name, value in nic.items() if value is None]:
            del nic[name]

    return change


def add(**resources: Data | None) -> Change:
    def change(data: Data) -> None:
        for name, resource in resources.items():
            if resource is None:
                data["Resources"].pop(name, None)
            else:
                data["Resources"][name] = resource

    return change


def both(*changes: Change) -> Change:
    def change(data: Data) -> None:
        for item in changes:
            item(data)

    return change


def attached(kind: Any, instance: Any = None, interface: Any = None) -> Change:
    """Attach an interface of ``kind`` to an instance of the template; either may be another one."""
    of = {"SubnetId": {"Ref": "Subnet"}, "InterfaceType": kind}
    tie = {
        "InstanceId": instance or {"Ref": "One"},
        "NetworkInterfaceId": interface or {"Ref": "Ni"},
        "DeviceIndex": "1",
    }
    more = {"Ni": ("NetworkInterface", of), "Tie": ("NetworkInterfaceAttachment", tie)}
    made = {name: {"Type": f"AWS::EC2::{type_}", "Properties": data} for name, (type_, data) in more.items()}
    return add(
        **made,
        One={
            "Type": "AWS::EC2::Instance",
            "Properties": {"LaunchTemplate": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}},
        },
    )


def without(*names: str) -> Change:
    def change(data: Data) -> None:
        for name in names:
            launch_of(data).pop(name, None)

    return change


def in_groups(count: int) -> Change:
    """Put the first interface into ``count`` groups."""
    others = [f"sg-0123456789abcde{index:02d}" for index in range(count - 1)]
    return lambda data: launch_of(data)["NetworkInterfaces"][0]["Groups"].extend(others)


def image(path: str, **launch: Any) -> Change:
    def change(data: Data) -> None:
        data["Parameters"] = {"Ami": {"Type": SSM, "Default": path}}
        launch_of(data).update(ImageId={"Ref": "Ami"}, **launch)

    return change


def parameter(name: str, **values: Any) -> Change:
    def change(data: Data) -> None:
        data.setdefault("Parameters", {})[name] = {"Type": "String", **values}

    return change


def with_sections(**sections: Any) -> Change:
    return lambda data: data.update(sections)


def topic(name: Any) -> Data:
    return {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": name}}


def conditional_topic() -> Change:
    never = {"Never": {"Fn::Equals": ["a", "b"]}}
    return both(with_sections(Conditions=never), add(Maybe={**topic("x"), "Condition": "Never"}))


CIRCLE = {"A": {"Fn::Not": [{"Condition": "B"}]}, "B": {"Fn::Not": [{"Condition": "A"}]}}


def managed_group(**properties: Any) -> Data:
    return {
        "Type": "AWS::EKS::Nodegroup",
        "Properties": {
            "Subnets": [{"Ref": "Subnet"}],
            "LaunchTemplate": {"Id": {"Ref": "Lt"}},
            "ScalingConfig": {"MaxSize": 4},
            **properties,
        },
    }


def compute_environment(**resources: Any) -> Data:
    data = {"Type": "EC2", "LaunchTemplate": {"LaunchTemplateId": {"Ref": "Lt"}}, "Subnets": [{"Ref": "Subnet"}]}
    return {"Type": "AWS::Batch::ComputeEnvironment", "Properties": {"ComputeResources": {**data, **resources}}}


def hyperpod(*types: Any, **properties: Any) -> Data:
    groups = [{"InstanceGroupName": "w", "InstanceType": item, "InstanceCount": 4} for item in types]
    vpc = {"SecurityGroupIds": [{"Ref": "Sg"}], "Subnets": [{"Ref": "Subnet"}]}
    return {"Type": "AWS::SageMaker::Cluster", "Properties": {"InstanceGroups": groups, "VpcConfig": vpc, **properties}}


PLAN = "arn:aws:sagemaker:us-east-2:123456789012:training-plan/p"


def planned(plan: Any) -> Data:
    cluster = hyperpod("ml.trn2.48xlarge")
    cluster["Properties"]["InstanceGroups"][0]["TrainingPlanArn"] = plan
    return cluster


def gp3(iops: Any, **volume: Any) -> list[Data]:
    return [{"DeviceName": "/dev/sda1", "Ebs": {"VolumeType": "gp3", "Iops": iops, "Encrypted": True, **volume}}]


def named_disk(name: Any) -> list[Data]:
    return [{"DeviceName": name, "Ebs": {"VolumeSize": 500, "Encrypted": True}}]


def statement(principal: Any, *actions: Any, **more: Any) -> Data:
    return {"Effect": "Allow", "Principal": principal, "Action": [*actions] or "kms:*", "Resource": "*", **more}


def by_role(name: str, service: str = "autoscaling") -> Data:
    arn = f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/aws-service-role/{service}.amazonaws.com/{name}"
    return {"AWS": {"Fn::Sub": arn}}


KEY_OF_ACCOUNT = statement({"AWS": {"Fn::Sub": "arn:${AWS::Partition}:iam::${AWS::AccountId}:root"}})
KEY_OF_AUTO_SCALING = statement(by_role("AWSServiceRoleForAutoScaling"))


def encrypted_by(*statements: Any, **properties: Any) -> Change:
    """Encrypt the node's volume with a key of these statements."""
    policy = {"KeyPolicy": {"Version": "2012-10-17", "Statement": [*statements]}}
    key = {"Type": "AWS::KMS::Key", "Properties": {**policy, **properties}}
    named = {"Fn::GetAtt": ["Key", "Arn"]}
    return both(add(Key=key), on_launch(BlockDeviceMappings=gp3(3000, KmsKeyId=named)))


def pcs_group(**properties: Any) -> Data:
    launch = {"TemplateId": {"Ref": "Lt"}, "Version": "1"}
    base = {"CustomLaunchTemplate": launch, "SubnetIds": [{"Ref": "Subnet"}]}
    return {"Type": "AWS::PCS::ComputeNodeGroup", "Properties": {**base, **properties}}


def fleet(**properties: Any) -> Data:
    target = {"TotalTargetCapacity": 4, "DefaultTargetCapacityType": "capacity-block"}
    launch = {"LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}}
    configs = [{**launch, "Overrides": [{"SubnetId": {"Ref": "Subnet"}}]}]
    base = {"TargetCapacitySpecification": target, "LaunchTemplateConfigs": configs}
    return {"Type": "AWS::EC2::EC2Fleet", "Properties": {**base, **properties}}


VPC: Data = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}


def in_vpcs(group: Any, subnet: Any) -> Change:
    def change(data: Data) -> None:
        for item, vpc in (("Sg", group), ("Subnet", subnet)):
            data["Resources"][item]["Properties"]["VpcId"] = vpc
            if vpc is None:
                del data["Resources"][item]["Properties"]["VpcId"]
        for name in ("Vpc", "Other"):
            log = {"Type": "AWS::EC2::FlowLog", "Properties": {"ResourceId": {"Ref": name}}}
            data["Resources"] |= {name: VPC, f"Log{name}": log}

    return change


def role(*statements: Data, **properties: Any) -> Data:
    trust = {
        "Statement": [{"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}]
    }
    policies = [{"PolicyName": "p", "PolicyDocument": {"Statement": list(statements)}}]
    return {
        "Type": "AWS::IAM::Role",
        "Properties": {"AssumeRolePolicyDocument": trust, "Policies": policies, **properties},
    }


EKS_POLICIES = ("AmazonEKSWorkerNodePolicy", "AmazonEC2ContainerRegistryPullOnly")


def eks_role(*policies: str, **properties: Any) -> Change:
    """A managed node group whose role has these policies of AWS's."""
    made = role(ManagedPolicyArns=[f"arn:aws:iam::aws:policy/{name}" for name in policies])
    del made["Properties"]["Policies"]
    made["Properties"].update(properties)
    return add(Asg=managed_group(NodeRole={"Fn::GetAtt": ["Role", "Arn"]}), Role=made)


def reservation(**properties: Any) -> Data:
    base = {"InstanceType": "trn2.48xlarge", "InstanceCount": 4, "InstanceMatchCriteria": "targeted"}
    return {"Type": "AWS::EC2::CapacityReservation", "Properties": {**base, **properties}}


def fleet_of_reservations(*types: str) -> Data:
    listed = [{"InstanceType": item, "InstancePlatform": "Linux/UNIX"} for item in types]
    properties = {"TotalTargetCapacity": 2, "InstanceTypeSpecifications": listed}
    return {"Type": "AWS::EC2::CapacityReservationFleet", "Properties": properties}


def targeting(value: Any, preference: str | None = "capacity-reservations-only") -> Data:
    data: Data = {"CapacityReservationTarget": {"CapacityReservationId": value}}
    return {**data, "CapacityReservationPreference": preference} if preference else data


RESERVATIONS = {"CapacityReservationResourceGroupArn": "arn:aws:resource-groups:us-east-2:111122223333:group/trn2"}


def of_types(*types: Any) -> Change:
    """The group launches any of ``types`` by the overrides of a mixed instances policy."""

    def change(data: Data) -> None:
        template = {
            "LaunchTemplateSpecification": group_of(data).pop("LaunchTemplate"),
            "Overrides": [{"InstanceType": item} for item in types],
        }
        group_of(data)["MixedInstancesPolicy"] = {"LaunchTemplate": template}

    return change


def listing(*ids: Any) -> Data:
    data = {"CapacityReservationTarget": {"CapacityReservationIds": list(ids)}}
    return {**data, "CapacityReservationPreference": "capacity-reservations-only"}


INTO_ONE = on_launch(CapacityReservationSpecification=targeting("cr-0123456789abcdef0"))
KEEPS = {"AutoScalingScheduledAction": {"IgnoreUnmodifiedGroupSizeProperties": True}}


def updating(**policy: Any) -> Change:
    return lambda data: data["Resources"]["Asg"].update(UpdatePolicy=policy)


def waiting(count: Any) -> Change:
    signal = {"ResourceSignal": {"Timeout": "PT30M", **({} if count is None else {"Count": count})}}
    return lambda data: data["Resources"]["Asg"].update(CreationPolicy=signal)


def versioned(of: str) -> Data:
    return {"LaunchTemplateId": {"Ref": "Lt"}, "Version": {"Fn::GetAtt": [of, "LatestVersionNumber"]}}


def open_ingress(**properties: Any) -> Data:
    group = {"Fn::GetAtt": ["Sg", "GroupId"]}
    return {
        "Type": "AWS::EC2::SecurityGroupIngress",
        "Properties": {"GroupId": group, "IpProtocol": "tcp", **properties},
    }


def node_config(*, mime: bool = True, extra: str = "", kubelet: str = "", **cluster: Any) -> Change:
    """Boot with a NodeConfig; a member that is None is left out, one that is a reference stays one."""
    known = {"name": "c", "apiServerEndpoint": "https://e", "certificateAuthority": "Y2E=", "cidr": "10.100.0.0/16"}
    lines: list[Any] = ["apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec:\n  cluster:\n"]
    for name, value in {**known, **cluster}.items():
        lines += [] if value is None else [f"    {name}: ", json.dumps(value) if value == "" else value, "\n"]
    lines.append(f"  kubelet:\n    config: {{a: '{kubelet}'}}\n{extra}\n")
    head = 'Content-Type: multipart/mixed; boundary="//"\n\n--//\nContent-Type: application/node.eks.aws\n\n'
    parts = [head, *lines, "--//--\n"] if mime else lines

    def change(data: Data) -> None:
        data["Parameters"] = {"Hidden": {"Type": "String"}}
        text = [{"Fn::Sub": item} if isinstance(item, str) and "${" in item else item for item in parts]
        launch_of(data)["UserData"] = {"Fn::Base64": {"Fn::Join": ["", text]}}

    return change


def mime_part(kind: str, text: str) -> str:
    return f'Content-Type: multipart/mixed; boundary="//"\n\n--//\nContent-Type: {kind}\n\n{text}\n--//--\n'


def launch_configuration(**properties: Any) -> Change:
    """Launch the group's nodes from a launch configuration."""
    kept = {name: launch_of(cluster())[name] for name in ("InstanceType", "ImageId", "BlockDeviceMappings")}
    metadata = {"HttpTokens": "required"}
    one = {"SecurityGroups": [{"Ref": "Sg"}], "MetadataOptions": metadata, **kept, **properties}

    def change(data: Data) -> None:
        data["Resources"]["Lc"] = {
            "Type": "AWS::AutoScaling::LaunchConfiguration",
            "Properties": {name: value for name, value in one.items() if value is not None},
        }
        del data["Resources"]["Lt"], group_of(data)["LaunchTemplate"]
        group_of(data)["LaunchConfigurationName"] = {"Ref": "Lc"}
        group_of(data)["Tags"] = [{"Key": "team", "Value": "llama", "PropagateAtLaunch": True}]

    return change


def zone_id(zone: str) -> Data:
    return {"Type": "AWS::EC2::Subnet", "Properties": {"AvailabilityZoneId": zone}}


IN_GROUP = "arn:aws:ec2:us-east-2:111122223333:placement-group/${Pg}"


def pcs_of(least: int, most: int) -> Data:
    return pcs_group(ScalingConfiguration={"MinInstanceCount": least, "MaxInstanceCount": most})


TRN1 = on_launch(InstanceType="trn1.32xlarge", NetworkInterfaces=efas(8))
SCALE_IN = block_cluster()["Resources"]["ScaleIn"]


def tagging(kind: Any) -> Data:
    return {"ResourceType": kind, "Tags": [{"Key": "team", "Value": "llama"}]}


METADATA_TAGS = on_launch(
    MetadataOptions={"HttpTokens": "required", "HttpPutResponseHopLimit": 2, "InstanceMetadataTags": "enabled"}
)


def in_mixed_group(data: Data, **values: Any) -> None:
    named = {"LaunchTemplateSpecification": group_of(data).pop("LaunchTemplate")}
    group_of(data)["MixedInstancesPolicy"] = {"LaunchTemplate": named}
    launch_of(data).update(values)


def propagated(key: Any, at_launch: Any = True) -> Data:
    return {"Key": key, "Value": "owned", "PropagateAtLaunch": at_launch}


def scale_in(start: Any = None, sizes: Any = 0, **properties: Any) -> Data:
    said = dict.fromkeys(("MinSize", "MaxSize", "DesiredCapacity"), sizes)
    when = {"StartTime": start} if start is not None else {}
    group = {"AutoScalingGroupName": {"Ref": "Asg"}}
    return {"Type": "AWS::AutoScaling::ScheduledAction", "Properties": {**group, **said, **when, **properties}}


def action(**sizes: Any) -> Data:
    return {
        "Type": "AWS::AutoScaling::ScheduledAction",
        "Properties": {"AutoScalingGroupName": {"Ref": "Asg"}, **sizes},
    }


MIME = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="B"\n\n--B\n'
NODE_CONFIG = (
    "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec:\n  cluster:\n    name: c\n"
    "    apiServerEndpoint: https://e\n    certificateAuthority: Y2E=\n    cidr: 10.100.0.0/16\n"
)
ALL = {"Effect": "Allow", "Action": "*", "Resource": "*"}
SOME = {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}
FLOW = {"Type": "AWS::EC2::FlowLog", "Properties": {"ResourceId": {"Ref": "Vpc"}}}
VPC = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}
ONE_ENTRY = {"M": {"a": {"b": "x"}}}
LOOKED_UP = {"Fn::FindInMap": ["M", "a", {"Ref": "K"}]}
ENDPOINT = {"Type": "AWS::EC2::VPCEndpoint", "Properties": {"VpcId": {"Ref": "Vpc"}, "ServiceName": "s3"}}
TWO_ZONES = [{"Ref": "Subnet"}, {"Ref": "Other"}]
OTHER_ZONE = add(Other=subnet("us-east-2c"))


def eks_cluster(*subnets: Any) -> Change:
    role = "arn:aws:iam::111122223333:role/eks"
    properties = {"RoleArn": role, "ResourcesVpcConfig": {"SubnetIds": list(subnets)}}
    return add(Eks={"Type": "AWS::EKS::Cluster", "Properties": properties})


def trusting(service: str) -> Data:
    made = role()
    made["Properties"]["AssumeRolePolicyDocument"]["Statement"][0]["Principal"] = {"Service": service}
    return made


def profile_of(*roles: Any) -> Data:
    return {"Type": "AWS::IAM::InstanceProfile", "Properties": {"Roles": list(roles)}}


def pcs_nodes(**properties: Any) -> Change:
    """Launch the nodes by PCS, with a role of these ``properties``."""
    group = {
        "ClusterId": "pcs_abcdefghij",
        "CustomLaunchTemplate": {"TemplateId": {"Ref": "Lt"}, "Version": {"Fn::GetAtt": ["Lt", "LatestVersionNumber"]}},
        "IamInstanceProfileArn": {"Fn::GetAtt": ["Profile", "Arn"]},
        "InstanceConfigs": [{"InstanceType": "trn2.48xlarge"}],
        "ScalingConfiguration": {"MinInstanceCount": 0, "MaxInstanceCount": 4},
        "SubnetIds": [{"Ref": "Subnet"}],
    }
    nodes = {"Type": "AWS::PCS::ComputeNodeGroup", "Properties": group}
    return add(Asg=nodes, Role=role(**properties), Profile=profile_of({"Ref": "Role"}))


WITH_PROFILE = on_launch(IamInstanceProfile={"Arn": {"Fn::GetAtt": ["Profile", "Arn"]}})


def lustre(kind: str = "PERSISTENT_2", group: str = "Sg", **configuration: Any) -> Data:
    """Return a file system with EFA."""
    more = {"EfaEnabled": True, "MetadataConfiguration": {"Mode": "AUTOMATIC"}, **configuration}
    properties = {
        "FileSystemType": "LUSTRE",
        "StorageCapacity": 4800,
        "SubnetIds": [{"Ref": "Subnet"}],
        "SecurityGroupIds": [{"Ref": group}],
        "LustreConfiguration": {"DeploymentType": kind, "PerUnitStorageThroughput": 1000, **more},
    }
    return {"Type": "AWS::FSx::FileSystem", "Properties": properties}


def vpc_with_subnet(cidr: str) -> Change:
    own = {"VpcId": {"Ref": "Net"}}
    one, other = subnet("us-east-2b", **own), subnet("us-east-2b", CidrBlock=cidr, **own)
    return add(Net=VPC, Left=one, Right=other)


def named_endpoint(**vpc: Any) -> Change:
    network = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16", **vpc}}
    properties = {
        "VpcId": {"Ref": "Net"},
        "ServiceName": "com.amazonaws.us-east-2.ec2",
        "VpcEndpointType": "Interface",
        "PrivateDnsEnabled": True,
    }
    return add(Net=network, Ec2={"Type": "AWS::EC2::VPCEndpoint", "Properties": properties})


RESERVED = {"CapacityReservationSpecification": targeting({"Ref": "Odcr"})}
TWO_WAYS = {
    "CapacityReservationPreference": "capacity-reservations-only",
    "CapacityReservationTarget": {
        "CapacityReservationId": "cr-0123456789abcdef0",
        "CapacityReservationResourceGroupArn": "arn:aws:resource-groups:us-east-2:111111111111:group/x",
    },
}
FIVE = dict.fromkeys(("MaxSize", "DesiredCapacity"), "5")

PAIRS: dict[str, Pair] = {
    "TRN010": Pair(E, on_launch(InstanceType="trn9.48xlarge"), on_launch(InstanceType="m6i.large")),
    "TRN011": Pair(E, on_launch(InstanceType="trn3-gen2"), others={"TRN319"}),
    "TRN100": Pair(
        U,
        both(parameter("T"), on_launch(InstanceType={"Ref": "T"})),
        both(parameter("T", Default="trn2.48xlarge"), on_launch(InstanceType={"Ref": "T"})),
    ),
    "TRN101": Pair(E, on_launch(NetworkInterfaces=efas(17)), others={"TRN105"}),
    "TRN102": Pair(E, on_nic(2, DeviceIndex=2), on_nic(2, DeviceIndex="0")),
    "TRN103": Pair(E, on_nic(1, NetworkCardIndex=0, DeviceIndex=0), others={"TRN104"}),
    "TRN104": Pair(E, on_nic(1, NetworkCardIndex=0, DeviceIndex=1)),
    "TRN105": Pair(E, on_launch(InstanceType="trn1.32xlarge"), others={"TRN101"}),
    "TRN106": Pair(E, on_nic(0, InterfaceType="efa-only")),
    "TRN107": Pair(
        E,
        on_launch(InstanceType="trn1.2xlarge", NetworkInterfaces=efas(1)),
        on_launch(InstanceType="trn2.3xlarge", NetworkInterfaces=efas(1)),
    ),
    "TRN108": Pair(E, on_nic(3, InterfaceType="effa"), others={"TRN111"}),
    "TRN109": Pair(E, on_nic(0, DeviceIndex=1)),
    "TRN110": Pair(W, on_nic(1, NetworkCardIndex=None), others={"TRN104"}),
    "TRN111": Pair(W, on_launch(NetworkInterfaces=efas(8))),
    "TRN112": Pair(E, on_nic(0, AssociatePublicIpAddress=True), on_nic(0, AssociatePublicIpAddress=False)),
    "TRN113": Pair(W, add(Subnet=subnet("us-east-2b", MapPublicIpOnLaunch=True))),
    "TRN114": Pair(E, on_launch(SecurityGroupIds=["sg-0123456789abcdef0"]), on_launch(SecurityGroupIds=[])),
    "TRN115": Pair(E, on_nic(4, Groups=None)),
    "TRN116": Pair(W, on_nic(4, DeleteOnTermination=False), on_nic(4, DeleteOnTermination="true")),
    "TRN117": Pair(
        E,
        both(add(Asg=managed_group()), on_nic(0, SubnetId="subnet-0123456789abcdef0")),
        on_nic(0, SubnetId="subnet-0123456789abcdef0"),
    ),
    "TRN118": Pair(E, add(Asg=compute_environment(SecurityGroupIds=["sg-1"])), add(Asg=compute_environment())),
    "TRN119": Pair(E, on_launch(NetworkInterfaces=[*efas(), {}])),
    "TRN120": Pair(E, launch_configuration(), launch_configuration(InstanceType="inf2.48xlarge")),
    "TRN121": Pair(E, on_nic(3, DeviceIndex=None)),
    "TRN122": Pair(
        E,
        on_launch(Placement={"GroupName": {"Ref": "Pg"}, "AvailabilityZone": "us-east-2a"}),
        on_launch(Placement={"GroupName": {"Ref": "Pg"}, "AvailabilityZone": "us-east-2b"}),
    ),
    "TRN123": Pair(
        E,
        on_nic(3, InterfaceType="efa-only", Ipv6AddressCount=1),
        on_nic(3, InterfaceType="efa-only", Ipv6AddressCount=0),
    ),
    "TRN124": Pair(
        W,
        add(Subnet=subnet("us-east-2b", CidrBlock="10.0.0.0/26")),
        add(Subnet=subnet("us-east-2b", CidrBlock="10.0.0.0/25")),
    ),
    "TRN125": Pair(
        N,
        add(Vpc=VPC, Flow=FLOW, Subnet=subnet("us-east-2b", VpcId={"Ref": "Vpc"})),
        add(Vpc=VPC, Flow=FLOW, Subnet=subnet("us-east-2b", VpcId={"Ref": "Vpc"}), Endpoint=ENDPOINT),
    ),
    "TRN126": Pair(E, on_group(VPCZoneIdentifier=[]), on_group(VPCZoneIdentifier=["subnet-0123456789abcdef0"])),
    "TRN127": Pair(E, on_nic(0, PrivateIpAddress="10.0.0.10"), on_nic(0, PrivateIpAddress=None)),
    "TRN201": Pair(E, add(In=None), add(In=self_rule("Ingress", "SourceSecurityGroupId", protocol=-1))),
    "TRN202": Pair(
        E,
        add(Out=self_rule("Egress", "DestinationSecurityGroupId", protocol="tcp")),
        add(
            Out=None,
            Sg=changed(
                {"Resources": {"Sg": cluster()["Resources"]["Sg"]}},
                lambda data: data["Resources"]["Sg"]["Properties"].update(
                    SecurityGroupEgress=[{"IpProtocol": "-1", "DestinationSecurityGroupId": {"Ref": "Sg"}}]
                ),
            )["Resources"]["Sg"],
        ),
    ),
    "TRN203": Pair(
        E,
        both(on_nic(5, Groups=[{"Ref": "Sg2"}]), add(Sg2=cluster()["Resources"]["Sg"])),
        on_nic(5, Groups=[{"Ref": "Sg"}]),
    ),
    "TRN210": Pair(
        E,
        lambda data: data["Resources"]["Sg"]["Properties"].update(GroupDescription="nodes \N{RIGHTWARDS ARROW} nodes"),
        lambda data: data["Resources"]["Sg"]["Properties"].update(GroupDescription="nodes = nodes"),
    ),
    "TRN211": Pair(
        E,
        on_launch(SecurityGroupIds=["training"]),
        on_launch(SecurityGroupIds=["sg-0a1b2c3d"]),
        others={"TRN114"},
    ),
    "TRN129": Pair(E, on_group(VPCZoneIdentifier=["private-a"]), on_group(VPCZoneIdentifier=["subnet-0a1b2c3d"])),
    "TRN542": Pair(
        E,
        on_launch(UserData={"Fn::Base64": "#!/bin/bash\necho ${AWS::Region}\n"}),
        on_launch(UserData={"Fn::Base64": {"Fn::Sub": "#!/bin/bash\necho ${AWS::Region} ${!HOME}\n"}}),
    ),
    "TRN383": Pair(
        W,
        both(on_launch(UserData={"Fn::Base64": "#!/bin/bash\necho train\n"}), rolling_on_signals),
        both(
            on_launch(UserData={"Fn::Base64": "#!/bin/bash\ntrain; /opt/aws/bin/cfn-signal -e $?\n"}),
            rolling_on_signals,
        ),
    ),
    "TRN204": Pair(
        E,
        add(Ssh=open_ingress(FromPort=22, ToPort="22", CidrIp="0.0.0.0/0")),
        add(Ssh=open_ingress(FromPort=22, ToPort=22, CidrIp="10.0.0.0/8")),
    ),
    "TRN205": Pair(N, add(Https=None)),
    "TRN209": Pair(
        E, in_vpcs({"Ref": "Other"}, {"Ref": "Vpc"}), in_vpcs({"Ref": "Vpc"}, {"Fn::GetAtt": ["Vpc", "VpcId"]})
    ),
    "TRN206": Pair(E, in_groups(17), in_groups(5)),
    "TRN301": Pair(E, without("CapacityReservationSpecification"), base=block_cluster),
    "TRN302": Pair(
        W,
        on_launch(CapacityReservationSpecification=targeting("cr-0123456789abcdef0")),
        good_options={"reservations": ("cr-0123456789abcdef0",)},
        good=on_launch(CapacityReservationSpecification=targeting("cr-0123456789abcdef0")),
    ),
    "TRN303": Pair(
        E,
        on_launch(
            InstanceMarketOptions={"MarketType": "spot"},
            CapacityReservationSpecification=targeting("cr-0123456789abcdef0"),
        ),
        on_launch(InstanceMarketOptions={"MarketType": "spot"}),
    ),
    "TRN304": Pair(
        W,
        on_launch(InstanceMarketOptions={"MarketType": "blocks"}),
        on_launch(InstanceMarketOptions={"MarketType": "spot"}),
    ),
    "TRN305": Pair(
        W,
        on_launch(CapacityReservationSpecification={"CapacityReservationTarget": RESERVATIONS}),
        both(add(Odcr=reservation()), on_launch(**RESERVED)),
    ),
    "TRN306": Pair(E, both(OTHER_ZONE, on_group(VPCZoneIdentifier=TWO_ZONES)), base=block_cluster),
    "TRN307": Pair(
        E,
        both(add(Odcr=reservation()), on_launch(**RESERVED), on_group(**FIVE)),
        both(add(Odcr=reservation(InstanceCount=5)), on_launch(**RESERVED), on_group(**FIVE)),
    ),
    "TRN308": Pair(W, add(ScaleIn=None), base=block_cluster),
    "TRN309": Pair(E, lambda data: data["Resources"]["Asg"].pop("UpdatePolicy"), base=block_cluster),
    "TRN315": Pair(W, on_group(PlacementGroup={"Ref": "Pg"}), base=block_cluster),
    "TRN316": Pair(
        W,
        on_launch(InstanceType="trn2u.48xlarge"),
        on_launch(InstanceType="trn2.48xlarge"),
    ),
    "TRN317": Pair(
        E,
        on_launch(InstanceType="trn2u.48xlarge", InstanceMarketOptions={"MarketType": "spot"}),
        on_launch(InstanceMarketOptions={"MarketType": "spot"}),
    ),
    "TRN318": Pair(E, on_group(MaxSize="65"), on_group(MaxSize="64"), base=block_cluster),
    "TRN319": Pair(
        W,
        both(on_launch(InstanceType="trn2u.48xlarge"), on_group(MaxSize="6")),
        both(on_launch(InstanceType="trn2u.48xlarge"), on_group(MaxSize="4")),
        base=block_cluster,
        others={"TRN357"},
    ),
    "TRN340": Pair(E, on_group(NewInstancesProtectedFromScaleIn=True), base=block_cluster),
    "TRN341": Pair(
        W,
        on_group(LaunchTemplate={"LaunchTemplateId": {"Ref": "Lt"}, "Version": "$Latest"}),
        add(Asg=compute_environment(LaunchTemplate={"LaunchTemplateId": {"Ref": "Lt"}, "Version": "$Latest"})),
    ),
    "TRN342": Pair(
        W,
        lambda data: group_of(data).update(
            MixedInstancesPolicy={
                "LaunchTemplate": {"LaunchTemplateSpecification": group_of(data).pop("LaunchTemplate")}
            }
        ),
        base=block_cluster,
    ),
    "TRN343": Pair(
        E,
        lambda data: None,
        options={"reservations": ("cr-0123456789abcdef0",)},
        good=on_launch(CapacityReservationSpecification=targeting("cr-0123456789abcdef0")),
    ),
    "TRN311": Pair(
        E,
        on_launch(CapacityReservationSpecification=targeting("cb-0123456789abcdef0")),
        on_launch(CapacityReservationSpecification=targeting("cr-0123456789abcdef0")),
    ),
    "TRN325": Pair(
        W,
        both(INTO_ONE, of_types("trn1n.32xlarge", "trn2.48xlarge")),
        both(INTO_ONE, of_types("trn2.48xlarge")),
    ),
    "TRN346": Pair(
        E,
        both(add(Odcr=reservation()), on_launch(CapacityReservationSpecification=targeting({"Ref": "Odcr"}, "none"))),
        on_launch(CapacityReservationSpecification={"CapacityReservationPreference": "none"}),
    ),
    "TRN347": Pair(E, add(Odcr=reservation(InstanceCount=0)), add(Odcr=reservation())),
    "TRN348": Pair(E, on_group(MinSize=5, MaxSize=4), on_group(MinSize=4, MaxSize=4)),
    "TRN351": Pair(
        E,
        both(add(Odcr=reservation(InstanceType="trn1.32xlarge")), on_launch(**RESERVED)),
        both(add(Odcr=reservation()), on_launch(**RESERVED)),
    ),
    "TRN352": Pair(
        E,
        both(add(Odcr=reservation(AvailabilityZone="us-east-2c")), on_launch(**RESERVED)),
        both(add(Odcr=reservation(AvailabilityZone="us-east-2b")), on_launch(**RESERVED)),
    ),
    "TRN349": Pair(
        E,
        add(Asg=pcs_group(PurchaseOption="ONDEMAND"), ScaleIn=None),
        add(Asg=pcs_group(PurchaseOption="CAPACITY_BLOCK"), ScaleIn=None),
        base=block_cluster,
    ),
    "TRN350": Pair(
        E,
        both(
            add(Asg=managed_group(CapacityType="CAPACITY_BLOCK", InstanceTypes=["trn2.48xlarge"]), ScaleIn=None),
            without("InstanceType"),
        ),
        add(Asg=managed_group(CapacityType="CAPACITY_BLOCK"), ScaleIn=None),
        base=block_cluster,
    ),
    "TRN353": Pair(E, add(Asg=fleet(), ScaleIn=None), add(Asg=fleet(Type="instant"), ScaleIn=None), base=block_cluster),
    "TRN354": Pair(
        W, add(ScaleIn=scale_in("2026-12-14T11:00:00Z")), add(ScaleIn=scale_in("2026-12-14T10:59:00Z")), block_cluster
    ),
    "TRN390": Pair(
        E,
        add(Up=action(MaxSize=4, Recurrence="cron(0 10 * * ? *)")),
        add(Up=action(MaxSize=4, Recurrence="0 10 * * *")),
    ),
    "TRN393": Pair(
        E,
        add(Up=action(MaxSize=4, Recurrence="0 10 * * *", TimeZone="PST")),
        add(Up=action(MaxSize=4, Recurrence="0 10 * * *", TimeZone="America/Los_Angeles")),
    ),
    "TRN394": Pair(E, add(Up=action(Recurrence="0 10 * * *")), add(Up=action(MaxSize=4, Recurrence="0 10 * * *"))),
    "TRN396": Pair(
        E,
        add(Asg=managed_group(UpdateConfig={"MaxUnavailable": 5})),
        add(Asg=managed_group(UpdateConfig={"MaxUnavailable": 4})),
    ),
    "TRN397": Pair(
        E,
        add(Asg=managed_group(Labels={"node-role.kubernetes.io/train": "true"})),
        add(Asg=managed_group(Labels={"node.kubernetes.io/role": "train"})),
    ),
    "TRN355": Pair(
        W, add(ScaleIn=scale_in("2026-11-29T10:30:00Z")), add(ScaleIn=scale_in("2026-12-01T10:30:00Z")), block_cluster
    ),
    "TRN356": Pair(
        E,
        on_launch(Placement={"Tenancy": "dedicated"}),
        on_launch(Placement={"Tenancy": "default"}),
        base=block_cluster,
    ),
    "TRN357": Pair(
        W,
        both(on_launch(InstanceType="trn2u.48xlarge"), on_group(MaxSize="8")),
        both(on_launch(InstanceType="trn2u.48xlarge"), on_group(MaxSize="4")),
        base=block_cluster,
    ),
    "TRN358": Pair(
        W,
        on_group(CapacityReservationSpecification=listing("cr-0123456789abcdef0", "cr-0123456789abcdef1")),
        on_group(CapacityReservationSpecification=listing("cr-0123456789abcdef0")),
        base=block_cluster,
    ),
    "TRN359": Pair(
        E,
        lambda data: None,
        base=block_cluster,
        options={"reservations": ("cr-0123456789abcdef0",)},
        good=lambda data: None,
        good_options={"blocks": ("cr-0123456789abcdef0",)},
    ),
    "TRN344": Pair(
        E,
        add(Pool={"Type": "AWS::AutoScaling::WarmPool", "Properties": {"AutoScalingGroupName": {"Ref": "Asg"}}}),
        base=block_cluster,
    ),
    "TRN345": Pair(W, add(Odcr=reservation(InstanceMatchCriteria="open")), add(Odcr=reservation())),
    "TRN360": Pair(
        E,
        both(add(Asg=managed_group(InstanceTypes=["trn2.48xlarge"]))),
        both(add(Asg=managed_group(InstanceTypes=["trn2.48xlarge"])), without("InstanceType")),
    ),
    "TRN361": Pair(E, add(Asg=managed_group(DiskSize=500)), add(Asg=managed_group())),
    "TRN362": Pair(
        E,
        both(add(Asg=managed_group()), on_launch(IamInstanceProfile={"Name": "node"})),
        both(add(Asg=managed_group()), on_launch(InstanceInitiatedShutdownBehavior="stop")),
    ),
    "TRN363": Pair(
        E,
        add(Asg=managed_group(AmiType="AL2023_x86_64_NEURON")),
        add(Asg=managed_group(AmiType="CUSTOM")),
    ),
    "TRN364": Pair(
        E,
        both(add(Asg=managed_group(AmiType="CUSTOM")), without("ImageId")),
        both(add(Asg=managed_group(AmiType="AL2023_x86_64_NEURON")), without("ImageId")),
    ),
    "TRN365": Pair(
        E,
        add(Asg=managed_group(CapacityType="on_demand")),
        add(Asg=managed_group(CapacityType="ON_DEMAND")),
    ),
    "TRN366": Pair(
        E,
        add(Asg=compute_environment(InstanceTypes=["trn2.48xlarge"], MaxvCpus=191)),
        add(Asg=compute_environment(InstanceTypes=["trn2.48xlarge"], MaxvCpus=192)),
    ),
    "TRN367": Pair(
        E,
        on_launch(InstanceRequirements={"VCpuCount": {"Min": 96}, "MemoryMiB": {"Min": 1}}),
    ),
    "TRN368": Pair(
        E,
        updating(AutoScalingRollingUpdate={"MinInstancesInService": 4}),
        updating(AutoScalingRollingUpdate={"MinInstancesInService": "3"}),
    ),
    "TRN369": Pair(
        W,
        updating(AutoScalingReplacingUpdate={"WillReplace": True}, **KEEPS),
        updating(AutoScalingReplacingUpdate={"WillReplace": False}, **KEEPS),
        base=block_cluster,
    ),
    "TRN370": Pair(
        E,
        both(waiting(4), on_group(DesiredCapacity="0")),
        both(waiting(4), on_group(DesiredCapacity="4")),
    ),
    "TRN371": Pair(
        E,
        both(add(Lt2=cluster()["Resources"]["Lt"]), on_group(LaunchTemplate=versioned("Lt2"))),
        on_group(LaunchTemplate=versioned("Lt")),
    ),
    "TRN372": Pair(
        W,
        both(add(Odcr=reservation()), on_launch(**RESERVED)),
        both(add(Odcr=reservation(PlacementGroupArn={"Fn::Sub": IN_GROUP})), on_launch(**RESERVED)),
    ),
    "TRN373": Pair(
        E,
        on_group(LaunchTemplate={"LaunchTemplateName": {"Ref": "Lt"}, "Version": "1"}),
        on_group(LaunchTemplate={"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}),
    ),
    "TRN374": Pair(E, on_group(InstanceId="i-0123456789abcdef0")),
    "TRN375": Pair(
        W,
        on_launch(CapacityReservationSpecification={"CapacityReservationTarget": {}}),
        on_launch(CapacityReservationSpecification={"CapacityReservationPreference": "open"}),
    ),
    "TRN376": Pair(
        E,
        on_launch(InstanceMarketOptions={"MarketType": "spot", "SpotOptions": {"SpotInstanceType": "persistent"}}),
        on_launch(InstanceMarketOptions={"MarketType": "spot", "SpotOptions": {"SpotInstanceType": "one-time"}}),
    ),
    "TRN391": Pair(
        E,
        on_launch(InstanceMarketOptions={"SpotOptions": {"SpotInstanceType": "one-time"}}),
        on_launch(InstanceMarketOptions={"MarketType": "spot", "SpotOptions": {"SpotInstanceType": "one-time"}}),
    ),
    "TRN392": Pair(E, on_group(AvailabilityZones=["us-east-2a"]), on_group(AvailabilityZones=["us-east-2b"])),
    "TRN128": Pair(E, attached("efa"), attached("interface")),
    "TRN130": Pair(E, add(Fs=lustre("PERSISTENT_1")), add(Fs=lustre())),
    "TRN131": Pair(E, vpc_with_subnet("10.0.8.0/24"), vpc_with_subnet("10.0.16.0/24"), others={"TRN706"}),
    "TRN133": Pair(E, add(Fs=lustre(PerUnitStorageThroughput=200)), add(Fs=lustre(PerUnitStorageThroughput=1000))),
    "TRN132": Pair(E, named_endpoint(), named_endpoint(EnableDnsHostnames=True), others={"TRN706"}),
    "TRN395": Pair(
        E,
        updating(AutoScalingRollingUpdate={"PauseTime": "PT90M", "MinInstancesInService": 0}),
        updating(AutoScalingRollingUpdate={"PauseTime": "PT60M", "MinInstancesInService": 0}),
    ),
    "TRN716": Pair(
        E,
        add(Role=role(), Profile=profile_of({"Fn::GetAtt": ["Role", "Arn"]})),
        add(Role=role(), Profile=profile_of({"Ref": "Role"})),
    ),
    "TRN718": Pair(E, pcs_nodes(RoleName="nodes"), pcs_nodes(RoleName="nodes", Path="/aws-pcs/")),
    "TRN719": Pair(W, eks_role("AmazonEC2ContainerRegistryPullOnly"), eks_role(*EKS_POLICIES)),
    "TRN717": Pair(
        E,
        both(add(Role=trusting("ecs-tasks.amazonaws.com"), Profile=profile_of({"Ref": "Role"})), WITH_PROFILE),
        both(add(Role=role(), Profile=profile_of({"Ref": "Role"})), WITH_PROFILE),
    ),
    "TRN608": Pair(
        E,
        both(add(Other=subnet("us-east-2b")), eks_cluster({"Ref": "Subnet"}, {"Ref": "Other"})),
        both(OTHER_ZONE, eks_cluster({"Ref": "Subnet"}, {"Ref": "Other"})),
    ),
    "TRN377": Pair(W, on_launch(CapacityReservationSpecification=TWO_WAYS)),
    "TRN378": Pair(
        W,
        add(Asg=fleet(Type="instant", OnDemandOptions={"AllocationStrategy": "lowest-price"})),
        add(Asg=fleet(Type="instant")),
        base=block_cluster,
    ),
    "TRN380": Pair(E, named_template("my nodes"), named_template("my-nodes")),
    "TRN381": Pair(
        E,
        lambda data: in_mixed_group(data, InstanceMarketOptions={"MarketType": "spot"}),
        in_mixed_group,
    ),
    "TRN382": Pair(W, on_launch(CreditSpecification={"CpuCredits": "unlimited"})),
    "TRN401": Pair(
        E,
        both(OTHER_ZONE, on_group(VPCZoneIdentifier=TWO_ZONES)),
        both(add(Other=subnet("us-east-2b")), on_group(VPCZoneIdentifier=TWO_ZONES)),
    ),
    "TRN402": Pair(E, add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "spread"}})),
    "TRN403": Pair(W, add(Pg={"Type": "AWS::EC2::PlacementGroup"})),
    "TRN404": Pair(
        E, add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster", "PartitionCount": 2}})
    ),
    "TRN405": Pair(W, without("Placement")),
    "TRN406": Pair(
        W,
        add(
            Lt2=launch_template(InstanceType="trn1.32xlarge", NetworkInterfaces=efas(8)),
            Asg2=auto_scaling_group(LaunchTemplate={"LaunchTemplateId": {"Ref": "Lt2"}, "Version": "1"}),
        ),
        add(Asg2=auto_scaling_group()),
    ),
    "TRN407": Pair(N, add(Asg2=auto_scaling_group())),
    "TRN408": Pair(
        E,
        add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster", "SpreadLevel": "rack"}}),
        add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "spread", "SpreadLevel": "rack"}}),
    ),
    "TRN409": Pair(
        E,
        on_launch(Placement={"GroupName": {"Ref": "Pg"}, "Tenancy": "host"}),
        on_launch(Placement={"GroupName": {"Ref": "Pg"}, "Tenancy": "dedicated"}),
    ),
    "TRN410": Pair(
        E,
        on_launch(Placement={"GroupId": {"Ref": "Pg"}}),
        on_launch(Placement={"GroupId": {"Fn::GetAtt": ["Pg", "GroupId"]}}),
    ),
    "TRN411": Pair(E, on_launch(Placement={"GroupName": {"Ref": "Pg"}, "PartitionNumber": 2})),
    "TRN413": Pair(
        E,
        on_launch(InstanceType="t3.xlarge", NetworkInterfaces=None),
        on_launch(InstanceType="m7i.xlarge", NetworkInterfaces=None),
    ),
    "TRN412": Pair(
        W,
        both(on_group(PlacementGroup={"Ref": "Other"}), add(Other=cluster()["Resources"]["Pg"])),
        on_group(PlacementGroup={"Ref": "Pg"}),
    ),
    "TRN501": Pair(W, image(NEURON), on_launch(ImageId="ami-0123456789abcdef0")),
    "TRN503": Pair(W, image(NEURON.replace("24.04", "22.04")), image(NEURON), others={"TRN501"}),
    "TRN506": Pair(
        E,
        image("/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id"),
        image(NEURON),
        others={"TRN501"},
    ),
    "TRN507": Pair(
        E,
        image(EKS.format("1.34/amazon-linux-2023/arm64/standard/recommended"), BlockDeviceMappings=[]),
        image(EKS.format("1.34/amazon-linux-2023/x86_64/neuron/recommended"), BlockDeviceMappings=[]),
        others={"TRN501"},
    ),
    "TRN508": Pair(
        E,
        image(EKS.format("1.33/amazon-linux-2-gpu/recommended"), BlockDeviceMappings=[]),
        image(EKS.format("1.33/amazon-linux-2023/x86_64/neuron/recommended"), BlockDeviceMappings=[]),
        others={"TRN501"},
    ),
    "TRN509": Pair(
        E,
        image("/aws/service/neuron/dlami/base/amazon-linux-2/latest/image_id", BlockDeviceMappings=[]),
        image("/aws/service/neuron/dlami/base/amazon-linux-2/latest/image_id", InstanceType="trn1.32xlarge"),
        others={"TRN501", "TRN503", "TRN508"},
    ),
    "TRN510": Pair(E, on_launch(UserData={"Fn::Base64": "x" * 16385}), on_launch(UserData={"Fn::Base64": "x" * 16384})),
    "TRN511": Pair(
        E,
        image(
            EKS.format("1.34/amazon-linux-2023/x86_64/neuron/recommended"),
            BlockDeviceMappings=[],
            UserData={"Fn::Base64": {"Fn::Sub": "/etc/eks/bootstrap.sh ${AWS::StackName}"}},
        ),
        image(
            EKS.format("1.34/amazon-linux-2023/x86_64/neuron/recommended"),
            UserData={"Fn::Base64": "apiVersion: node.eks.aws/v1alpha1"},
        ),
        others={"TRN501"},
    ),
    "TRN512": Pair(
        E,
        both(add(Asg=managed_group()), without("ImageId"), on_launch(UserData={"Fn::Base64": "#!/bin/sh\n"})),
        both(add(Asg=managed_group()), without("ImageId"), on_launch(UserData={"Fn::Base64": MIME})),
    ),
    "TRN513": Pair(
        W,
        image(NEURON, BlockDeviceMappings=[{"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 100, "Encrypted": True}}]),
        image(NEURON),
        others={"TRN501"},
    ),
    "TRN515": Pair(E, on_launch(ImageId="ami-1234"), on_launch(ImageId="ami-0a1b2c3d4e5f60718")),
    "TRN516": Pair(
        E,
        both(add(Asg=managed_group(AmiType="AL2_x86_64_GPU", Version="1.33")), without("ImageId")),
        both(add(Asg=managed_group(AmiType="AL2023_x86_64_NEURON", Version="1.33")), without("ImageId")),
    ),
    "TRN517": Pair(E, node_config(certificateAuthority=""), node_config()),
    "TRN519": Pair(
        E,
        image(ECS, BlockDeviceMappings=[]),
        image(f"{ECS}/image_id", BlockDeviceMappings=[]),
        others={"TRN501"},
    ),
    "TRN520": Pair(
        W,
        image(NEURON),
        options={"region": "ap-south-2"},
        good=image(NEURON),
        good_options={"region": "us-east-2"},
        others={"TRN501", "TRN602"},
    ),
    "TRN521": Pair(
        E,
        on_launch(UserData={"Fn::Base64": mime_part("text/x-shellscript", NODE_CONFIG)}),
        on_launch(UserData={"Fn::Base64": mime_part("application/node.eks.aws", NODE_CONFIG)}),
    ),
    "TRN528": Pair(
        E,
        on_launch(UserData={"Fn::Base64": mime_part("text/x-shellscript", "#!/bin/sh").replace("\n--", "\n--x")}),
        on_launch(UserData={"Fn::Base64": mime_part("text/x-shellscript", "#!/bin/sh")}),
    ),
    "TRN529": Pair(
        E,
        on_launch(UserData={"Fn::Base64": "\n#!/bin/sh"}),
        on_launch(UserData={"Fn::Base64": "#!/bin/sh"}),
    ),
    "TRN522": Pair(E, on_launch(ImageId="ami-12ab"), on_launch(ImageId="ami-12ab34cd")),
    "TRN523": Pair(E, without("ImageId"), both(without("ImageId"), add(Asg=None))),
    "TRN524": Pair(
        E,
        on_launch(UserData={"Fn::Sub": "#!/bin/sh\necho ${AWS::StackName}\n"}),
        on_launch(UserData={"Fn::Base64": {"Fn::Sub": "#!/bin/sh\necho ${AWS::StackName}\n"}}),
    ),
    "TRN525": Pair(
        E,
        image(EKS.format("1.34/amazon-linux-2023/x86_64/neuron/recommended"), BlockDeviceMappings=[]),
        both(
            image(EKS.format("1.34/amazon-linux-2023/x86_64/neuron/recommended"), BlockDeviceMappings=[]),
            on_launch(UserData={"Fn::Base64": mime_part("application/node.eks.aws", NODE_CONFIG)}),
        ),
        others={"TRN501"},
    ),
    "TRN601": Pair(E, add(Subnet=subnet("use2-az3")), on_group(AvailabilityZones=["us-east-2b"])),
    "TRN602": Pair(
        E,
        lambda data: None,
        options={"region": "ap-south-2"},
        good_options={"region": "us-east-2"},
        good=lambda data: None,
    ),
    "TRN604": Pair(
        E,
        lambda data: None,
        options={"region": "eu-west-3"},
        good_options={"region": "us-east-2"},
        good=lambda data: None,
        others={"TRN602"},
    ),
    "TRN605": Pair(W, both(TRN1, add(Subnet=zone_id("use2-az1"))), both(TRN1, add(Subnet=zone_id("use2-az3")))),
    "TRN606": Pair(E, add(Hp=hyperpod("trn2.48xlarge")), add(Hp=hyperpod("ml.trn2.48xlarge"))),
    "TRN607": Pair(
        E,
        add(Odcr=reservation(InstanceType="trn2.3xlarge")),
        add(Odcr=reservation()),
        options={"region": "us-east-2"},
    ),
    "TRN207": Pair(
        E,
        add(In=self_rule("Ingress", "SourceSecurityGroupName")),
        add(In=self_rule("Ingress", "SourceSecurityGroupId")),
    ),
    "TRN379": Pair(E, add(Hp=planned("cr-0123456789abcdef0")), add(Hp=planned(PLAN))),
    "TRN537": Pair(
        E,
        image(NEURON, BlockDeviceMappings=gp3({"Ref": "AWS::NoValue"}, VolumeType="st1", VolumeSize=500)),
        image(NEURON, BlockDeviceMappings=gp3(3000, VolumeSize=500)),
        others={"TRN501"},
    ),
    "TRN538": Pair(E, on_launch(BlockDeviceMappings=gp3(100000)), on_launch(BlockDeviceMappings=gp3(80000))),
    "TRN539": Pair(
        E,
        on_launch(BlockDeviceMappings=named_disk("/dev/nvme1n1")),
        on_launch(BlockDeviceMappings=named_disk("/dev/xvdf")),
    ),
    "TRN540": Pair(
        E,
        add(Asg=compute_environment(Type="SPOT", AllocationStrategy="BEST_FIT")),
        add(Asg=compute_environment(Type="SPOT", AllocationStrategy="SPOT_PRICE_CAPACITY_OPTIMIZED")),
    ),
    "TRN541": Pair(
        E,
        on_launch(ImageId="{{resolve:ssm-secure:/own/image:1}}"),
        on_launch(ImageId="{{resolve:ssm:/own/image:1}}"),
    ),
    "TRN701": Pair(
        E,
        on_launch(MetadataOptions={"HttpTokens": "optional"}),
        on_launch(MetadataOptions={"HttpEndpoint": "disabled"}),
    ),
    "TRN702": Pair(
        E,
        on_launch(MetadataOptions={"HttpTokens": "required", "HttpPutResponseHopLimit": 64}),
        on_launch(MetadataOptions={"HttpTokens": "required", "HttpPutResponseHopLimit": 1}),
    ),
    "TRN703": Pair(W, on_launch(BlockDeviceMappings=[{"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 500}}])),
    "TRN712": Pair(
        E,
        on_launch(BlockDeviceMappings=gp3(3000, KmsKeyId="alias/mine", Encrypted=False)),
        on_launch(BlockDeviceMappings=gp3(3000, KmsKeyId="alias/mine")),
        others={"TRN703"},
    ),
    "TRN713": Pair(W, encrypted_by(KEY_OF_ACCOUNT), encrypted_by(KEY_OF_ACCOUNT, KEY_OF_AUTO_SCALING)),
    "TRN714": Pair(
        E,
        encrypted_by(KEY_OF_AUTO_SCALING, KeySpec="RSA_2048"),
        encrypted_by(KEY_OF_AUTO_SCALING, KeySpec="SYMMETRIC_DEFAULT"),
    ),
    "TRN704": Pair(E, add(Role=role(ALL)), add(Role=role(SOME))),
    "TRN705": Pair(
        W,
        on_launch(InstanceType="trn2.3xlarge", NetworkInterfaces=[{**efas(1)[0], "AssociatePublicIpAddress": "true"}]),
        on_launch(InstanceType="trn2.3xlarge", NetworkInterfaces=efas(1)),
    ),
    "TRN706": Pair(N, add(Vpc=VPC), add(Vpc=VPC, Flow=FLOW)),
    "TRN707": Pair(
        N,
        without("TagSpecifications"),
        both(without("TagSpecifications"), on_group(Tags=[{"Key": "team", "Value": "x", "PropagateAtLaunch": True}])),
    ),
    "TRN709": Pair(
        E,
        on_group(Tags=[{"Key": "AWS:owner", "Value": "a", "PropagateAtLaunch": True}]),
        on_group(Tags=[{"Key": "owner", "Value": "a", "PropagateAtLaunch": True}]),
    ),
    "TRN715": Pair(
        E,
        both(METADATA_TAGS, on_group(Tags=[propagated("kubernetes.io/cluster/x")])),
        both(METADATA_TAGS, on_group(Tags=[propagated("kubernetes.io:cluster")])),
    ),
    "TRN708": Pair(
        N,
        lambda data: None,
        base=block_cluster,
        options={"protected": False},
        good_options={"protected": True},
        good=lambda data: None,
    ),
    "TRN710": Pair(
        E,
        on_launch(IamInstanceProfile={"Arn": "arn:aws:iam::111111111111:role/x"}),
        on_launch(IamInstanceProfile={"Arn": "arn:aws:iam::111111111111:instance-profile/x"}),
    ),
    "TRN711": Pair(
        E,
        on_launch(TagSpecifications=[tagging("instance"), tagging("launch-template")]),
        on_launch(TagSpecifications=[tagging("instance"), tagging("volume")]),
    ),
    "TRN801": Pair(
        E,
        lambda data: None,
        options={"policy": Policy(regions=("eu-north-1",))},
        good_options={"policy": Policy(regions=("us-east-2",))},
        good=lambda data: None,
    ),
    "TRN802": Pair(
        E,
        lambda data: None,
        options={"policy": Policy(instance_types=("trn1*",))},
        good_options={"policy": Policy(instance_types=("trn2*",))},
        good=lambda data: None,
    ),
    "TRN803": Pair(
        E,
        lambda data: None,
        options={"policy": Policy(purchase_options=("capacity-block",))},
        good_options={"policy": Policy(purchase_options=("on-demand",))},
        good=lambda data: None,
    ),
    "TRN804": Pair(
        E,
        lambda data: None,
        options={"policy": Policy(max_nodes=3)},
        good_options={"policy": Policy(max_nodes=4)},
        good=lambda data: None,
    ),
    "TRN805": Pair(
        E,
        lambda data: None,
        options={"policy": Policy(max_chips=63)},
        good_options={"policy": Policy(max_chips=64)},
        good=lambda data: None,
    ),
    "TRN806": Pair(
        E,
        on_launch(InstanceType="trn1.32xlarge", NetworkInterfaces=efas(8)),
        options={"policy": Policy(max_usd_per_hour=85)},
        good_options={"policy": Policy(max_usd_per_hour=86)},
        good=on_launch(InstanceType="trn1.32xlarge", NetworkInterfaces=efas(8)),
    ),
    "TRN807": Pair(
        E,
        lambda data: None,
        options={"policy": Policy(required_tags=("cost-center",))},
        good_options={"policy": Policy(required_tags=("team",))},
        good=lambda data: None,
    ),
    "TRN808": Pair(
        E,
        image(NEURON),
        options={"policy": Policy(image_owners=("123456789012",))},
        good_options={"policy": Policy(image_owners=("amazon",))},
        good=image(NEURON),
        others={"TRN501"},
    ),
    "TRN910": Pair(
        E,
        lambda data: data["Resources"].update({f"T{at}": {"Type": "AWS::SNS::Topic"} for at in range(493)}),
        lambda data: data["Resources"].update({f"T{at}": {"Type": "AWS::SNS::Topic"} for at in range(440)}),
    ),
    "TRN930": Pair(
        E,
        with_sections(Outputs={f"O{at}": {"Value": "x"} for at in range(201)}),
        with_sections(Outputs={f"O{at}": {"Value": "x"} for at in range(200)}),
    ),
    "TRN911": Pair(
        E,
        add(Big={"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": "x" * 1_000_000}}),
        add(Big={"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": "x" * 800_000}}),
    ),
    "TRN912": Pair(E, add(Empty={"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": {}}})),
    "TRN913": Pair(W, without("InstanceType"), both(without("InstanceType"), add(Asg=None))),
    "TRN914": Pair(U, on_group(LaunchTemplate={"LaunchTemplateId": {"Fn::ImportValue": "Lt"}, "Version": "1"})),
    "TRN917": Pair(E, on_nic(3, DeviceIndex={"a": 1}), on_nic(3, DeviceIndex="1")),
    "TRN916": Pair(E, on_nic(3, NetworkCardindex=3)),
    "TRN915": Pair(E, add(Broken={"Properties": {}})),
    "TRN918": Pair(E, add(Extra=topic({"Ref": "Nope"})), add(Extra=topic({"Ref": "Sg"}))),
    "TRN919": Pair(E, with_sections(Conditions=CIRCLE), with_sections(Conditions={"A": {"Fn::Equals": ["a", "b"]}})),
    "TRN920": Pair(E, parameter("P", Default="c", AllowedValues=["a"]), parameter("P", AllowedValues=["a"])),
    "TRN925": Pair(
        E,
        add(One={**topic("x"), "DependsOn": "Two"}, Two={**topic("x"), "DependsOn": ["One"]}),
        add(One={**topic("x"), "DependsOn": "Two"}, Two=topic("x")),
    ),
    "TRN924": Pair(
        E,
        both(conditional_topic(), add(Extra=topic({"Ref": "Maybe"}))),
        both(conditional_topic(), add(Extra=topic({"Fn::If": ["Never", {"Ref": "Maybe"}, "x"]}))),
    ),
    "TRN923": Pair(E, add(More={"Type": "AWS::EC2::Subnets"}), add(More={"Type": "AWS::EC2::SubnetCidrBlock"})),
    "TRN926": Pair(
        E,
        add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster", "GroupName": "x"}}),
        add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}}),
    ),
    "TRN927": Pair(
        E,
        both(parameter("K", Default="c"), with_sections(Mappings=ONE_ENTRY), on_launch(KeyName=LOOKED_UP)),
        both(parameter("K", Default="b"), with_sections(Mappings=ONE_ENTRY), on_launch(KeyName=LOOKED_UP)),
    ),
    "TRN928": Pair(E, lambda data: group_of(data).pop("MaxSize")),
    "TRN929": Pair(E, on_launch(KeyName={"Fn::Join": ["-"]}), on_launch(KeyName={"Fn::Join": ["-", ["a", "b"]]})),
    "TRN921": Pair(E, with_sections(Mappings=3), with_sections(Mappings={})),
}


def test_every_rule_has_a_pair() -> None:
    assert {rule.id for rule in all_rules()} == set(PAIRS) | set(NESTED)


def test_the_clusters_to_start_from_have_no_finding() -> None:
    assert findings(cluster()) == findings(block_cluster()) == ()


@pytest.mark.parametrize("rule", sorted(PAIRS))
def test_the_failing_template_is_reported(rule: str) -> None:
    pair = PAIRS[rule]
    found = findings(changed(pair.base(), pair.bad), **pair.options)
    own = [item for item in found if item.id == rule]
    assert own
    assert {item.level for item in own} == {pair.level}
    assert pair.others <= {item.id for item in found}


@pytest.mark.parametrize("rule", sorted(PAIRS))
def test_the_passing_template_is_not(rule: str) -> None:
    pair = PAIRS[rule]
    data = changed(pair.base(), pair.good) if pair.good else pair.base()
    options = pair.options if pair.good_options is None else pair.good_options
    assert rule not in ids(data, **options)


@pytest.mark.parametrize("rule", sorted(NESTED))
def test_the_failing_parent_is_reported_and_the_passing_one_is_not(rule: str) -> None:
    pair = NESTED[rule]
    own = [item for item in judged_together(pair.bad, pair.child) if item.id == rule]
    assert {item.level for item in own} == {pair.level}
    assert rule not in {item.id for item in judged_together(pair.good, pair.child)}


def test_every_rule_says_what_a_reader_needs() -> None:
    for rule in all_rules():
        assert rule.title
        assert rule.why.endswith(".")
        assert rule.source
        assert not rule.title.endswith(".")


def on_cluster(ami_type: str, **group: Any) -> Change:
    eks = {"Type": "AWS::EKS::Cluster", "Properties": {"Version": "1.34"}}
    named = managed_group(AmiType=ami_type, ClusterName={"Ref": "Eks"}, **group)
    return both(add(Asg=named, Eks=eks), without("ImageId"))


def in_batch(image_type: str, **resources: Any) -> Change:
    return both(
        add(Asg=compute_environment(Ec2Configuration=[{"ImageType": image_type, **resources}])), without("ImageId")
    )


GPU = on_launch(InstanceType="p5.48xlarge", NetworkInterfaces=[efas(1)[0]])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (on_cluster("AL2_x86_64"), {"TRN516": E}),
        (on_cluster("AL2_x86_64_GPU"), {"TRN516": E}),
        (on_cluster("AL2_ARM_64"), {"TRN516": E, "TRN507": E}),
        (on_cluster("AL2_x86_64_GPU", Version="1.32"), {"TRN516": W}),
        (both(add(Asg=managed_group(AmiType="AL2_x86_64")), without("ImageId")), {"TRN516": W}),
        (both(add(Asg=managed_group(AmiType="AL2_x86_64"))), {}),
        (on_cluster("AL2023_x86_64_NEURON"), {}),
        (on_cluster("AL2023_x86_64_NVIDIA"), {"TRN506": E}),
        (on_cluster("AL2023_ARM_64_NVIDIA"), {"TRN506": E, "TRN507": E}),
        (both(on_cluster("AL2023_x86_64_NVIDIA"), GPU), {}),
        (both(on_cluster("AL2023_x86_64_NEURON"), GPU), {"TRN506": E}),
        (on_cluster("AL2023_x86_64_STANDARD"), {"TRN506": W}),
        (both(on_cluster("AL2023_x86_64_STANDARD"), GPU), {"TRN506": W}),
        (on_cluster("BOTTLEROCKET_x86_64"), {}),
        (on_cluster("SOMETHING_NEW"), {}),
        (in_batch("ECS_AL2"), {"TRN516": E, "TRN506": W}),
        (in_batch("ECS_AL2_NVIDIA"), {"TRN516": E, "TRN506": E}),
        (in_batch("EKS_AL2"), {"TRN516": W}),
        (in_batch("ECS_AL2", ImageIdOverride="ami-0123456789abcdef0"), {}),
        (in_batch("ECS_AL2023"), {"TRN506": W}),
        (both(add(Asg=compute_environment()), without("ImageId")), {"TRN506": W}),
        (both(add(Asg=compute_environment(ImageId="ami-0123456789abcdef0")), without("ImageId")), {}),
        (in_batch("ECS_AL2023_NVIDIA"), {"TRN506": E}),
    ],
)
def test_the_image_type_of_a_group_is_judged_like_an_image(change: Change, expected: dict[str, Level]) -> None:
    found = {item.id: item.level for item in findings(changed(cluster(), change))}
    assert {name: found[name] for name in ("TRN506", "TRN507", "TRN516") if name in found} == expected


@pytest.mark.parametrize(
    ("resources", "first"),
    [
        ({"A": {"DependsOn": "A"}}, "A"),
        ({"A": {"DependsOn": "B"}, "B": {"DependsOn": "C"}, "C": {"DependsOn": "A"}}, "A"),
        ({"Before": {"DependsOn": "A"}, "A": {"DependsOn": ["B"]}, "B": {"Properties": {"T": {"Ref": "A"}}}}, "A"),
        ({"A": {"Properties": {"T": {"Fn::Sub": "x-${B}"}}}, "B": {"Properties": {"T": [{"Ref": "A"}]}}}, "A"),
        ({"A": {"Properties": {"T": {"Fn::GetAtt": ["A", "Arn"]}}}}, "A"),
        ({"A": {"DependsOn": "B"}, "B": {"DependsOn": "C"}, "C": {}}, ""),
        ({"A": {"DependsOn": "B", "Condition": "P"}, "B": {"DependsOn": "A", "Condition": "Q"}}, ""),
        ({"A": {"Properties": {"T": {"Fn::If": ["P", {"Ref": "B"}, "x"]}}}, "B": {"DependsOn": "A"}}, ""),
        ({"A": {"DependsOn": "B"}, "B": {"Metadata": {"Made": {"Ref": "A"}}}}, ""),
    ],
)
def test_a_circle_of_resources_is_told_once_at_its_first(resources: Data, first: str) -> None:
    data = {"Resources": {name: {"Type": "AWS::SNS::Topic", **entry} for name, entry in resources.items()}}
    found = [item.subject.property for item in findings(data) if item.id == "TRN925"]
    assert found == ([f"Resources.{first}"] if first else [])


@pytest.mark.parametrize(
    ("mine", "other", "expected"),
    [("P", "P", [E]), ("P", "NotP", []), ("NotP", "NotP", [W]), ("P", "Q", [W]), ("P", None, [E]), ("NotP", None, [W])],
)
@pytest.mark.parametrize("chosen", [True, False])
def test_a_circle_that_a_condition_makes(mine: str, other: str | None, expected: list[Level], chosen: bool) -> None:
    """A waits for B under one condition, B for A under another; P holds by default, Q does not."""
    data: Data = {
        "Parameters": {"One": {"Type": "String", "Default": "yes"}, "Two": {"Type": "String", "Default": "no"}},
        "Conditions": {
            "P": {"Fn::Equals": [{"Ref": "One"}, "yes"]},
            "NotP": {"Fn::Not": [{"Condition": "P"}]},
            "Q": {"Fn::Equals": [{"Ref": "Two"}, "yes"]},
        },
        "Resources": {},
    }
    for name, to, condition in (("A", "B", mine), ("B", "A", other)):
        reference: Any = {"Ref": to}
        resource = topic({"Fn::If": [condition, reference, "x"]} if chosen and condition else reference)
        data["Resources"][name] = {**resource, **({} if chosen or condition is None else {"Condition": condition})}
    assert [item.level for item in findings(data) if item.id == "TRN925"] == expected


@pytest.mark.parametrize("properties", [{"PartitionCount": 2}, {"PartitionCount": 2, "SpreadLevel": "rack"}])
def test_a_partition_count_needs_the_strategy(properties: Data) -> None:
    group = {"Type": "AWS::EC2::PlacementGroup", "Properties": properties}
    assert "TRN404" in ids({"Resources": {"Pg": group}})
    assert "TRN404" not in ids({"Resources": {"Pg": {**group, "Properties": {**properties, "Strategy": "partition"}}}})


DLAMI = "/aws/service/neuron/dlami/"
STANDARD = EKS.format("1.33/amazon-linux-2023/x86_64/standard/recommended")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (STANDARD, {"TRN506": W}),
        (STANDARD.replace("standard", "neuron"), {}),
        ("/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id", {"TRN506": W}),
        ("/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id", {}),
        ("/aws/service/bottlerocket/aws-k8s-1.33/x86_64/latest/image_id", {}),
        ("/team/amazon-linux-2023/standard/image_id", {}),
        (DLAMI + "pytorch-1.13-inf1/ubuntu-22.04/latest/image_id", {"TRN506": W, "TRN503": W}),
        (DLAMI + "base/ubuntu-20.04/latest/image_id", {"TRN503": W}),
        (DLAMI + "multi-framework/ubuntu-20.04/latest/image_id", {"TRN503": W}),
        (DLAMI + "tensorflow-2.10/ubuntu-20.04/latest/image_id", {"TRN503": W}),
        (DLAMI + "tensorflow-2.10/amazon-linux-2023/latest/image_id", {"TRN503": W}),
        (DLAMI + "jax-0.10/amazon-linux-2023/latest/image_id", {}),
        (DLAMI + "jax-0.11/ubuntu-24.04/latest/image_id", {"TRN503": U}),
        (DLAMI + "base/ubuntu-26.04/latest/image_id", {"TRN503": U}),
        (DLAMI + "base/ubuntu-24.04/lates/image_id", {"TRN503": U}),
        (DLAMI.replace("dlami", "dlmai") + "base/ubuntu-24.04/latest/image_id", {"TRN503": U}),
        (DLAMI.replace("neuron", "Neuron") + "base/ubuntu-24.04/latest/image_id", {"TRN503": U}),
        (DLAMI + "base/ubuntu-24.04/latest", {}),
    ],
)
def test_which_public_images_are_doubted(path: str, expected: dict[str, Level]) -> None:
    found = {item.id: item.level for item in findings(changed(cluster(), image(path)))}
    assert {name: found[name] for name in ("TRN503", "TRN506") if name in found} == expected


@pytest.mark.parametrize("name", ["name", "apiServerEndpoint", "certificateAuthority", "cidr"])
@pytest.mark.parametrize("value", ["", None, "  "])
@pytest.mark.parametrize("mime", [True, False])
def test_a_node_config_says_all_that_nodeadm_needs(name: str, value: str | None, mime: bool) -> None:
    said: dict[str, Any] = {name: value}
    assert ids(changed(cluster(), node_config(mime=mime, **said))) == ["TRN517"]
    assert ids(changed(cluster(), node_config(mime=mime))) == []


@pytest.mark.parametrize(
    ("change", "level"),
    [
        (node_config(cidr={"Ref": "Hidden"}), None),
        (node_config(cidr=None, extra="${Hidden}"), U),
        (node_config(cidr=None, kubelet="${Hidden}"), E),
        (node_config(extra="  - : ["), E),
        (both(node_config(cidr=None), add(Asg=managed_group())), E),
        (both(node_config(cidr=None), add(Asg=managed_group()), without("ImageId")), None),
        (on_launch(UserData={"Fn::Base64": "#!/bin/sh\ncat > /x <<E\napiVersion: node.eks.aws/v1alpha1\nE\n"}), None),
    ],
)
def test_a_node_config_is_judged_where_nobody_fills_it_in(change: Change, level: Level | None) -> None:
    found = [item.level for item in findings(changed(cluster(), change)) if item.id == "TRN517"]
    assert found == ([] if level is None else [level])


@pytest.mark.parametrize(
    ("change", "unknown"),
    [
        (on_launch(InstanceType="c5n.18xlarge", NetworkInterfaces=efas(1)), True),
        (on_launch(InstanceType="inf1.24xlarge", NetworkInterfaces=efas(1)), True),
        (on_launch(InstanceType="m5.large", NetworkInterfaces=[{**efas(2)[1], "InterfaceType": "interface"}]), True),
        (on_launch(InstanceType="m5.large", NetworkInterfaces=[{**efas(1)[0], "InterfaceType": "interface"}]), False),
        (on_launch(InstanceType="trn1.32xlarge", NetworkInterfaces=efas(8)), False),
        (both(without("InstanceType"), on_launch(InstanceRequirements={"VCpuCount": {"Min": 1}})), True),
    ],
)
def test_interfaces_on_types_outside_the_catalog_are_unknown_and_no_pass(change: Change, unknown: bool) -> None:
    found = [item.level for item in findings(changed(cluster(), change)) if item.id == "TRN100"]
    assert found == ([U] if unknown else [])


@pytest.mark.parametrize(
    ("change", "level", "key"),
    [
        (on_nic(3, NetworkCardindex=3), E, "NetworkCardindex"),
        (on_nic(3, InterfaceTyp="efa"), E, "InterfaceTyp"),
        (on_nic(3, deviceIndex=1), E, "deviceIndex"),
        (on_launch(Placement={"GroupName": {"Ref": "Pg"}, "GroupNam": "x"}), E, "GroupNam"),
        (on_launch(MetadataOption={}), E, "MetadataOption"),
        (on_group(PlacementGroups="x"), E, "PlacementGroups"),
        (
            add(Pg={"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster", "Stategy": "x"}}),
            E,
            "Stategy",
        ),
        (on_nic(3, QuantumLink=True), W, "QuantumLink"),
        (on_launch(Placement={"AvailabilityZoneId": "use2-az3"}), W, "AvailabilityZoneId"),
        (on_launch(Placement={"AvailabilityZon": "us-east-2b"}), E, "AvailabilityZon"),
        (on_launch(ImageID="ami-0123456789abcdef0"), E, "ImageID"),
        (on_launch(**{"Fn::Transform": {"Name": "Own"}}), None, ""),
        (
            on_launch(TagSpecifications=[{"ResourceType": "instance", "Tags": [{"Key": "team", "Value": {"a": 1}}]}]),
            None,
            "",
        ),
    ],
)
def test_a_key_that_cloudformation_does_not_know(change: Change, level: Level | None, key: str) -> None:
    found = [item for item in findings(changed(cluster(), change)) if item.id == "TRN916"]
    assert [item.level for item in found] == ([] if level is None else [level])
    assert all(item.subject.property.endswith(f".{key}") for item in found)


@pytest.mark.parametrize("condition", [True, False])
def test_an_unknown_key_of_either_branch_is_found(condition: bool) -> None:
    right = launch_of(cluster())["NetworkInterfaces"][0]
    wrong = {**right, "InterfaceTyp": "efa"}
    sides = [wrong, right] if condition else [right, wrong]

    def change(data: Data) -> None:
        data["Parameters"] = {"Env": {"Type": "String", "Default": "a"}}
        data["Conditions"] = {"A": {"Fn::Equals": [{"Ref": "Env"}, "a"]}}
        launch_of(data)["NetworkInterfaces"][0] = {"Fn::If": ["A", *sides]}

    assert "TRN916" in ids(changed(cluster(), change))


@pytest.mark.parametrize(
    ("transform", "level"),
    [
        ("AWS::LanguageExtensions", None),
        (["AWS::Serverless-2016-10-31", "AWS::LanguageExtensions"], None),
        ({"Name": "AWS::Include", "Parameters": {"Location": "s3://b/k"}}, U),
        (["AWS::LanguageExtensions", "OwnMacro"], U),
    ],
)
def test_a_macro_that_may_add_nodes_is_unknown(transform: Any, level: Level | None) -> None:
    found = [item.level for item in findings({**cluster(), "Transform": transform}) if item.id == "TRN915"]
    assert found == ([] if level is None else [level])


@pytest.mark.parametrize(
    ("entry", "level"),
    [
        ({"Fn::Transform": {"Name": "Own"}}, U),
        ({"Fn::Transform": {"Name": "Own"}, "Properties": {}}, U),
        ({"Fn::Transform": {"Name": "Own"}, "Type": "AWS::SNS::Topic"}, U),
        ({"Type": {"Fn::Transform": {"Name": "Own"}}}, U),
        ({"Type": {"Ref": "Kind"}}, E),
        ({"Type": ["Fn::Transform"]}, E),
        ("Fn::Transform", E),
    ],
)
def test_an_entry_that_a_macro_completes_or_rewrites_is_unknown(entry: Any, level: Level) -> None:
    found = findings(changed(cluster(), lambda data: data["Resources"].update(One=entry)))
    assert [item.level for item in found if item.id == "TRN915"] == [level]


@pytest.mark.parametrize(("default", "expected"), [("yes", {E, W}), ("no", {W})])
def test_the_version_of_a_cluster_is_that_of_the_case_at_hand(default: str, expected: set[Level]) -> None:
    def change(data: Data) -> None:
        data["Parameters"] = {"New": {"Type": "String", "Default": default}}
        data["Conditions"] = {"IsNew": {"Fn::Equals": [{"Ref": "New"}, "yes"]}}
        version = {"Fn::If": ["IsNew", "1.34", "1.32"]}
        data["Resources"]["Eks"] = {"Type": "AWS::EKS::Cluster", "Properties": {"Version": version}}

    found = findings(changed(cluster(), both(on_cluster("AL2_x86_64_GPU"), change)))
    assert {item.level for item in found if item.id == "TRN516"} == expected


INF2 = "inf2.48xlarge"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (launch_configuration(InstanceType=INF2), set()),
        (launch_configuration(InstanceType=INF2, UserData={"Fn::Base64": "x" * 16385}), {"TRN510"}),
        (launch_configuration(InstanceType=INF2, MetadataOptions=None), {"TRN701"}),
        (launch_configuration(InstanceType=INF2, AssociatePublicIpAddress=True), {"TRN705"}),
        (
            launch_configuration(
                InstanceType=INF2, BlockDeviceMappings=[{"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 500}}]
            ),
            {"TRN703"},
        ),
        (launch_configuration(InstanceType="trn9.48xlarge"), {"TRN010"}),
        (launch_configuration(InstanceType=None), {"TRN913", "TRN928"}),
        (launch_configuration(InstanceType="trn1.32xlarge", SpotPrice="9"), {"TRN111", "TRN120"}),
        (launch_configuration(InstanceType=INF2, UserDat="x"), {"TRN916"}),
        (both(launch_configuration(InstanceType=INF2), add(Lc=None)), {"TRN914", "TRN918"}),
        (both(launch_configuration(InstanceType="trn2.48xlarge"), add(Asg=None)), {"TRN111", "TRN120", "TRN707"}),
    ],
)
def test_a_launch_configuration_is_judged_like_a_launch_template(change: Change, expected: set[str]) -> None:
    assert set(ids(changed(cluster(), change))) == expected


FLEET = {
    "LaunchTemplateConfigs": [{"Overrides": [{"AvailabilityZone": "us-east-2b"}, {"AvailabilityZone": "use2-az1"}]}]
}
ZONE = {"AvailabilityZone": "use2-az1"}
SEVERAL = {"AvailabilityZone": "us-east-2b, use2-az1"}
ZONE_ID = {"AvailabilityZoneId": "us-east-2a"}


@pytest.mark.parametrize(
    ("kind", "properties"),
    [
        ("AWS::EC2::Volume", ZONE),
        ("AWS::EC2::Host", ZONE),
        ("AWS::EC2::Subnet", ZONE),
        ("AWS::EC2::Instance", ZONE),
        ("AWS::EC2::CapacityReservation", ZONE),
        ("AWS::EC2::CapacityReservationFleet", {"InstanceTypeSpecifications": [ZONE]}),
        ("AWS::EC2::EC2Fleet", FLEET),
        ("AWS::EC2::EC2Fleet", {"LaunchTemplateConfigs": [{"Overrides": [{"Placement": ZONE}]}]}),
        (
            "AWS::EC2::SpotFleet",
            {"SpotFleetRequestConfigData": {"LaunchSpecifications": [{"Placement": SEVERAL}]}},
        ),
        ("AWS::EFS::FileSystem", {"AvailabilityZoneName": "use2-az1"}),
        ("AWS::AutoScaling::AutoScalingGroup", {"AvailabilityZones": ["us-east-2b", "use2-az1"]}),
        ("AWS::EC2::LaunchTemplate", {"LaunchTemplateData": {"Placement": ZONE}}),
    ],
)
@pytest.mark.parametrize("written", ["use2-az1", "USE2-AZ1", "us-east-2", "us-east-2-az1"])
def test_a_zone_id_is_told_wherever_a_name_belongs(kind: str, properties: Data, written: str) -> None:
    text = json.dumps({"Resources": {"One": {"Type": kind, "Properties": properties}}})
    assert "TRN601" in ids(json.loads(text.replace("use2-az1", written)))
    assert "TRN601" not in ids(json.loads(text.replace("use2-az1", "us-east-2b")))


@pytest.mark.parametrize(
    ("kind", "properties"),
    [
        ("AWS::EC2::Subnet", ZONE_ID),
        ("AWS::EC2::Volume", ZONE_ID),
        ("AWS::EC2::CapacityReservation", ZONE_ID),
        ("AWS::EC2::EC2Fleet", {"LaunchTemplateConfigs": [{"Overrides": [ZONE_ID]}]}),
        ("AWS::AutoScaling::AutoScalingGroup", {"AvailabilityZoneIds": ["use2-az1", "us-east-2a"]}),
    ],
)
@pytest.mark.parametrize("written", ["us-east-2a", "US-EAST-2A", "us-west-2-lax-1a", "us-east-2", "us-east-2-az1"])
def test_a_zone_name_is_told_wherever_an_id_belongs(kind: str, properties: Data, written: str) -> None:
    text = json.dumps({"Resources": {"One": {"Type": kind, "Properties": properties}}})
    found = [item for item in findings(json.loads(text.replace("us-east-2a", written))) if item.id == "TRN601"]
    assert [item.level for item in found] == [E]
    assert "AvailabilityZoneId" in found[0].subject.property
    assert "TRN601" not in ids(json.loads(text.replace("us-east-2a", "use2-az3")))


def every(**values: Any) -> Change:
    def change(data: Data) -> None:
        for nic in launch_of(data)["NetworkInterfaces"]:
            nic.update(values)
            for name in [name for name, value in nic.items() if value is None]:
                del nic[name]

    return change


@pytest.mark.parametrize(
    ("rule", "change", "interfaces"),
    [
        ("TRN106", every(NetworkCardIndex=None, DeviceIndex=0, InterfaceType="efa-only"), 16),
        ("TRN107", both(every(InterfaceType="efa", NetworkCardIndex=0), on_launch(InstanceType="trn1.2xlarge")), 16),
        ("TRN108", every(InterfaceType="effa"), 16),
        ("TRN110", every(NetworkCardIndex=None), 15),
        ("TRN112", every(AssociatePublicIpAddress=True), 16),
        ("TRN203", lambda data: [nic.update(Groups=["sg-1"]) for nic in launch_of(data)["NetworkInterfaces"][:5]], 5),
    ],
)
def test_a_fault_that_interfaces_share_is_one_finding_that_names_them(
    rule: str, change: Change, interfaces: int
) -> None:
    (finding,) = (item for item in findings(changed(cluster(), change)) if item.id == rule)
    assert isinstance(finding.evidence["interfaces"], list)
    assert len(finding.evidence["interfaces"]) == interfaces


def test_empty_interfaces_are_one_finding() -> None:
    data = changed(cluster(), on_launch(NetworkInterfaces=[*efas(2), {}, {}, {}]))
    assert [item.id for item in findings(data) if item.id == "TRN119"] == ["TRN119"]


@pytest.mark.parametrize(
    ("region", "level"),
    [
        ("eu-west-3", E),
        ("ca-west-1", E),
        ("mars-1", E),
        *((region, U) for region in ("xx-west-9", "us-gov-east-1", "cn-north-1", "us-iso-east-1", "mx-central-1")),
        *((region, U) for region in ("ap-southeast-6", "ap-southeast-7", "ap-east-2", "eusc-de-east-1")),
    ],
)
def test_a_region_that_nobody_looked_at_is_unknown(region: str, level: Level) -> None:
    (finding,) = (item for item in findings(cluster(), region=region) if item.id == "TRN604")
    assert finding.level is level


@pytest.mark.parametrize(
    ("region", "expected"), [("us-east-2", []), ("us-west-2", [E]), ("us-gov-west-1", [U]), ("", [])]
)
def test_a_reservation_is_made_where_its_type_is_offered(region: str, expected: list[Level]) -> None:
    data = changed(cluster(), add(Odcr=reservation()))
    assert [item.level for item in findings(data, region=region) if item.id == "TRN607"] == expected


def test_the_zones_that_a_type_is_offered_in_are_those_of_the_region() -> None:
    data = changed(cluster(), add(Odcr=reservation(InstanceType="trn1.32xlarge", AvailabilityZoneId="use1-az1")))
    (finding,) = (item for item in findings(data) if item.id == "TRN607")
    assert "use1-az5" in finding.message
    assert "usw2-" not in finding.message


@pytest.mark.parametrize(("path", "expected"), [(NEURON, [W]), (f"{ECS}/image_id", []), (EKS_NEURON, [])])
def test_only_a_dlami_has_a_documented_size(path: str, expected: list[Level]) -> None:
    device = "/dev/sda1" if path == NEURON else "/dev/xvda"
    disk = {"DeviceName": device, "Ebs": {"VolumeSize": 100, "Encrypted": True}}
    data = changed(cluster(), image(path, BlockDeviceMappings=[disk]))
    assert [item.level for item in findings(data) if item.id == "TRN513"] == expected


ID_PARAMETER = {"Ref": "Reserved"}


def reserved(target: Any, preference: str | None = "capacity-reservations-only") -> Change:
    return on_launch(CapacityReservationSpecification=targeting(target, preference))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (reserved("cb-0123456789abcdef0"), {"TRN311"}),
        (reserved(""), {"TRN311"}),
        (reserved("i-0123"), {"TRN311"}),
        (both(parameter("Reserved", Default="cb-0123456789abcdef0"), reserved(ID_PARAMETER)), {"TRN311"}),
        (both(parameter("Reserved", Default="i-0123"), reserved(ID_PARAMETER)), {"TRN311"}),
        (both(parameter("Reserved"), reserved(ID_PARAMETER)), set()),
        (on_group(CapacityReservationSpecification={"CapacityReservationTarget": {"CapacityReservationIds": ["x"]}}),
         {"TRN311", "TRN305"}),
        (reserved("{{resolve:ssm:reservation}}"), set()),
        (reserved("cr-0123456789abcdef0", "none"), {"TRN346"}),
        (reserved("cr-0123456789abcdef0", "capacity-reservation-only"), {"TRN346"}),
        (reserved("cr-0123456789abcdef0", "capacity-reservations-first"), {"TRN346"}),
        (reserved("cr-0123456789abcdef0", "open"), {"TRN346"}),
        (reserved("cr-0123456789abcdef0", None), {"TRN305"}),
        (on_launch(CapacityReservationSpecification={"CapacityReservationPreference": "open"}), set()),
        (on_launch(CapacityReservationSpecification={"CapacityReservationPreference": "opne"}), {"TRN346"}),
        (on_group(CapacityReservationSpecification={"CapacityReservationPreference": "default"}), set()),
        (on_group(CapacityReservationSpecification={"CapacityReservationPreference": "open"}), {"TRN346"}),
        (add(Odcr=reservation(InstanceCount="-1")), {"TRN347"}),
        (add(Odcr=reservation(InstanceCount=1001)), {"TRN347"}),
        (add(Odcr=reservation(InstanceCount="1000")), set()),
        (add(Odcr=reservation(InstanceMatchCriteria="target")), {"TRN347"}),
        (add(Odcr=reservation(EndDateType="never")), {"TRN347"}),
        (add(Odcr=reservation(InstancePlatform="Linux")), {"TRN347"}),
        (add(Odcr=reservation(InstancePlatform="Linux/UNIX")), set()),
        (add(Odcr=reservation(EndDateType="limited")), {"TRN347"}),
        (add(Odcr=reservation(EndDateType="limited", EndDate="2027-01-31T00:00:00Z")), set()),
        (add(Odcr=reservation(EndDateType="limited", EndDate="tomorrow")), {"TRN347"}),
        (add(Odcr=reservation(EndDateType="limited", EndDate="2025-01-31T00:00:00Z")), {"TRN347"}),
        (add(Odcr=reservation(EndDate="2027-01-31T00:00:00Z")), {"TRN347"}),
        (add(Odcr=reservation(EndDateType="unlimited", EndDate="2027-01-31T00:00:00Z")), {"TRN347"}),
        (add(Odcr=reservation(PlacementGroupArn={"Ref": "Pg"})), {"TRN347"}),
        (add(Odcr=reservation(PlacementGroupArn="mine")), {"TRN347"}),
        (add(Odcr=reservation(PlacementGroupArn={"Fn::Sub": IN_GROUP})), set()),
        (add(Odcr=reservation(InstanceType="TRN2.48xlarge")), {"TRN607"}),
        (add(Odcr=reservation(InstanceType="C5.large")), {"TRN607"}),
        (add(Odcr=reservation(InstanceType="trn1.32xl")), {"TRN607"}),
        (add(Odcr=reservation(InstanceType="c5.large")), set()),
        (add(Odcr=reservation(InstanceType="trn1.32xlarge", AvailabilityZoneId="use1-az1")), {"TRN607"}),
        (add(Odcr=reservation(InstanceType="trn1.32xlarge", AvailabilityZoneId="use1-az5")), set()),
        (add(Odcr=fleet_of_reservations("trn9.32xlarge")), {"TRN607"}),
        (add(Odcr=fleet_of_reservations("trn1.32xlarge")), set()),
        (on_group(MinSize=2, DesiredCapacity=1), {"TRN348"}),
        (on_group(DesiredCapacity=5), {"TRN348"}),
        (add(Asg=managed_group(ScalingConfig={"MinSize": 3, "DesiredSize": 2, "MaxSize": 4})), {"TRN348"}),
        (add(Asg=managed_group(ScalingConfig={"MinSize": 0, "MaxSize": 0})), {"TRN348"}),
        (add(Asg=managed_group(ScalingConfig={"MinSize": 0, "MaxSize": 1})), set()),
        (add(Later=scale_in(MinSize=4, DesiredCapacity=4, MaxSize=2)), {"TRN348"}),
        (add(Later=scale_in(MinSize=2, DesiredCapacity=2, MaxSize=4)), set()),
        (add(Later=action(DesiredCapacity=5)), {"TRN348"}),
        (add(Later=action(MinSize=5)), {"TRN348"}),
        (add(Later=action(DesiredCapacity=4)), set()),
        (add(Later=action(DesiredCapacity=5), Before=action(MaxSize=8)), set()),
        (add(Later=action(DesiredCapacity=5), Before=action(MaxSize={"Fn::ImportValue": "most"})), set()),
        (both(on_group(MinSize=2), add(Later=action(DesiredCapacity=1))), {"TRN348"}),
        (both(on_group(MinSize=2), add(Later=action(MaxSize=0))), {"TRN348"}),
        (both(on_group(MinSize=2), add(Later=action(MaxSize=0, MinSize=0))), set()),
        (add(Ce=compute_environment(MinvCpus=800, MaxvCpus=768)), {"TRN348"}),
        (add(Ce=compute_environment(DesiredvCpus=800, MaxvCpus=768)), {"TRN348"}),
        (add(Ce=compute_environment(MinvCpus=0, DesiredvCpus=192, MaxvCpus=768)), set()),
        (add(Nodes=pcs_of(5, 4)), {"TRN348"}),
        (add(Nodes=pcs_of(4, 4)), set()),
        (on_group(MaxSize={"Fn::ImportValue": "most"}), set()),
        (on_launch(InstanceType="TRN2.48xlarge"), {"TRN010"}),
        (on_launch(InstanceType="P5.48xlarge"), {"TRN010"}),
    ],
)  # fmt: skip
def test_values_that_ec2_refuses_are_told(change: Change, expected: set[str]) -> None:
    judged = {"TRN010", "TRN305", "TRN311", "TRN346", "TRN347", "TRN348", "TRN607"}
    assert judged & set(ids(changed(cluster(), change))) == expected


@pytest.mark.parametrize(
    ("change", "level"),
    [
        (on_launch(CapacityReservationSpecification=targeting("cr-0123456789abcdef0", None)), N),
        (both(parameter("Reserved"), on_launch(CapacityReservationSpecification=targeting(ID_PARAMETER, None))), N),
        (on_launch(CapacityReservationSpecification={"CapacityReservationTarget": RESERVATIONS}), W),
        (
            on_group(
                CapacityReservationSpecification={
                    "CapacityReservationTarget": {"CapacityReservationIds": ["cr-0123456789abcdef0"]}
                }
            ),
            W,
        ),
    ],
)
def test_ec2_falls_back_to_on_demand_beside_a_resource_group_and_not_beside_an_id(change: Change, level: Level) -> None:
    assert [item.level for item in findings(changed(cluster(), change)) if item.id == "TRN305"] == [level]


def test_a_type_in_another_case_is_named() -> None:
    found = findings(changed(cluster(), on_launch(InstanceType="TRN2.48xlarge")))
    assert any("trn2.48xlarge" in item.hint for item in found if item.id == "TRN010")


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        ("AWS::Autoscaling::AutoScalingGroup", E),
        ("AWS::EC2::LaunchTemplates", E),
        ("aws::ec2::subnet", E),
        ("AWS::EC2::Wormhole", W),
        ("AWS::DeviceFarm::DevicePool", None),
        ("AWS::Serverless::Function", None),
        ("AWS::CDK::Metadata", None),
        ("AWS::CloudFormation::CustomResource", None),
        ("Custom::Thing", None),
        ("AWS::Own::Net::Work::MODULE", None),
        ("Acme::Net::Thing", None),
    ],
)
def test_a_resource_type_that_cloudformation_does_not_know(kind: str, level: Level | None) -> None:
    found = [item for item in findings({"Resources": {"One": {"Type": kind}}}) if item.id == "TRN923"]
    assert [item.level for item in found] == ([] if level is None else [level])
    assert all(item.subject.line and item.subject.property == "Type" for item in found)


def test_a_type_that_a_macro_may_rewrite_is_no_error() -> None:
    data = {"Transform": "Own", "Resources": {"One": {"Type": "AWS::EC2::LaunchTemplates"}}}
    assert [item.level for item in findings(data) if item.id == "TRN923"] == [W]


@pytest.mark.parametrize(
    ("key", "transform", "level"),
    [
        ("properties", None, E),
        ("Dependson", None, E),
        ("Tags", None, E),
        ("properties", "AWS::LanguageExtensions", E),
        ("Connectors", "AWS::Serverless-2016-10-31", None),
        ("DeletionPolicy", None, None),
        ("UpdateReplacePolicy", None, None),
        ("Fn::Transform", None, None),
        ("Version", None, None),
    ],
)
def test_an_attribute_that_no_resource_has(key: str, transform: str | None, level: Level | None) -> None:
    data = changed(cluster(), lambda one: one["Resources"]["Pg"].update({key: "x"}))
    data |= {"Transform": transform} if transform else {}
    found = [item for item in findings(data) if item.id == "TRN921"]
    assert [item.level for item in found] == ([] if level is None else [level])
    assert all(item.subject.logical_id == "Pg" for item in found)


@pytest.mark.parametrize("kind", ["Custom::Thing", "AWS::CloudFormation::CustomResource"])
def test_a_custom_resource_has_a_version(kind: str) -> None:
    data = changed(cluster(), add(One={"Type": kind, "Version": "1.0", "Properties": {"ServiceToken": "x"}}))
    assert "TRN921" not in ids(data)


@pytest.mark.parametrize(
    ("group", "subnet", "expected"),
    [
        ("vpc-1", "vpc-1", []),
        ("vpc-1", "vpc-2", [E]),
        ("vpc-1", {"Ref": "Vpc"}, [E]),
        (None, {"Ref": "Vpc"}, [E]),
        (None, "vpc-1", [U]),
        (None, {"Ref": "P"}, [U]),
        ({"Ref": "P"}, {"Ref": "P"}, []),
        ({"Ref": "P"}, {"Ref": "Vpc"}, [U]),
        ({"Ref": "Vpc"}, {"Ref": "P"}, [U]),
        ({"Fn::GetAtt": ["Subnet", "VpcId"]}, {"Ref": "Vpc"}, []),
        ({"Fn::GetAtt": ["Subnet", "VpcId"]}, {"Ref": "P"}, []),
        ({"Ref": "Vpc"}, {"Fn::GetAtt": ["Sg", "VpcId"]}, []),
        ({"Fn::GetAtt": ["Own", "VpcId"]}, {"Ref": "Vpc"}, [U]),
        ({"Fn::GetAtt": ["Own", "A"]}, {"Fn::GetAtt": ["Own", "B"]}, [U]),
        ({"Fn::GetAtt": ["Own", "A"]}, {"Fn::GetAtt": ["Own", "A"]}, []),
    ],
)
def test_groups_and_subnets_are_in_one_vpc(group: Any, subnet: Any, expected: list[Level]) -> None:
    own = add(Own={"Type": "Custom::Vpc", "Properties": {"ServiceToken": "arn:aws:lambda:us-east-2:1:function:f"}})
    data = changed(cluster(), both(parameter("P"), own, in_vpcs(group, subnet)))
    assert [item.level for item in findings(data) if item.id == "TRN209"] == expected


def test_a_group_that_is_associated_with_the_vpc_of_the_subnets_is_right() -> None:
    association = {"GroupId": {"Fn::GetAtt": ["Sg", "GroupId"]}, "VpcId": {"Ref": "Vpc"}}
    more = add(More={"Type": "AWS::EC2::SecurityGroupVpcAssociation", "Properties": association})
    data = changed(cluster(), both(in_vpcs({"Ref": "Other"}, {"Ref": "Vpc"}), more))
    assert [item.level for item in findings(data) if item.id == "TRN209"] == []


@pytest.mark.parametrize("kind", ["Custom::Lookup", "AWS::CloudFormation::CustomResource", "A::B::C::MODULE"])
def test_tags_that_are_input_of_own_code_are_its_own_affair(kind: str) -> None:
    resource = {"Type": kind, "Properties": {"ServiceToken": "x", "Tags": [{"Key": "aws:x", "Value": "y"}]}}
    data = changed(cluster(), add(Own=resource))
    assert [item.level for item in findings(data) if item.id == "TRN709"] == []


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ([{"Key": {"Ref": "P"}, "Value": "v"}], [U]),
        ([{"Key": {"Fn::Sub": "aws:${P}"}, "Value": "v"}], [E]),
        ([{"Key": {"Fn::Sub": "own-${P}"}, "Value": "v"}], []),
        ({"Ref": "P"}, [U]),
    ],
)
def test_keys_of_tags_that_are_known_later(tags: Any, expected: list[Level]) -> None:
    topic = {"Type": "AWS::SNS::Topic", "Properties": {"Tags": tags}}
    data = changed(cluster(), both(parameter("P"), add(Topic=topic)))
    assert [item.level for item in findings(data) if item.id == "TRN709"] == expected


@pytest.mark.parametrize(("count", "own", "expected"), [(50, "Name", []), (51, "Name", [E]), (50, "aws:x", [E])])
def test_tags_are_counted_and_looked_at_in_the_launch_template_too(count: int, own: str, expected: list[Level]) -> None:
    keys = [own, *(f"k{at}" for at in range(1, count))]
    tags = {"ResourceType": "instance", "Tags": [{"Key": key, "Value": "v"} for key in keys]}
    data = changed(cluster(), on_launch(TagSpecifications=[tags]))
    assert [item.level for item in findings(data) if item.id == "TRN709"] == expected


@pytest.mark.parametrize(
    ("hops", "expected"), [(0, [E]), ("-1", [E]), (1, []), (2, []), (3, [N]), (64, [E]), (65, [E])]
)
def test_hops_of_metadata_answers(hops: Any, expected: list[Level]) -> None:
    data = changed(cluster(), on_launch(MetadataOptions={"HttpTokens": "required", "HttpPutResponseHopLimit": hops}))
    assert [item.level for item in findings(data) if item.id == "TRN702"] == expected


@pytest.mark.parametrize(
    ("plan", "expected"),
    [(PLAN, []), ("cr-0123456789abcdef0", [E]), ("p", [E]), (PLAN.replace("aws", "aws-us-gov", 1), []), (None, [])],
)
def test_a_training_plan_is_named_by_its_arn(plan: Any, expected: list[Level]) -> None:
    data = changed(cluster(), add(Hp=planned({"Ref": "AWS::NoValue"} if plan is None else plan)))
    assert [item.level for item in findings(data) if item.id == "TRN379"] == expected


@pytest.mark.parametrize(
    ("vpc", "name", "expected"),
    [
        ("vpc-0123456789abcdef0", {"Ref": "Sg"}, [E]),
        ("vpc-0123456789abcdef0", {"Fn::GetAtt": ["Sg", "GroupId"]}, [E]),
        ("vpc-0123456789abcdef0", "other", []),
        (None, {"Ref": "Sg"}, []),
    ],
)
def test_groups_of_a_vpc_have_ids(vpc: Any, name: Any, expected: list[Level]) -> None:
    rule = self_rule("Ingress", "SourceSecurityGroupId")
    del rule["Properties"]["SourceSecurityGroupId"]
    rule["Properties"]["SourceSecurityGroupName"] = name
    data = changed(cluster(), add(In=rule))
    if vpc is None:
        del data["Resources"]["Sg"]["Properties"]["VpcId"]
    assert [item.level for item in findings(data) if item.id == "TRN207"] == expected


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("NO_SCHEDULE", []),
        ("PREFER_NO_SCHEDULE", []),
        ("NoSchedule", [E]),
        ("NO_EXECUTES", [E]),
        ("NO_SUCH_WORD", [W]),
        ({"Ref": "P"}, []),
    ],
)
def test_effects_of_taints_are_words_of_eks(effect: Any, expected: list[Level]) -> None:
    taint = {"Key": "aws.amazon.com/neuron", "Effect": effect}
    data = changed(cluster(), both(parameter("P"), add(Asg=managed_group(Taints=[taint]))))
    assert [item.level for item in findings(data) if item.id == "TRN365"] == expected


def test_one_placeholder_is_one_finding_wherever_it_stands() -> None:
    nics = [{**nic, "Groups": ["sg-00000000000000000"]} for nic in efas(4)]
    data = changed(cluster(), on_launch(NetworkInterfaces=nics, ImageId="ami-1234"))
    found = {item.message.split()[0]: item for item in findings(data) if item.id == "TRN515"}
    assert set(found) == {"sg-00000000000000000", "ami-1234"}
    places = found["sg-00000000000000000"].evidence["places"]
    assert isinstance(places, list)
    assert len(places) == 4
    assert found["sg-00000000000000000"].subject.property == places[0]
    assert ".NetworkInterfaces.0." in places[0]


@pytest.mark.parametrize(
    ("kind", "transform", "expected"),
    [
        ("AWS::Serverless::Function", "AWS::Serverless-2016-10-31", [U]),
        ("AWS::Serverless::Function", [], [E]),
        ("AWS::Serverless::Function", "AWS::LanguageExtensions", [E]),
        ("AWS::Serverless::Function", ["AWS::LanguageExtensions", "AWS::Serverless-2016-10-31"], [U]),
        ("AWS::SNS::Topic", "Mine", [U]),
        ("AWS::SNS::Topic", "AWS::Serverless-2016-10-31", [E]),
    ],
)
def test_a_circle_of_what_a_transform_makes_others_of_is_unknown(
    kind: str, transform: str | list[str], expected: list[Level]
) -> None:
    waiting = {"A": {"Type": kind, "DependsOn": "B"}, "B": {**topic("b"), "DependsOn": "A"}}
    data = {**changed(cluster(), add(**waiting)), "Transform": transform}
    assert [item.level for item in findings(data) if item.id == "TRN925"] == expected
