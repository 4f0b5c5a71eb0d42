"""Plans for one account and region are added up; the same plan once more is not."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.demand import Demand
from cdk_trainium.demand.together import together


def plan(stack: str = "", **members: Any) -> Demand:
    group = {"name": "train", "instance_type": "trn2.48xlarge", "count": 16, "stack": stack}
    stacks = [stack] if stack else []
    data = {"region": "us-east-2", "groups": [group], "counts": {"vpcs": 1}, "stacks": stacks, **members}
    return Demand.model_validate(data)


def test_two_plans_are_one() -> None:
    (whole,) = together([plan("one"), plan("two"), plan()])
    assert [group.name for group in whole.groups] == ["one/train", "two/train", "plan 3/train"]
    assert len({group.vpc for group in whole.groups}) == 3  # each in a VPC of its own
    assert (whole.counts.vpcs, whole.stacks) == (3, ("one", "two"))
    assert Demand.model_validate(whole.to_json()) == whole


def test_an_existing_vpc_is_the_same_in_each_plan() -> None:
    inside = [{"name": name, "vpc": "vpc-0123456789abcdef0"} for name in ("a", "b")]
    (whole,) = together([plan(groups=[one]) for one in inside])
    assert {group.vpc for group in whole.groups} == {"vpc-0123456789abcdef0"}


def test_subnets_of_one_name_are_not_one_subnet() -> None:
    made = {"new_subnets": [{"name": "s", "cidr": "10.0.0.0/24"}], "groups": [{"name": "g", "new_subnets": ["s"]}]}
    (whole,) = together([plan(**made), plan(**made)])
    named = [one.name for one in whole.new_subnets]
    assert len({*named}) == 2
    assert [group.new_subnets for group in whole.groups] == [(name,) for name in named]


@pytest.mark.parametrize(
    ("one", "other", "plans"),
    [
        (plan("one"), plan("one"), 2),  # a cluster file beside its own template
        (plan(), plan(region="us-west-2"), 2),
        (plan(account="111122223333"), plan(account="444455556666"), 2),
        (plan(account="111122223333"), plan(), 1),
        (plan("one"), plan(stacks=["one", "two"]), 2),
        (plan("one"), plan("two", groups=[], counts={}), 2),  # it asks for nothing
        (plan(bootstraps=[{"parameter": "/a"}]), plan(bootstraps=[{"parameter": "/b"}]), 1),
        (plan(counts={"vpcs": 2**63 - 1}), plan(), 1),
    ],
)
def test_what_is_added_up(one: Demand, other: Demand, plans: int) -> None:
    assert len(together([one, other])) == plans


def test_a_plan_within_another_leaves_the_sum_whole() -> None:
    whole, part = together([plan("one"), plan(stacks=["one", "two"]), plan("three")])
    assert (whole.counts.vpcs, whole.stacks) == (2, ("one", "two", "three"))
    assert (part.stacks, part.not_determined) == (("one",), ())


def test_plans_that_share_some_stacks_are_open() -> None:
    one, other = together([plan(stacks=["shared", "a"]), plan(stacks=["shared", "b"])])
    assert (one.not_determined, [item.where for item in other.not_determined]) == ((), ["stack shared"])


def test_groups_of_one_name_are_called_after_their_regions_too() -> None:
    found = together([plan("one"), plan("one", region="us-west-2"), plan(groups=[{"name": "other"}])])
    names = {group.name for one in found for group in one.groups}
    assert names == {"one in us-east-2/train", "one in us-west-2/train", "other"}


def test_each_bootstrap_stack_is_asked_for_once_with_its_highest_version() -> None:
    asked = [[("/a", 6)], [("/a", 8), ("/b", 6)], [("/a", 7)]]
    plans = [plan(bootstraps=[{"parameter": name, "version": version} for name, version in one]) for one in asked]
    (whole,) = together(plans)
    assert [(one.parameter, one.version) for one in whole.bootstraps] == [("/a", 8), ("/b", 6)]
