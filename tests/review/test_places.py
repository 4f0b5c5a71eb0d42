"""Where nodes are launched: routes of their subnets, Local Zones, subnets that parameters name."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level, Status
from tests.review.build import (
    Data,
    auto_scaling_group,
    block_cluster,
    changed,
    cluster,
    efas,
    findings,
    group_of,
    judged,
    launch_of,
    subnet,
)
from tests.review.test_rules import compute_environment

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
TABLE = {"Type": "AWS::EC2::RouteTable", "Properties": {"VpcId": "vpc-0123456789abcdef0"}}
GATEWAY = {"Type": "AWS::EC2::InternetGateway"}
HIDDEN = {"Type": "AWS::EC2::Subnet::Id"}


def levels(data: Data, rule: str, region: str = "us-east-2") -> list[Level]:
    return [item.level for item in findings(data, region=region) if item.id == rule]


def routed(table: Any = None, **route: Any) -> Data:
    """Return the cluster with a route of its subnet's table."""
    used = table or {"Ref": "Table"}
    link = {"SubnetId": {"Ref": "Subnet"}, "RouteTableId": used}
    default = {"RouteTableId": {"Ref": "Table"}, "DestinationCidrBlock": "0.0.0.0/0", **route}

    def change(data: Data) -> None:
        data["Resources"] |= {
            "Table": TABLE,
            "Gateway": GATEWAY,
            "Link": {"Type": "AWS::EC2::SubnetRouteTableAssociation", "Properties": link},
            "Route": {"Type": "AWS::EC2::Route", "Properties": default},
        }

    return changed(cluster(), change)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (routed(GatewayId={"Ref": "Gateway"}), [W]),
        (routed(GatewayId="igw-0123456789abcdef0"), [W]),
        (routed(NatGatewayId="nat-0123456789abcdef0"), []),
        (routed(GatewayId={"Ref": "Gateway"}, DestinationCidrBlock="10.1.0.0/16"), []),
        (routed(GatewayId="vgw-0123456789abcdef0"), []),
        (routed("rtb-0123456789abcdef0", GatewayId={"Ref": "Gateway"}), []),
        (cluster(), []),
    ],
)
def test_a_subnet_whose_way_out_is_an_internet_gateway(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN113") == expected


def test_one_interface_gets_its_public_address_there() -> None:
    data = routed(GatewayId={"Ref": "Gateway"})
    launch_of(data).update(InstanceType="trn2.3xlarge", NetworkInterfaces=efas(1))
    assert levels(data, "TRN113") == []


def test_an_instance_with_an_elastic_address_is_reached() -> None:
    data = routed(GatewayId={"Ref": "Gateway"})
    nics = [{**item, "SubnetId": {"Ref": "Subnet"}} for item in efas()]
    data["Resources"]["Node"] = {
        "Type": "AWS::EC2::Instance",
        "Properties": {"InstanceType": "trn2.48xlarge", "NetworkInterfaces": nics},
    }
    del data["Resources"]["Asg"]
    assert levels(data, "TRN113") == [W]
    data["Resources"]["Ip"] = {"Type": "AWS::EC2::EIP", "Properties": {"InstanceId": {"Ref": "Node"}}}
    assert levels(data, "TRN113") == []


def in_zone(**zone: str) -> Data:
    data = changed(
        cluster(), lambda one: launch_of(one).update(InstanceType="trn1.32xlarge", NetworkInterfaces=efas(8))
    )
    data["Resources"]["Subnet"] = {"Type": "AWS::EC2::Subnet", "Properties": zone}
    return data


@pytest.mark.parametrize(
    ("zone", "region", "expected"),
    [
        ({"AvailabilityZoneId": "use1-dfw2-az1"}, "us-east-1", [W]),
        ({"AvailabilityZoneId": "use1-az6"}, "us-east-1", []),
        ({"AvailabilityZoneId": "xxx1-az6"}, "us-east-1", []),
        ({"AvailabilityZone": "us-east-1-dfw-2a"}, "us-east-1", [W]),
        ({"AvailabilityZone": "us-west-2-lax-1a"}, "us-west-2", [W]),
        ({"AvailabilityZone": "us-east-1-wl1-bos-wlz-1"}, "us-east-1", [W]),
        ({"AvailabilityZone": "us-east-1a"}, "us-east-1", []),
        ({"AvailabilityZone": "eu-west-3-xxx-1a"}, "eu-west-3", []),
    ],
)
def test_a_local_zone_that_no_offering_lists(zone: dict[str, str], region: str, expected: list[Level]) -> None:
    assert levels(in_zone(**zone), "TRN605", region) == expected


def test_a_local_zone_in_which_blocks_are_documented_is_let_be() -> None:
    data = in_zone(AvailabilityZone="us-west-2-phx-2a")
    assert levels(data, "TRN605", "us-west-2") == [W]
    launch_of(data).update(InstanceType="p5e.48xlarge", NetworkInterfaces=efas(32))
    assert levels(data, "TRN605", "us-west-2") == []


def test_a_zone_that_the_group_names_counts_as_well() -> None:
    data = in_zone(AvailabilityZone="us-east-1a")
    del group_of(data)["VPCZoneIdentifier"]
    group_of(data)["AvailabilityZones"] = ["us-east-1-dfw-2a"]
    assert levels(data, "TRN605", "us-east-1") == [W]


def in_fleet(*subnets: Any, **parameters: Any) -> Data:
    launch = {"LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}}
    target = {"TotalTargetCapacity": 4, "DefaultTargetCapacityType": "on-demand"}
    configs = [{**launch, "Overrides": [{"SubnetId": item} for item in subnets]}]
    fleet = {"TargetCapacitySpecification": target, "LaunchTemplateConfigs": configs, "Type": "instant"}
    data = cluster()
    data["Resources"]["Asg"] = {"Type": "AWS::EC2::EC2Fleet", "Properties": fleet}
    return {**data, "Parameters": parameters}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (in_fleet({"Ref": "One"}, One=HIDDEN), []),
        (in_fleet({"Ref": "One"}, {"Ref": "Two"}, One=HIDDEN, Two=HIDDEN), [W]),
        (in_fleet({"Ref": "One"}, {"Ref": "One"}, One=HIDDEN), []),
        (in_fleet({"Ref": "One"}, One={"Type": "String"}), [W]),
    ],
)
def test_a_parameter_that_takes_one_subnet_is_in_one_zone(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN401") == expected


def test_a_list_of_subnets_may_be_in_several() -> None:
    data = changed(cluster(), lambda one: group_of(one).update(VPCZoneIdentifier={"Ref": "Many"}))
    data["Parameters"] = {"Many": {"Type": "List<AWS::EC2::Subnet::Id>"}}
    data["Resources"]["Subnet"] = subnet("us-east-2b")
    assert levels(data, "TRN401") == [W]


def sized(cidr: Any, nodes: int = 4, **properties: Any) -> Data:
    data = changed(cluster(), lambda one: group_of(one).update(MaxSize=str(nodes), DesiredCapacity=str(nodes)))
    data["Resources"]["Subnet"] = subnet("us-east-2b", CidrBlock=cidr, **properties)
    return {**data, "Parameters": {"Cidr": {"Type": "String"}}}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (sized("10.0.0.0/26"), [W]),
        (sized("10.0.0.0/26", 3), []),
        (sized("10.0.0.0/25"), []),
        (sized({"Ref": "Cidr"}), [Level.UNKNOWN]),
        (sized({"Ref": "Cidr"}, 0), []),
        (sized("no range"), [Level.UNKNOWN]),
    ],
)
def test_a_subnet_that_is_too_small_for_its_nodes(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN124") == expected


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        ({}, []),
        ({"SecondaryPrivateIpAddressCount": 50}, [W]),
        ({"SecondaryPrivateIpAddressCount": "3"}, []),
        ({"Ipv4PrefixCount": 4}, [W]),
        ({"Ipv4Prefixes": [{"Ipv4Prefix": "10.0.0.16/28"}] * 4}, [W]),
        ({"SecondaryPrivateIpAddressCount": {"Ref": "Cidr"}}, [Level.UNKNOWN]),
        ({"Ipv4PrefixCount": {"Ref": "Cidr"}}, [Level.UNKNOWN]),
    ],
)
def test_further_addresses_of_an_interface_count(addresses: Data, expected: list[Level]) -> None:
    data = changed(sized("10.0.0.0/25"), lambda one: launch_of(one)["NetworkInterfaces"][0].update(addresses))
    assert levels(data, "TRN124") == expected


