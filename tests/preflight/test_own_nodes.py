"""A plan that is deployed already is not counted twice."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.findings import Status
from cdk_trainium.preflight.engine import Run, worst
from cdk_trainium.preflight.plan import Plan
from cdk_trainium.preflight.question import Answer, Question
from cdk_trainium.preflight.runner import select

from .account import NOW, SUBNET

OWN = [{"Key": "aws:cloudformation:stack-name", "Value": "training"}]
RESERVATION = "cr-0ccccccccccccccc3"


def node(**more: Any) -> dict[str, Any]:
    interfaces = [{"SubnetId": SUBNET, "PrivateIpAddresses": [{}]} for _ in range(16)]
    return {"InstanceId": "i-1", "InstanceType": "trn2.48xlarge", "NetworkInterfaces": interfaces, **more}


def account(
    *,
    quota: float,
    nodes: list[dict[str, Any]],
    rows: list[dict[str, Any]],
    volumes: list[dict[str, Any]] | None = None,
) -> Any:
    answers: dict[str, dict[str, Any]] = {
        "DescribeInstances": {"Reservations": [{"Instances": nodes}]},
        "DescribeCapacityReservations": {"CapacityReservations": rows},
        "DescribeNetworkInterfaces": {"NetworkInterfaces": [{} for one in nodes for _ in one["NetworkInterfaces"]]},
        "DescribeVolumes": {"Volumes": volumes or []},
        "DescribeSubnets": {"Subnets": [{"SubnetId": SUBNET, "AvailableIpAddressCount": 0}]},
        "ListRequestedServiceQuotaChangeHistoryByQuota": {"RequestedQuotas": []},
    }

    def reply(asked: Question) -> Answer:
        if asked.operation == "GetServiceQuota":
            import json

            return Answer(asked, {"Quota": {**json.loads(asked.params), "Value": quota}})
        return Answer(asked, answers[asked.operation])

    return reply


def ended(check: str, reply: Any, **group: Any) -> Status:
    capacity = {"creates_reservation": True}
    one = {"name": "g", "instance_type": "trn2.48xlarge", "capacity": capacity, "subnet_ids": [SUBNET], **group}
    demand = Demand.model_validate({"region": "us-east-2", "groups": [one], "stacks": ["training"]})
    run = Run(Plan(demand, default(), NOW), select([check], (), dry_run_launch=False), reply, lambda _name: None)
    (only,) = run.execute()
    return worst(only.outcomes)


@pytest.mark.parametrize(("tags", "status"), [(OWN, Status.PASS), ([], Status.FAIL)])
@pytest.mark.parametrize(
    ("check", "quota"),
    [("quota-on-demand", 192.0), ("quota-network-interfaces", 16.0), ("subnet-addresses", 0.0)],
)
def test_own_nodes_are_part_of_the_plan(check: str, quota: float, tags: list[Any], status: Status) -> None:
    assert ended(check, account(quota=quota, nodes=[node(Tags=tags)], rows=[])) is status


@pytest.mark.parametrize("told_by", ["tags", "nodes"])
def test_an_own_reservation_is_part_of_the_plan(told_by: str) -> None:
    row = {
        "CapacityReservationId": RESERVATION,
        "InstanceType": "trn2.48xlarge",
        "State": "active",
        "TotalInstanceCount": 1,
        "Tags": OWN if told_by == "tags" else [],
    }
    nodes = [] if told_by == "tags" else [node(Tags=OWN, CapacityReservationId=RESERVATION)]
    assert ended("quota-reservations", account(quota=192.0, nodes=nodes, rows=[row])) is Status.PASS
    stranger = {**row, "Tags": []}
    assert ended("quota-reservations", account(quota=192.0, nodes=[], rows=[stranger])) is Status.FAIL


def disks(attached: str, tags: list[Any]) -> list[dict[str, Any]]:
    attachments = [{"InstanceId": attached}] if attached else []
    return [{"Size": 1024, "Iops": 1000, "VolumeType": "io2", "Attachments": attachments, "Tags": tags}]


STRANGE = [{"Key": "aws:cloudformation:stack-name", "Value": "another"}]


@pytest.mark.parametrize(
    ("attached", "tags", "status"),
    [
        ("i-1", [], Status.PASS),  # of a launch: EC2 tags the node only
        ("", OWN, Status.PASS),
        ("i-1", STRANGE, Status.FAIL),
        ("i-9", [], Status.FAIL),
        ("", [], Status.FAIL),
    ],
)
@pytest.mark.parametrize(("check", "quota"), [("quota-storage", 1.0), ("quota-provisioned-iops", 1000.0)])
def test_volumes_of_own_nodes_are_part_of_the_plan(
    check: str, quota: float, attached: str, tags: list[Any], status: Status
) -> None:
    reply = account(quota=quota, nodes=[node(Tags=OWN)], rows=[], volumes=disks(attached, tags))
    assert ended(check, reply, block_devices=[{"type": "io2", "gib": 1024, "iops": 1000}]) is status
