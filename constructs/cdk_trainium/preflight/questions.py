"""The questions that several checks share; asked over the whole plan, so that each is asked once."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from .check import ask
from .plan import Plan
from .question import Answer, Question, Row, question

__all__ = [
    "images",
    "instances",
    "offerings",
    "open_reservations",
    "placement_groups",
    "reservation_rows",
    "reservations",
    "security_groups",
    "subnet_rows",
    "subnets",
    "types_unknown",
    "vcpus_seen",
    "zones",
]

Asking = Generator[tuple[Question, ...], tuple[Answer, ...], Mapping[str, Row]]


def _filter(name: str, values: tuple[str, ...]) -> dict[str, object]:
    return {"Name": name, "Values": list(values)}


def offerings(plan: Plan) -> Question:
    """Ask which zones, by name, offer the plan's instance types."""
    return question(
        "ec2",
        "DescribeInstanceTypeOfferings",
        "InstanceTypeOfferings",
        LocationType="availability-zone",
        Filters=[_filter("instance-type", plan.instance_types)],
    )


def zones(_plan: Plan) -> Question:
    """Ask for all zones of the region, those the account is not opted in to as well."""
    return question("ec2", "DescribeAvailabilityZones", "AvailabilityZones", AllAvailabilityZones=True)


def subnets(plan: Plan) -> Question:
    """Ask for the plan's existing subnets; by filter, so that one that is missing hides no other."""
    return question("ec2", "DescribeSubnets", "Subnets", Filters=[_filter("subnet-id", plan.subnet_ids)])


def subnet_rows(plan: Plan) -> Asking:
    """Return id -> subnet of those that exist."""
    answer = yield from ask(subnets(plan))
    return {row.text("SubnetId"): row for row in answer}


def reservations() -> Question:
    """Ask for every capacity reservation and block that the account owns or that is shared with it."""
    return question("ec2", "DescribeCapacityReservations", "CapacityReservations")


def reservation_rows() -> Asking:
    """Return id -> reservation."""
    answer = yield from ask(reservations())
    return {row.text("CapacityReservationId"): row for row in answer}


def instances() -> Question:
    """Ask for the instances that count against the vCPU quotas."""
    running = _filter("instance-state-name", ("pending", "running"))
    return question("ec2", "DescribeInstances", "Reservations", Filters=[running], MaxResults=1000)


def security_groups(plan: Plan) -> Question:
    """Ask for the plan's existing security groups."""
    return question(
        "ec2", "DescribeSecurityGroups", "SecurityGroups", Filters=[_filter("group-id", plan.security_group_ids)]
    )


def placement_groups() -> Question:
    """Ask for the placement groups of the region."""
    return question("ec2", "DescribePlacementGroups", "PlacementGroups")


def images(ids: tuple[str, ...]) -> Question:
    """Ask for the images ``ids``, deprecated ones as well."""
    return question("ec2", "DescribeImages", "Images", Filters=[_filter("image-id", ids)], IncludeDeprecated=True)


def types_unknown(plan: Plan) -> tuple[str, ...]:
    """Return the plan's instance types whose vCPUs neither it nor the catalog states."""
    groups = [group for group in plan.demand.groups if group.instance_type and group.vcpus is None]
    return tuple(sorted({g.instance_type for g in groups if (i := plan.info(g)) is None or i.vcpus is None}))


def vcpus_seen(plan: Plan) -> Generator[tuple[Question, ...], tuple[Answer, ...], Mapping[str, int]]:
    """Return type -> vCPUs as EC2 says, of the types that the catalog does not know; asks nothing when it does."""
    types = types_unknown(plan)
    if not types:
        return {}
    by_type = question("ec2", "DescribeInstanceTypes", "InstanceTypes", Filters=[_filter("instance-type", types)])
    answer = yield from ask(by_type)
    return {row.text("InstanceType"): int(row.row("VCpuInfo").number("DefaultVCpus")) for row in answer}


def open_reservations(rows: Mapping[str, Row]) -> dict[str, Row]:
    """Return the on-demand reservations that hold quota now."""
    held = ("active", "pending")
    return {
        key: row
        for key, row in rows.items()
        if row.text("State") in held and row.text("ReservationType", "default") == "default"
    }