OF_ONE: dict[str, Data] = {
    "address": {"PrivateIpAddress": "10.0.0.10"},
    "hidden address": {"PrivateIpAddress": {"Ref": "Cidr"}},
    "listed": {"PrivateIpAddresses": [{"PrivateIpAddress": "10.0.0.10", "Primary": True}]},
    "interface": {"NetworkInterfaceId": "eni-0123456789abcdef0"},
}


@pytest.mark.parametrize("name", OF_ONE)
@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ({}, [Level.ERROR]),
        ({"MinSize": "0", "DesiredCapacity": "0", "MaxSize": "2"}, [W]),
        ({"DesiredCapacity": "1", "MaxSize": "1"}, []),
        ({"DesiredCapacity": "0", "MaxSize": {"Ref": "Cidr"}}, [Level.UNKNOWN]),
    ],
)
def test_what_is_of_one_node_is_not_of_several(name: str, sizes: Data, expected: list[Level]) -> None:
    data = changed(sized("10.0.0.0/20"), lambda one: group_of(one).update(sizes))
    launch_of(data)["NetworkInterfaces"][0].update(OF_ONE[name])
    assert levels(data, "TRN127") == expected


def test_an_interface_whose_card_is_hidden_is_said_to_sit_nowhere() -> None:
    data = sized("10.0.0.0/20")
    data["Parameters"] = {**data.get("Parameters", {}), "Card": {"Type": "Number"}}
    launch_of(data)["NetworkInterfaces"][0].update(NetworkCardIndex={"Ref": "Card"}, PrivateIpAddress="10.0.0.9")
    (found,) = (item for item in findings(data) if item.id == "TRN127")
    assert "an interface" not in found.message.partition("that of one node")[2]


