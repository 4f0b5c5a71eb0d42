"""Asks the simulated account back what exists, through boto3, and prints it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import boto3
from botocore.config import Config

from cdk_trainium.wording import counted

__all__ = ["Account"]

Rows = list[tuple[str, str]]


class Account:
    """What one region of the account holds."""

    def __init__(self, client: Callable[[str], Any]) -> None:
        """Ask with the clients that ``client`` makes for a service."""
        self._ec2 = client("ec2")
        self._autoscaling = client("autoscaling")

    @classmethod
    def at(cls, endpoint: str, region: str) -> Account:
        """Return the account behind ``endpoint``, asked with dummy credentials."""
        session, direct = boto3.Session("testing", "testing", region_name=region), Config(proxies={})
        return cls(lambda service: session.client(service, endpoint_url=endpoint, config=direct))  # type: ignore[call-overload]

    def node_ids(self) -> set[str]:
        """Return the ids of the nodes that run."""
        return {node["InstanceId"] for node in self._nodes()}

    def show(self) -> None:
        """Print nodes, interfaces, image, placement groups, reservations and group sizes."""
        nodes = self._nodes()
        rows = [*_shape(nodes), *self._placement(nodes), *self._reservations(), *self._groups()]
        for name, text in rows:
            print(f"     {name:<14}{text}")

    def _nodes(self) -> list[dict[str, Any]]:
        running = [{"Name": "instance-state-name", "Values": ["pending", "running"]}]
        pages = self._ec2.get_paginator("describe_instances").paginate(Filters=running)
        return [one for page in pages for item in page["Reservations"] for one in item["Instances"]]

    def _placement(self, nodes: list[dict[str, Any]]) -> Rows:
        groups = self._ec2.describe_placement_groups()["PlacementGroups"]
        inside = Counter(one["Placement"].get("GroupName", "") for one in nodes)
        return [("placement", f"{g['GroupName']} ({g['Strategy']}): {_nodes(inside[g['GroupName']])}") for g in groups]

    def _reservations(self) -> Rows:
        found = self._ec2.describe_capacity_reservations()["CapacityReservations"]
        return [("reservation", _used(one)) for one in found if one["State"] != "cancelled"]

    def _groups(self) -> Rows:
        found = self._autoscaling.describe_auto_scaling_groups()["AutoScalingGroups"]
        return [("group", f"min {g['MinSize']}, desired {g['DesiredCapacity']}, max {g['MaxSize']}") for g in found]


def _shape(nodes: list[dict[str, Any]]) -> Rows:
    if not nodes:
        return [("nodes", "none")]
    types = Counter(one["InstanceType"] for one in nodes)
    cards = {one["Attachment"]["NetworkCardIndex"] for one in nodes[0]["NetworkInterfaces"]}
    kinds = Counter(one["InterfaceType"] for one in nodes[0]["NetworkInterfaces"])
    shown = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return [
        ("nodes", ", ".join(f"{count} x {name}" for name, count in types.items())),
        ("interfaces", f"{shown} per node, on {len(cards)} network cards"),
        ("image", ", ".join(sorted({one["ImageId"] for one in nodes}))),
    ]


def _used(one: Mapping[str, Any]) -> str:
    total = one["TotalInstanceCount"]
    kind = "capacity block" if one.get("ReservationType") == "capacity-block" else one["InstanceMatchCriteria"]
    head = f"{one['CapacityReservationId']} ({kind}) {one['State']}"
    if one["State"] == "scheduled":
        return f"{head}: {_nodes(total)} from {one['StartDate']:%Y-%m-%d %H:%M} UTC"
    if one["State"] == "expired":
        return f"{head}: ended {one['EndDate']:%Y-%m-%d %H:%M} UTC"
    return f"{head}: {total - one['AvailableInstanceCount']} of {total} in use"


def _nodes(count: int) -> str:
    return counted(count, "node")
