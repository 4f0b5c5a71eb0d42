"""The questions that several checks share; asked over the whole plan, so that each is asked once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence

from .check import ask
from .plan import Plan
from .question import Answer, Question, Row, question
from .reservation_row import in_state, is_block

__all__ = [
    "existing",
    "images",
    "instance_type",
    "instances",
    "interfaces",
    "key_pairs",
    "offerings",
    "open_reservations",
    "placement_groups",
    "reservation_rows",
    "reservations",
    "security_groups",
    "snapshots",
    "subnet_rows",
    "subnets",
    "types_unknown",
    "vcpus_seen",
    "vpcs",
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


def existing(
    asked: Callable[[tuple[str, ...]], Question], batches: Sequence[tuple[str, ...]]
) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[list[Answer], frozenset[str]]]:
    """Return the answers to ``asked`` for each of ``batches`` of ids, and the ids that AWS says do not exist.

    A refusal of several ids tells of one only: then each is asked for alone.
    """
    answers = (yield tuple(asked(batch) for batch in batches)) if batches else ()
    gone = [batch for batch, answer in zip(batches, answers, strict=True) if answer.absent]
    each = [one for batch in gone if len(batch) > 1 for one in batch]
    alone = (yield tuple(asked((one,)) for one in each)) if each else ()
    lost = {*(batch[0] for batch in gone if len(batch) == 1)}
    lost |= {one for one, answer in zip(each, alone, strict=True) if answer.absent}
    return [answer for answer in (*answers, *alone) if not answer.absent], frozenset(lost)


def subnets(ids: tuple[str, ...]) -> Question:
    """Ask for the subnets ``ids``; by filter, so that one that is missing hides no other."""
    return question("ec2", "DescribeSubnets", "Subnets", Filters=[_filter("subnet-id", ids)])


def subnet_rows(plan: Plan) -> Asking:
    """Return id -> subnet of those that exist."""
    answers, _ = yield from existing(subnets, [plan.subnet_ids])
    return {row.text("SubnetId"): row for answer in answers for row in answer}


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


def interfaces() -> Question:
    """Ask for the network interfaces of the region."""
    return question("ec2", "DescribeNetworkInterfaces", "NetworkInterfaces", MaxResults=1000)


def vpcs() -> Question:
    """Ask for the VPCs of the region, those that are shared with the account as well; their quota asks the same."""
    return question("ec2", "DescribeVpcs", "Vpcs")


def security_groups(ids: tuple[str, ...]) -> Question:
    """Ask for the security groups ``ids``."""
    return question("ec2", "DescribeSecurityGroups", "SecurityGroups", Filters=[_filter("group-id", ids)])


def key_pairs() -> Question:
    """Ask for the key pairs of the region; without a filter, whose wildcards a name may hold."""
    return question("ec2", "DescribeKeyPairs", "KeyPairs")


def snapshots(ids: tuple[str, ...]) -> Question:
    """Ask for the snapshots ``ids``, those that are shared with the account as well."""
    return question("ec2", "DescribeSnapshots", "Snapshots", Filters=[_filter("snapshot-id", ids)])


def placement_groups() -> Question:
    """Ask for the placement groups of the region."""
    return question("ec2", "DescribePlacementGroups", "PlacementGroups")


def images(ids: tuple[str, ...]) -> Question:
    """Ask for the images ``ids``, deprecated ones as well."""
    return question("ec2", "DescribeImages", "Images", Filters=[_filter("image-id", ids)], IncludeDeprecated=True)


def instance_type(name: str) -> Question:
    """Ask for one instance type."""
    return question("ec2", "DescribeInstanceTypes", "InstanceTypes", Filters=[_filter("instance-type", (name,))])


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
    return {row.text("InstanceType"): int(row.row("VCpuInfo").positive("DefaultVCpus")) for row in answer}


def open_reservations(rows: Mapping[str, Row]) -> dict[str, Row]:
    """Return the on-demand reservations that hold quota now."""
    held = ("active", "pending")
    return {key: row for key, row in rows.items() if in_state(row, held) and not is_block(row)}