def test_groups_that_share_a_subnet_are_added_up() -> None:
    data = sized("10.0.0.0/26", 2)
    assert levels(data, "TRN124") == []
    data["Resources"]["Second"] = data["Resources"]["Asg"]
    assert levels(data, "TRN124") == [W, W]


def test_several_subnets_are_added_up() -> None:
    data = sized("10.0.0.0/26")
    data["Resources"]["Other"] = subnet("us-east-2b", CidrBlock="10.0.1.0/26")
    group_of(data)["VPCZoneIdentifier"] = [{"Ref": "Subnet"}, {"Ref": "Other"}]
    assert levels(data, "TRN124") == []
    group_of(data)["VPCZoneIdentifier"] = [{"Ref": "Subnet"}, "subnet-0123456789abcdef0"]
    assert levels(data, "TRN124") == []  # even the smallest subnet has what is left
    group_of(data)["MaxSize"] = "5"
    assert levels(data, "TRN124") == [Level.UNKNOWN]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"Ipv4IpamPoolId": {"Ref": "Cidr"}}, [Level.UNKNOWN]),
        ({"Ipv4IpamPoolId": "ipam-pool-1", "Ipv4NetmaskLength": 26}, [W]),
        ({"Ipv4IpamPoolId": "ipam-pool-1", "Ipv4NetmaskLength": 24}, []),
        ({"Ipv4IpamPoolId": "ipam-pool-1", "Ipv4NetmaskLength": {"Ref": "Cidr"}}, [Level.UNKNOWN]),
        ({"Ipv6Native": True}, []),
    ],
)
def test_a_pool_that_gives_a_subnet_its_range(given: Data, expected: list[Level]) -> None:
    data = sized(None, **given)
    del data["Resources"]["Subnet"]["Properties"]["CidrBlock"]
    assert levels(data, "TRN124") == expected


def test_a_group_that_shares_a_subnet_and_names_one_that_is_not_here() -> None:
    data = sized("10.0.0.0/26", 3)
    elsewhere = [{"Ref": "Subnet"}, "subnet-0123456789abcdef0"]
    data["Resources"]["Second"] = auto_scaling_group(VPCZoneIdentifier=elsewhere, MaxSize="3", DesiredCapacity="3")
    assert levels(data, "TRN124") == [Level.UNKNOWN, Level.UNKNOWN]


