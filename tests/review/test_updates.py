"""What updates and the creation of a group need of its nodes."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, block_cluster, changed, cluster, launch_template
from tests.review.test_purchase import levels
from tests.review.test_rules import both, on_group, parameter, updating, waiting, with_sections

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
HIDDEN = {"Ref": "P"}


def rolling(kept: Any) -> Change:
    return updating(AutoScalingRollingUpdate={"MinInstancesInService": kept})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (rolling(5), [E]),
        (rolling("4"), [E]),
        (rolling(3), []),
        (rolling(0), []),
        (rolling(HIDDEN), [U]),
        (both(rolling(1), on_group(MaxSize=HIDDEN)), [U]),
        (both(rolling(0), on_group(MaxSize=HIDDEN)), []),
        (updating(AutoScalingRollingUpdate={"MaxBatchSize": 1}), []),
    ],
)
def test_a_rolling_update_may_take_a_node(change: Change, expected: list[Level]) -> None:
    assert levels(changed(cluster(), both(parameter("P"), change)), "TRN368") == expected


def replacing(value: Any) -> Change:
    return updating(AutoScalingReplacingUpdate={"WillReplace": value})


def healthy(percent: Any) -> Change:
    return on_group(InstanceMaintenancePolicy={"MinHealthyPercentage": 100, "MaxHealthyPercentage": percent})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (replacing(True), [W]),
        (replacing("true"), [W]),
        (replacing(False), []),
        (replacing(HIDDEN), [U]),
        (healthy(110), [W]),
        (healthy(100), []),
        (healthy(-1), []),
        (healthy(HIDDEN), [U]),
    ],
)
def test_an_update_on_a_block_needs_no_further_nodes(change: Change, expected: list[Level]) -> None:
    assert levels(changed(block_cluster(), both(parameter("P"), change)), "TRN369") == expected
    assert levels(changed(cluster(), both(parameter("P"), change)), "TRN369") == []


FOUR = {"Ref": "Four"}
CONDITIONS = {"C": {"Fn::Equals": [HIDDEN, "yes"]}}


def by_condition(*values: Any) -> Data:
    return {"Fn::If": ["C", *values]}


@pytest.mark.parametrize(
    ("count", "desired", "expected"),
    [
        *[
            (4, "0", [E]),
            (None, "0", [E]),
            (0, "0", []),
            (HIDDEN, "0", [U]),
            (4, HIDDEN, [U]),
            (4, "4", []),
            (8, "4", [W]),
        ],
        *[(HIDDEN, HIDDEN, []), (0, HIDDEN, []), (FOUR, "0", [E]), (FOUR, FOUR, [])],
        *[(by_condition(4, 0), "0", [E]), (by_condition(4, 0), by_condition("4", "0"), [])],
    ],
)
def test_a_group_waits_for_nodes_that_it_starts(count: Any, desired: Any, expected: list[Level]) -> None:
    change = both(parameter("P"), parameter("Four", Type="Number", Default=4), waiting(count))
    data = changed(cluster(), both(change, on_group(DesiredCapacity=desired), with_sections(Conditions=CONDITIONS)))
    assert levels(data, "TRN370") == expected


def named(one: str, other: str) -> Data:
    """Return a cluster with two launch templates that have names of their own."""
    data = changed(cluster(), parameter("P"))
    data["Resources"]["Lt2"] = launch_template()
    for launch, name in (("Lt", one), ("Lt2", other)):
        data["Resources"][launch]["Properties"]["LaunchTemplateName"] = name
    return data


@pytest.mark.parametrize(
    ("name", "of", "expected"),
    [("one", "Lt2", [E]), ("one", "Lt", []), ("two", "Lt2", []), ("three", "Lt2", []), (HIDDEN, "Lt2", [])],
)
def test_a_version_is_that_of_the_template_of_the_name(name: Any, of: str, expected: list[Level]) -> None:
    version = {"Fn::GetAtt": [of, "LatestVersionNumber"]}
    change = on_group(LaunchTemplate={"LaunchTemplateName": name, "Version": version})
    assert levels(changed(named("one", "two"), change), "TRN371") == expected
    assert levels(changed(named("one", "one"), change), "TRN371") == []


def test_launch_templates_of_one_name_each_have_their_condition() -> None:
    data = changed(
        named("one", "one"), with_sections(Conditions={**CONDITIONS, "N": {"Fn::Not": [{"Condition": "C"}]}})
    )
    for launch, condition in (("Lt", "C"), ("Lt2", "N")):
        data["Resources"][launch]["Condition"] = condition
    version = by_condition(*({"Fn::GetAtt": [of, "LatestVersionNumber"]} for of in ("Lt", "Lt2")))
    change = on_group(LaunchTemplate={"LaunchTemplateName": "one", "Version": version})
    assert levels(changed(data, change), "TRN371") == []
    data["Resources"]["Lt2"]["Properties"]["LaunchTemplateName"] = "two"
    assert levels(changed(data, change), "TRN371") == [E]
