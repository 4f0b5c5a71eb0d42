"""Addresses that groups take of subnets, of which some may be shared, and nodes that name no interfaces."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, auto_scaling_group, findings, group_of, launch_of, launch_template, subnet
from tests.review.test_places import levels, sized
from tests.review.test_rules import compute_environment, managed_group

W = Level.WARNING
LARGE = {"CidrBlock": "10.0.2.0/20"}
BESIDE = auto_scaling_group(VPCZoneIdentifier=[{"Ref": "Subnet"}, {"Ref": "Large"}], MaxSize="1", DesiredCapacity="1")


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [("4", ["Asg"]), ("0", []), ({"Ref": "Cidr"}, ["Asg", "Second"])],
)
def test_a_group_has_to_fit_into_its_own_subnets_whatever_the_others_have(nodes: Any, expected: list[str]) -> None:
    data = sized("10.0.1.0/28")
    group_of(data).update(MaxSize=nodes, DesiredCapacity=nodes)
    data["Resources"].update(Large=subnet("us-east-2b", **LARGE), Second=BESIDE)
    told = {item.subject.logical_id: item.level for item in findings(data) if item.id == "TRN124"}
    assert list(told) == expected
    assert set(told.values()) <= ({W} if isinstance(nodes, str) else {Level.UNKNOWN})


def test_groups_that_name_no_other_subnets_are_added_up_in_them() -> None:
    data = sized("10.0.1.0/26", 2)
    data["Resources"].update(
        Large=subnet("us-east-2b", **LARGE), Second=BESIDE, Third=deepcopy(data["Resources"]["Asg"])
    )
    assert levels(data, "TRN124") == [W, W]
    data["Resources"]["Third"]["Properties"].update(MaxSize="1", DesiredCapacity="1")
    assert levels(data, "TRN124") == []


def test_a_subnet_without_range_beside_one_that_is_too_small() -> None:
    data = sized("10.0.1.0/28")
    large = subnet("us-east-2b", Ipv6Native=True)
    del large["Properties"]["CidrBlock"]
    data["Resources"].update(Large=large, Second=BESIDE)
    assert levels(data, "TRN124") == [W]


@pytest.mark.parametrize("cidr", [False, True, [], {}, "10.0.0.0/99"])
def test_what_is_no_range_is_unknown(cidr: Any) -> None:
    assert levels(sized(cidr), "TRN124") == [Level.UNKNOWN]
    assert levels(sized(cidr), "TRN990") == []


NO_LAUNCH_TEMPLATE = {"LaunchTemplate": None, "InstanceTypes": ["trn2.48xlarge"]}


@pytest.mark.parametrize(
    ("cidr", "group", "expected"),
    [
        ("10.0.0.0/28", auto_scaling_group(MaxSize="40", DesiredCapacity="0"), [W]),
        ("10.0.0.0/26", auto_scaling_group(MaxSize="40", DesiredCapacity="0"), []),
        ("10.0.0.0/28", auto_scaling_group(MaxSize={"Ref": "Cidr"}, DesiredCapacity="0"), [Level.UNKNOWN]),
        ("10.0.0.0/28", managed_group(ScalingConfig={"MaxSize": 40}), [W]),
        ("10.0.0.0/28", compute_environment(MaxvCpus=40 * 192), [W]),
        ("10.0.0.0/28", compute_environment(MaxvCpus=40 * 192, **NO_LAUNCH_TEMPLATE), [W]),
        ("10.0.0.0/26", compute_environment(MaxvCpus=40 * 192, **NO_LAUNCH_TEMPLATE), []),
    ],
)
@pytest.mark.parametrize("written", [None, []])
def test_a_node_that_names_no_interfaces_takes_one_address(
    cidr: str, group: Data, expected: list[Level], written: Any
) -> None:
    data = sized(cidr)
    launch_of(data)["NetworkInterfaces"] = written
    if written is None:
        del launch_of(data)["NetworkInterfaces"]
    data["Resources"]["Asg"] = group
    assert levels(data, "TRN124") == expected


def test_a_macro_may_add_the_interfaces_that_take_the_addresses() -> None:
    data = sized("10.0.0.0/26", 40)
    launch_of(data)["Fn::Transform"] = {"Name": "Interfaces"}
    del launch_of(data)["NetworkInterfaces"]
    assert levels(data, "TRN124") == [Level.UNKNOWN]


def test_nodes_without_accelerators_are_not_judged_and_take_addresses_beside_others() -> None:
    data = sized("10.0.0.0/25", 7)
    web = launch_template(InstanceType="m7i.large", NetworkInterfaces=None, Placement=None)
    latest = {"LaunchTemplateId": {"Ref": "Web"}, "Version": "1"}
    data["Resources"].update(Web=web, Second=auto_scaling_group(LaunchTemplate=latest, MaxSize="20"))
    told = [item.subject.logical_id for item in findings(data) if item.id == "TRN124"]
    assert told == ["Asg"]
    del data["Resources"]["Asg"]
    assert levels(data, "TRN124") == []
