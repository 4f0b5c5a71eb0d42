"""Nodes in existing subnets reach AWS's services: through NAT or through endpoints."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, Outcome, ask, fail, left_to, ok, unknown, warn
from ..plan import Plan
from ..public_subnet import judge_public
from ..question import Row, question
from ..questions import subnet_rows
from ..routes import table_of, ways_out

NEEDED = ("ssm", "ssmmessages")
"""What Session Manager needs; images, logs and metrics come on top."""
ROUTES = question("ec2", "DescribeRouteTables", "RouteTables")
ENDPOINTS = question("ec2", "DescribeVpcEndpoints", "VpcEndpoints")


def subjects(plan: Plan) -> Sequence[str]:
    """Return the existing subnets."""
    return plan.subnet_ids


def examine(plan: Plan, subnet: str) -> Examination:
    """Judge one subnet: its default route first, then the endpoints of its VPC."""
    rows = yield from subnet_rows(plan)
    if subnet not in rows:
        return left_to("subnet-zone", f"{subnet} does not exist")
    routes = yield from ask(ROUTES)
    vpc = rows[subnet].text("VpcId")
    table = table_of(routes.rows, subnet, vpc)
    if table is None:
        return unknown(f"no route table of {subnet} was found")
    default = ways_out(table)
    if default:
        return _by_route(plan, rows[subnet], default)
    endpoints = yield from ask(ENDPOINTS)
    usable = [row for row in endpoints if row.text("VpcId") == vpc and row.text("State").lower() == "available"]
    return _by_endpoints(subnet, vpc, {row.text("ServiceName").rpartition(".")[2] for row in usable})


def _by_route(plan: Plan, row: Row, default: Sequence[Row]) -> list[Outcome]:
    subnet = row.text("SubnetId")
    if any(route.known("State", ("active", "blackhole")) == "blackhole" for route in default):
        return fail(f"the default route of {subnet} leads nowhere (blackhole)", "repair the route table")
    if any(route.has("GatewayId") and route.text("GatewayId").startswith("igw-") for route in default):
        return judge_public(plan, subnet, row)
    return ok(f"{subnet} has a default route")


def _by_endpoints(subnet: str, vpc: str, services: set[str]) -> list[Outcome]:
    lacks = [name for name in NEEDED if name not in services]
    if lacks:
        return warn(f"{subnet} has no way out and {vpc} lacks endpoints for {', '.join(lacks)}", "add NAT or endpoints")
    return ok(f"{vpc} has endpoints for {', '.join(NEEDED)}")


CHECK = Check(
    id="subnet-egress",
    title="Nodes in existing subnets reach AWS's services",
    why="A node without a way to Systems Manager and its images starts and can neither be reached nor used.",
    passes="The subnet has a default route that is no internet gateway, or one and nodes that get a public address, or "
    "the VPC has endpoints for Session Manager.",
    fails="The default route is a blackhole; warns where nodes in a public subnet get no public address, as those of "
    "several interfaces, or for no way out and no endpoints.",
    command="aws ec2 describe-route-tables; aws ec2 describe-vpc-endpoints",
    source="https://docs.aws.amazon.com/systems-manager/latest/userguide/setup-create-vpc.html",
    inputs=("groups[].subnet_ids", "groups[].public_address", "groups[].layout", "groups[].interfaces"),
    actions=("ec2:DescribeSubnets", "ec2:DescribeRouteTables", "ec2:DescribeVpcEndpoints"),
    subjects=subjects,
    examine=examine,
)