@pytest.mark.parametrize(("cidr", "expected"), [("10.0.0.0/26", W), ("10.0.0.0/20", Level.UNKNOWN)])
def test_a_hidden_size_hides_how_many_addresses_are_taken(cidr: str, expected: Level) -> None:
    data = changed(sized(cidr), lambda one: group_of(one).update(MaxSize={"Ref": "Cidr"}))
    assert levels(data, "TRN124") == [expected]
    shared = changed(sized(cidr), lambda one: one["Resources"].update(Second=one["Resources"]["Asg"]))
    assert levels(shared, "TRN124") == ([W, W] if expected is W else [])


@pytest.mark.parametrize(
    ("cidr", "given", "expected"),
    [
        ("10.0.0.0/26", {"MaxvCpus": 768}, [W]),
        ("10.0.0.0/26", {"MaxvCpus": 576}, []),
        ("10.0.0.0/26", {"MaxvCpus": {"Ref": "Cidr"}}, [Level.UNKNOWN]),
        ({"Ref": "Cidr"}, {"MaxvCpus": 768}, [Level.UNKNOWN]),
        ("10.0.0.0/26", {"MaxvCpus": 768, "InstanceTypes": ["trn2.48xlarge", "trn1.32xlarge"]}, [Level.UNKNOWN]),
    ],
)
def test_the_nodes_of_batch_are_its_vcpus(cidr: Any, given: Data, expected: list[Level]) -> None:
    data = sized(cidr)
    data["Resources"]["Asg"] = compute_environment(**given)
    assert levels(data, "TRN124") == expected


def test_subnets_that_no_template_holds_are_not_judged() -> None:
    data = changed(cluster(), lambda one: group_of(one).update(VPCZoneIdentifier=["subnet-0123456789abcdef0"]))
    status = {item.id: item.status for item in judged(data).results}
    assert (status["TRN124"], status["TRN209"]) == (Status.SKIPPED, Status.SKIPPED)


def test_nodes_with_one_address_fit() -> None:
    data = sized("10.0.0.0/26")
    for nic in launch_of(data)["NetworkInterfaces"][1:]:
        nic["InterfaceType"] = "efa-only"
    assert levels(data, "TRN124") == []


@pytest.mark.parametrize(
    ("placement", "expected"),
    [
        ({"GroupName": {"Ref": "Pg"}, "Tenancy": "host"}, [E]),
        ({"GroupName": {"Ref": "Pg"}, "Tenancy": "default"}, []),
        ({"GroupName": {"Ref": "Pg"}, "Tenancy": {"Ref": "Cidr"}}, [Level.UNKNOWN]),
        ({"Tenancy": "host"}, []),
        ({"GroupName": {"Ref": "Pg"}, "HostId": "h-0123456789abcdef0"}, [E]),
        ({"GroupName": {"Ref": "Pg"}, "HostResourceGroupArn": {"Ref": "Cidr"}}, [E]),
        ({"HostId": "h-0123456789abcdef0"}, []),
    ],
)
def test_a_dedicated_host_in_a_cluster_group(placement: Data, expected: list[Level]) -> None:
    data = sized("10.0.0.0/20")
    launch_of(data)["Placement"] = placement
    assert levels(data, "TRN409") == expected


@pytest.mark.parametrize(("tenancy", "expected"), [("dedicated", [E]), ("host", [E]), ("default", [])])
def test_a_block_takes_the_default_tenancy(tenancy: str, expected: list[Level]) -> None:
    data = changed(block_cluster(), lambda one: launch_of(one).update(Placement={"Tenancy": tenancy}))
    assert levels(data, "TRN356") == expected
    assert levels(data, "TRN409") == []


