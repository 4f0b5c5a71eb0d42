"""Clusters of SageMaker HyperPod: names of types, and the security groups that their EFAs are in."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, cluster, findings, subnet

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
GROUP_RULES = ("TRN201", "TRN202")
OWN = {"SecurityGroupIds": [{"Ref": "Bare"}], "Subnets": ["subnet-1"]}


def hyperpod(item: Any = "ml.trn2.48xlarge", group: Any = None, **more: Any) -> Data:
    """Return a cluster of HyperPod in the groups of a template whose group `Bare` has no rules."""
    role = "arn:aws:iam::123456789012:role/nodes"
    one = {"InstanceGroupName": "w", "InstanceType": item, "InstanceCount": 4, "ExecutionRole": role, **more}
    vpc = {"SecurityGroupIds": [group or {"Ref": "Sg"}], "Subnets": ["subnet-0123456789abcdef0"]}
    data = cluster()
    for name in ("Asg", "Lt", "Pg"):
        del data["Resources"][name]
    data["Resources"]["Bare"] = {"Type": "AWS::EC2::SecurityGroup", "Properties": {"GroupDescription": "x"}}
    data["Resources"]["Hp"] = {
        "Type": "AWS::SageMaker::Cluster",
        "Properties": {"InstanceGroups": [one], "VpcConfig": vpc},
    }
    return {**data, "Parameters": {"Hidden": {"Type": "String"}}}


def found(data: Data, *rules: str) -> list[tuple[str, Level]]:
    return [(item.id, item.level) for item in findings(data) if item.id in rules]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("ml.trn2.48xlarge", []),
        ("ml.p5.48xlarge", []),
        ("ml.g5.xlarge", []),
        ("trn2.48xlarge", [E]),
        ("g5.xlarge", [E]),
        ("ml.trn2u.48xlarge", [E]),
        ("ml.inf2.48xlarge", [E]),
        ({"Ref": "Hidden"}, [U]),
    ],
)
def test_a_type_that_hyperpod_has(item: Any, expected: list[Level]) -> None:
    assert [level for _, level in found(hyperpod(item), "TRN606")] == expected


@pytest.mark.parametrize(
    ("data", "level"),
    [
        (hyperpod(), None),
        (hyperpod(group={"Fn::GetAtt": ["Bare", "GroupId"]}), E),
        (hyperpod(group="sg-0123456789abcdef0"), U),
        (hyperpod(group={"Ref": "Hidden"}), U),
        (hyperpod("ml.g5.xlarge", {"Ref": "Bare"}), None),
        (hyperpod(OverrideVpcConfig=OWN), E),
        (hyperpod("ml.m5.large", OverrideVpcConfig=OWN), None),
        (hyperpod({"Ref": "Hidden"}, {"Ref": "Bare"}), None),
    ],
)
def test_the_groups_of_its_nodes_are_judged(data: Data, level: Level | None) -> None:
    assert found(data, *GROUP_RULES) == ([] if level is None else [(rule, level) for rule in GROUP_RULES])


@pytest.mark.parametrize(
    ("second", "expected"),
    [({"Ref": "Bare"}, [("TRN202", W)]), ({"Ref": "Sg"}, []), ("sg-0123456789abcdef0", [])],
)
def test_each_of_several_groups_has_egress_to_itself(second: Any, expected: list[tuple[str, Level]]) -> None:
    data = hyperpod()
    data["Resources"]["Hp"]["Properties"]["VpcConfig"]["SecurityGroupIds"].append(second)
    assert found(data, *GROUP_RULES) == expected


def test_a_cluster_in_the_vpc_of_sagemaker_has_no_groups_of_ours() -> None:
    data = hyperpod(group={"Ref": "Bare"})
    del data["Resources"]["Hp"]["Properties"]["VpcConfig"]
    assert found(data, *GROUP_RULES) == []


def in_subnets(count: int, item: Any = "ml.trn2.48xlarge", own: int = 0, **zones: str) -> Data:
    """Return a cluster in ``count`` subnets, whose instance group overrides them by ``own`` others."""
    names = [{"Ref": f"S{at}"} for at in range(3)]
    override = {"OverrideVpcConfig": {"SecurityGroupIds": [{"Ref": "Sg"}], "Subnets": names[:own]}} if own else {}
    data = hyperpod(item, **override)
    data["Resources"]["Hp"]["Properties"]["VpcConfig"]["Subnets"] = names[:count]
    for at, zone in enumerate(("a", "b", "a")):
        data["Resources"][f"S{at}"] = subnet(f"us-east-2{zone}", CidrBlock=f"10.0.{at}.0/24")
    return data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (in_subnets(1), []),
        (in_subnets(2), [W]),
        (in_subnets(2, "ml.trn2.3xlarge"), []),
        (in_subnets(2, "ml.g5.xlarge"), []),
        (in_subnets(2, own=1), []),
        (in_subnets(1, own=2), [W]),
    ],
)
def test_efas_of_an_instance_group_are_in_one_zone(data: Data, expected: list[Level]) -> None:
    assert [level for _, level in found(data, "TRN401")] == expected


def test_a_right_cluster_leaves_nothing_unknown() -> None:
    assert [item for item in findings(hyperpod()) if item.level is not Level.INFO] == []
