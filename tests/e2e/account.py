"""What is in the simulated account, asked back by boto3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .conftest import Cdk

_OWN = ("aws-cdk", "CDKToolkit", "cdk-hnb659fds")


def nodes(cdk: Cdk) -> list[dict[str, Any]]:
    """Return the running instances."""
    wanted = [{"Name": "instance-state-name", "Values": ["pending", "running"]}]
    pages = cdk.client("ec2").get_paginator("describe_instances").paginate(Filters=wanted)
    return [item for page in pages for made in page["Reservations"] for item in made["Instances"]]


def groups(cdk: Cdk) -> list[dict[str, Any]]:
    """Return the Auto Scaling groups."""
    found: list[dict[str, Any]] = cdk.client("autoscaling").describe_auto_scaling_groups()["AutoScalingGroups"]
    return found


def left_over(cdk: Cdk) -> dict[str, list[Any]]:
    """Return all that is neither the account's own nor the bootstrap stack's, by kind; empty kinds are left out."""
    ec2 = cdk.client("ec2")
    default = {item["VpcId"] for item in ec2.describe_vpcs()["Vpcs"] if item["IsDefault"]}
    roles = cdk.client("iam").list_roles()["Roles"]
    found: dict[str, list[Any]] = {
        "stacks": [item["StackName"] for item in cdk.client("cloudformation").describe_stacks()["Stacks"]],
        "nodes": nodes(cdk),
        "groups": groups(cdk),
        "roles": [item["RoleName"] for item in roles if "/aws-service-role/" not in item["Path"]],
        "profiles": cdk.client("iam").list_instance_profiles()["InstanceProfiles"],
        "logs": [item["logGroupName"] for item in cdk.client("logs").describe_log_groups()["logGroups"]],
        "topics": cdk.client("sns").list_topics()["Topics"],
        "rules": cdk.client("events").list_rules()["Rules"],
        "templates": ec2.describe_launch_templates()["LaunchTemplates"],
        "addresses": ec2.describe_addresses()["Addresses"],
        "gateways": [item for item in ec2.describe_nat_gateways()["NatGateways"] if item["State"] != "deleted"],
        "endpoints": [item for item in ec2.describe_vpc_endpoints()["VpcEndpoints"] if item["State"] != "deleted"],
        "placement groups": ec2.describe_placement_groups()["PlacementGroups"],
        "reservations": _open(ec2.describe_capacity_reservations()["CapacityReservations"]),
        "internet gateways": ec2.describe_internet_gateways()["InternetGateways"],
        "flow logs": ec2.describe_flow_logs()["FlowLogs"],
        "interfaces": ec2.describe_network_interfaces()["NetworkInterfaces"],
        "networks": [item["VpcId"] for item in ec2.describe_vpcs()["Vpcs"] if item["VpcId"] not in default],
    }
    kept = {kind: [item for item in items if not _own(item)] for kind, items in found.items()}
    return {kind: items for kind, items in kept.items() if items}


def _open(reservations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [item for item in reservations if item["State"] not in {"cancelled", "expired"}]


def _own(item: Any) -> bool:
    return isinstance(item, str) and item.startswith(_OWN)
