"""What of EC2's vCPU quotas is in use: running nodes, and whole open reservations once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..catalog import Catalog
from .question import Row

_LIFECYCLES = {
    "on-demand": "on-demand",
    "scheduled": "on-demand",
    "interruptible-capacity-reservation": "on-demand",
    "spot": "spot",
    "capacity-block": "block",
}
"""EC2's word for how an instance was bought (``on-demand`` is ours: EC2 says nothing then) -> the quota it uses."""

__all__ = ["counts", "instance_rows", "kind_of", "own", "reserved_vcpus", "running_vcpus", "stack_of"]


def instance_rows(reservations: Iterable[Row]) -> Iterator[Row]:
    """Yield every instance of DescribeInstances' reservations."""
    for reservation in reservations:
        yield from reservation.rows("Instances", always=True)


def kind_of(instance: Row) -> str:
    """Return ``on-demand``, ``spot`` or ``block``."""
    return _LIFECYCLES[instance.known("InstanceLifecycle", _LIFECYCLES, "on-demand")]


def own(instance: Row, stacks: Sequence[str]) -> bool:
    """Whether ``instance`` belongs to a stack of the plan, which asks for it already."""
    name = stack_of(instance)
    return name in stacks or any(name.startswith(stack[:-1]) for stack in stacks if stack.endswith("-*"))


def stack_of(row: Row) -> str:
    """Return the name of the stack that made ``row``, empty where its tags name none."""
    tags = {tag.text("Key"): tag.text("Value", "") for tag in row.rows("Tags")}
    return tags.get("aws:cloudformation:stack-name", "")


def running_vcpus(
    instances: Iterable[Row],
    kind: str,
    code: str,
    catalog: Catalog,
    *,
    stacks: Sequence[str],
    within: Mapping[str, Row],
) -> int:
    """Return the vCPUs of ``kind`` that run against the quota ``code``.

    Instances of the plan's own ``stacks`` and those inside the reservations ``within`` are left out: the
    plan, or the whole reservation, counts them already.
    """
    return sum(
        _vcpus(row, catalog)
        for row in instances
        if kind_of(row) == kind
        and counts(row.text("InstanceType"), kind, code, catalog)
        and row.text("CapacityReservationId", "-") not in within
        and not own(row, stacks)
    )


def counts(instance_type: str, kind: str, code: str, catalog: Catalog) -> bool:
    """Whether ``instance_type``, bought as ``kind``, counts against the quota ``code``."""
    family = catalog.instance_quotas(instance_type)
    return family is not None and code == (family.spot if kind == "spot" else family.on_demand)


def _vcpus(row: Row, catalog: Catalog) -> int:
    info = catalog.find(row.text("InstanceType"))
    if info is not None and info.vcpus is not None:
        return info.vcpus
    cpu = row.row("CpuOptions")
    return int(cpu.positive("CoreCount") * cpu.positive("ThreadsPerCore"))


def reserved_vcpus(reservations: Iterable[Row], code: str, catalog: Catalog, account: str) -> int | None:
    """Return the vCPUs that ``reservations`` of ``account`` hold; None when a type's vCPUs are unknown."""
    total = 0
    for row in reservations:
        if account and row.text("OwnerId", account) != account:
            continue
        if not counts(row.text("InstanceType"), "on-demand", code, catalog):
            continue
        info = catalog.find(row.text("InstanceType"))
        if info is None or info.vcpus is None:
            return None
        total += info.vcpus * int(row.number("TotalInstanceCount"))
    return total
