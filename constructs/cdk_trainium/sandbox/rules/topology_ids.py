"""Topology is asked for 100 instances, 100 groups or 10 reservations at a time."""

from __future__ import annotations

from collections.abc import Sized

from ..refusal import Rule

RULE = Rule(
    id="topology-ids",
    title="More than 100 instances or groups, or more than 10 reservations, in one question are refused.",
    code="InvalidParameterValue",
    source="EC2 API, DescribeInstanceTopology and DescribeCapacityReservationTopology; no source publishes the code",
    sourced=False,
)
INSTANCES, RESERVATIONS = 100, 10


def check_instances(ids: Sized, groups: Sized) -> None:
    """Refuse too many instances or groups."""
    if max(len(ids), len(groups)) > INSTANCES:
        raise RULE.refuse(f"You can specify at most {INSTANCES} instance IDs or placement groups.")


def check_reservations(ids: Sized) -> None:
    """Refuse too many reservations."""
    if len(ids) > RESERVATIONS:
        raise RULE.refuse(f"You can specify at most {RESERVATIONS} Capacity Reservation IDs.")