@pytest.mark.parametrize(
    ("properties", "own", "expected"),
    [
        ({}, None, []),
        ({"InstanceTenancy": "default"}, None, []),
        ({"InstanceTenancy": "dedicated"}, None, [E]),
        ({"InstanceTenancy": "dedicated"}, "default", [E]),
        ({"InstanceTenancy": {"Ref": "Tenancy"}}, None, [Level.UNKNOWN]),
    ],
)
def test_a_block_takes_no_vpc_of_tenancy_dedicated(properties: Data, own: str | None, expected: list[Level]) -> None:
    data = block_cluster()
    data["Parameters"] = {"Tenancy": {"Type": "String"}}
    data["Resources"]["Vpc"] = {"Type": "AWS::EC2::VPC", "Properties": properties}
    data["Resources"]["Subnet"]["Properties"]["VpcId"] = {"Ref": "Vpc"}
    launch_of(data)["Placement"] = {} if own is None else {"Tenancy": own}
    found = [item for item in findings(data) if item.id == "TRN356"]
    assert [item.level for item in found] == expected
    assert {item.subject.logical_id for item in found} <= {"Vpc"}


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [("spread", []), ("cluster", [E]), (None, [E]), ({"Ref": "Cidr"}, [Level.UNKNOWN])],
)
def test_a_spread_level_belongs_to_the_strategy_spread(strategy: Any, expected: list[Level]) -> None:
    data, group = sized("10.0.0.0/20"), {"SpreadLevel": "rack", "Strategy": strategy}
    kept = {name: value for name, value in group.items() if value is not None}
    data["Resources"]["Pg"] = {"Type": "AWS::EC2::PlacementGroup", "Properties": kept}
    assert levels(data, "TRN408") == expected


VPC = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}
LINK = {"SubnetId": {"Ref": "Subnet"}, "RouteTableId": {"Ref": "Table"}}
OWN_TABLE = {"Type": "AWS::EC2::RouteTable", "Properties": {"VpcId": {"Ref": "Vpc"}}}
OUT = {"RouteTableId": {"Ref": "Table"}, "DestinationCidrBlock": "0.0.0.0/0", "NatGatewayId": "nat-0123456789abcdef0"}


