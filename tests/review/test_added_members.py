"""Of the passing template of every rule: what a macro in its place may add is missing for no rule.

Each member at any depth gives way to a macro. Nothing may then be an error or a warning that the whole template has
not; unknown it may be. A part of the places is tried per rule, another for each rule, so that all rules together try
nearly all.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, block_cluster, changed, cluster, findings, launch_of
from tests.review.test_rules import PAIRS, add, both, compute_environment, managed_group, on_group, on_launch, without

INCLUDE = {"Name": "AWS::Include", "Parameters": {"Location": "s3://b/x.yaml"}}
MACROS: tuple[Data, ...] = ({"Fn::Transform": INCLUDE}, {"Fn::Transform": {"Name": "Mine"}})
BAD = (Level.ERROR, Level.WARNING)
_PER_RULE = 24


def good(rule: str) -> Any:
    pair = PAIRS[rule]
    return changed(pair.base(), pair.good) if pair.good else pair.base()


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str | None]]:
    """Yield each object below ``node`` that is no function, with each of its members, and None for all of them."""
    if isinstance(node, dict) and not any(name == "Ref" or str(name).startswith("Fn::") for name in node):
        yield from ((path, name) for name in (None, *node))
    if isinstance(node, dict | list):
        for key, item in node.items() if isinstance(node, dict) else enumerate(node):
            if path[-1:] != ("NetworkInterfaces",) or key == 1:  # one of 16 is enough
                yield from places(item, (*path, key))


def all_places(data: Data) -> list[tuple[tuple[Any, ...], str | None]]:
    written = {name: one for name, one in data["Resources"].items() if isinstance(one, dict)}
    lists = [places(one.get("Properties"), ("Resources", name, "Properties")) for name, one in written.items()]
    return [place for found in lists for place in found]


def replaced(data: Data, path: tuple[Any, ...], member: str | None, macro: Data) -> Data:
    made = copy.deepcopy(data)
    node: Any = made
    for key in path:
        node = node[key]
    node.pop(member) if member else node.clear()
    node |= macro
    return made


RULES = {rule: at for at, rule in enumerate(PAIRS) if isinstance(good(rule), dict) and good(rule).get("Resources")}


@pytest.mark.parametrize("rule", RULES)
def test_what_a_macro_may_add_is_missing_for_no_rule(rule: str) -> None:
    pair, data = PAIRS[rule], good(rule)
    options = pair.options if pair.good_options is None else pair.good_options
    known = {item.id for item in findings(data, **options) if item.level in BAD}
    every = all_places(data)
    step = max(1, len(every) // _PER_RULE)
    for at, (path, member) in enumerate(every[RULES[rule] % step :: step]):
        made = replaced(data, path, member, MACROS[at % len(MACROS)])
        bad = [item for item in findings(made, **options) if item.level in BAD and item.id not in known]
        assert not bad, (path, member, bad)


HERE = {"Fn::Transform": INCLUDE}
CUSTOM = {"AmiType": "CUSTOM", "LaunchTemplate": None}
SPOT = {"InstanceMarketOptions": {"MarketType": "spot"}}
TARGET = {"CapacityReservationId": "cr-0123456789abcdef0"}
SPREAD = {"Type": "AWS::EC2::PlacementGroup", "Properties": {"SpreadLevel": "rack", **HERE}}
ECS = compute_environment(Ec2Configuration=[{"ImageType": "ECS_AL2023"}])


def node_group(**properties: Any) -> Data:
    made = managed_group(**properties)
    made["Properties"] = {name: value for name, value in made["Properties"].items() if value is not None}
    return made


def untargeted(data: Data) -> None:
    del launch_of(data)["CapacityReservationSpecification"]


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("TRN364", both(without("ImageId"), on_launch(**HERE), add(Asg=node_group(AmiType=None)))),
        ("TRN364", add(Asg=node_group(LaunchTemplate=None, AmiType=None, InstanceTypes=["trn2.48xlarge"], **HERE))),
        ("TRN364", add(Asg=node_group(**CUSTOM, InstanceTypes=["trn2.48xlarge"], **HERE))),
        (
            "TRN303",
            both(on_launch(**SPOT), on_group(CapacityReservationSpecification={"CapacityReservationTarget": HERE})),
        ),
        ("TRN305", on_launch(CapacityReservationSpecification={"CapacityReservationTarget": TARGET, **HERE})),
        ("TRN376", on_launch(InstanceMarketOptions={"SpotOptions": {"SpotInstanceType": "one-time"}, **HERE})),
        ("TRN402", both(without("Placement"), on_group(**HERE))),
        ("TRN408", add(Pg=SPREAD)),
        ("TRN913", on_group(LaunchTemplate={"Ref": "AWS::NoValue"}, MixedInstancesPolicy={"LaunchTemplate": HERE})),
        ("TRN516", both(without("ImageId"), on_launch(**HERE), add(Asg=ECS))),
    ],
)
def test_what_a_macro_may_add_is_unknown(rule: str, change: Change) -> None:
    assert {item.level for item in findings(changed(cluster(), change)) if item.id == rule} == {Level.UNKNOWN}


def test_a_target_that_a_macro_may_add_to_the_group_is_unknown() -> None:
    data = changed(block_cluster(), both(untargeted, on_group(**HERE)))
    assert {item.level for item in findings(data) if item.id == "TRN301"} == {Level.UNKNOWN}
    data = changed(block_cluster(), both(untargeted, on_group(Tags=[])))
    assert {item.level for item in findings(data) if item.id == "TRN301"} == {Level.ERROR}