def isolated(**resources: Data) -> Data:
    data = cluster()
    data["Resources"] |= {
        "Vpc": VPC,
        "Subnet": subnet("us-east-2b", VpcId={"Ref": "Vpc"}),
        "Table": OWN_TABLE,
        "Link": {"Type": "AWS::EC2::SubnetRouteTableAssociation", "Properties": LINK},
        **resources,
    }
    return data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (isolated(), [Level.INFO]),
        (isolated(Route={"Type": "AWS::EC2::Route", "Properties": OUT}), []),
        (isolated(End={"Type": "AWS::EC2::VPCEndpoint", "Properties": {"VpcId": {"Ref": "Vpc"}}}), []),
        (isolated(Link={"Type": "AWS::SNS::Topic"}), [Level.INFO]),
        (
            isolated(
                Link={
                    "Type": "AWS::EC2::SubnetRouteTableAssociation",
                    "Properties": {**LINK, "RouteTableId": "rtb-0123456789abcdef0"},
                }
            ),
            [],
        ),
        (cluster(), []),
    ],
)
def test_a_subnet_without_any_way_out_is_noted(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN125") == expected


def test_a_map_without_the_region_of_the_stack() -> None:
    data = cluster()
    launch_of(data)["ImageId"] = {"Fn::FindInMap": ["Images", {"Ref": "AWS::Region"}, "ami"]}
    data["Mappings"] = {"Images": {"us-east-1": {"ami": "ami-0123456789abcdef0"}}}
    assert levels(data, "TRN927", "us-east-2") == [E]
    assert levels(data, "TRN927", "us-east-1") == []
    assert levels(data, "TRN927", "") == []
    launch_of(data)["ImageId"] = {"Fn::If": ["Never", launch_of(data)["ImageId"], "ami-0123456789abcdef0"]}
    data["Conditions"] = {"Never": {"Fn::Equals": ["a", "b"]}}
    assert levels(data, "TRN927", "us-east-2") == []


def test_more_groups_than_the_default_quota_need_a_raised_one() -> None:
    data = cluster()
    launch_of(data)["NetworkInterfaces"][0]["Groups"] += [f"sg-0123456789abcdef{at}" for at in range(5)]
    assert levels(data, "TRN206") == [W]


@pytest.mark.parametrize(("count", "expected"), [(5, []), (6, [W]), (16, [W]), (17, [E])])
def test_security_groups_beside_interfaces_count_too(count: int, expected: list[Level]) -> None:
    data = cluster()
    del launch_of(data)["NetworkInterfaces"]
    launch_of(data)["SecurityGroupIds"] = [f"sg-0123456789abcde{at:02}" for at in range(count)]
    assert levels(data, "TRN206") == expected


def entry(index: int, region: str = "") -> Data:
    return {"Fn::Select": [index, {"Fn::GetAZs": region}]}


def beside(zones: Any, zone: Any = "us-east-2b", name: str = "AvailabilityZones", **group: Any) -> Data:
    """Return the cluster with zones beside its subnet, which is in ``zone``."""

    def change(data: Data) -> None:
        data["Parameters"] = {"P": {"Type": "String"}, "A": {"Type": "String", "Default": "us-east-2a"}}
        data["Parameters"]["All"] = {"Type": "List<AWS::EC2::AvailabilityZone::Name>"}
        data["Mappings"] = {"Zones": {"us-east-2": {"Two": ["us-east-2a", "us-east-2c"], "Own": ["us-east-2b"]}}}
        data["Conditions"] = {"C": {"Fn::Equals": [{"Ref": "A"}, "us-east-2a"]}}
        data["Resources"]["Subnet"]["Properties"]["AvailabilityZone"] = zone
        group_of(data).update({name: zones, **group})

    return changed(cluster(), change)


NO_VALUE, P, MAPPED = {"Ref": "AWS::NoValue"}, {"Ref": "P"}, {"Fn::FindInMap": ["Zones", {"Ref": "AWS::Region"}, "Two"]}
OWN = {"Fn::GetAtt": ["Subnet", "AvailabilityZone"]}


# The first is amazon-ecs-cli issue 47.
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (beside(["us-east-2a"]), [E]),
        (beside(["us-east-2a", "us-east-2b"]), []),
        (beside([]), []),
        (beside(MAPPED), [E]),
        (beside({"Fn::FindInMap": ["Zones", {"Ref": "AWS::Region"}, "Own"]}), []),
        (beside([{"Ref": "A"}]), [E]),
        (beside([{"Ref": "A"}], {"Ref": "A"}), []),
        (beside([{"Fn::Sub": "${AWS::Region}b"}]), []),
        (beside([{"Fn::Sub": "${AWS::Region}c"}]), [E]),
        (beside({"Fn::If": ["C", ["us-east-2a"], NO_VALUE]}), [E]),
        (beside({"Fn::If": ["C", ["us-east-2b"], NO_VALUE]}), []),
        (beside({"Fn::GetAZs": ""}), []),
        (beside({"Fn::GetAZs": ""}, P), []),
        (beside({"Fn::GetAZs": {"Ref": "AWS::Region"}}), []),
        (beside([entry(0)], entry(0)), []),
        (beside([entry(0), entry(1)], entry(2)), [E]),
        (beside([entry(0)]), [U]),
        (beside(["us-east-2b"], entry(0)), [U]),
        (beside([P]), [U]),
        (beside([P], P), []),
        (beside({"Ref": "All"}), [U]),
        (beside([P, "us-east-2b"]), []),
        (beside([OWN], NO_VALUE), []),
        (beside(["us-east-2a"], NO_VALUE), [U]),
        (beside(["us-east-2a"], P), [U]),
        (beside(["us-east-2a"], VPCZoneIdentifier=["subnet-0123456789abcdef0"]), [U]),
        (beside(["us-east-2a"], VPCZoneIdentifier={"Ref": "All"}), [U]),
        (beside(["us-east-2a"], VPCZoneIdentifier=[{"Ref": "Subnet"}, P]), [E]),
        (beside(["us-east-2a"], VPCZoneIdentifier=NO_VALUE), []),
        (beside(["use2-az1"], name="AvailabilityZoneIds"), [U]),
        (beside({"Fn::Transform": {"Name": "M"}}), [U]),
    ],
)
def test_zones_beside_subnets_are_those_of_the_subnets(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN392") == expected
