"""Tags in every form that CloudFormation has."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings
from tests.review.test_rules import add, both, compute_environment, on_launch, parameter, tagging

E, U = Level.ERROR, Level.UNKNOWN


def tag(key: Any, value: Any = "v") -> Data:
    return {"Key": key, "Value": value}


def levels(data: Data) -> list[Level]:
    return [item.level for item in findings(data) if item.id == "TRN709"]


def with_tags(kind: str, **properties: Any) -> Data:
    return changed(cluster(), both(parameter("P"), add(One={"Type": kind, "Properties": properties})))


SPECIFIED = [{"ResourceType": "volume", "Tags": [tag("aws:x")]}]
FORMS = [
    ("AWS::EFS::FileSystem", {"FileSystemTags": [tag("aws:x")]}),
    ("AWS::EFS::AccessPoint", {"AccessPointTags": [tag("aws:x")]}),
    ("AWS::Route53::HostedZone", {"HostedZoneTags": [tag("aws:x")]}),
    ("AWS::Backup::BackupVault", {"BackupVaultTags": {"aws:x": "v"}}),
    ("AWS::SSM::Parameter", {"Tags": {"aws:x": "v"}}),
    ("AWS::EC2::EC2Fleet", {"TagSpecifications": SPECIFIED}),
    ("AWS::EC2::SpotFleet", {"SpotFleetRequestConfigData": {"TagSpecifications": SPECIFIED}}),
    (
        "AWS::EC2::SpotFleet",
        {"SpotFleetRequestConfigData": {"LaunchSpecifications": [{"TagSpecifications": SPECIFIED}]}},
    ),
    ("AWS::DynamoDB::GlobalTable", {"Replicas": [{"Region": "us-east-2", "Tags": [tag("aws:x")]}]}),
    ("AWS::Events::Rule", {"Targets": [{"EcsParameters": {"TagList": [tag("aws:x")]}}]}),
]


@pytest.mark.parametrize(("kind", "properties"), FORMS)
def test_tags_are_found_wherever_they_are(kind: str, properties: Data) -> None:
    assert levels(with_tags(kind, **properties)) == [E]


@pytest.mark.parametrize("name", ["Tags", "CapacityTags"])
def test_tags_that_batch_gives_to_its_nodes(name: str) -> None:
    given = {name: {"aws:x": "v", "team": "llama"}}
    assert levels(changed(cluster(), add(Asg=compute_environment(**given)))) == [E]


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("k" * 128, "v" * 256, []),
        ("k" * 129, "v", [E]),
        ("k", "v" * 257, [E]),
        ("", "v", [E]),
        ("k", "", []),
        ("k", 12, []),
        ("k", {"Fn::Sub": "v" * 257 + "${P}"}, [E]),
        ("k", {"Fn::Sub": "v" * 250 + "${P}"}, []),
        ({"Ref": "P"}, "v", [U]),
    ],
)
def test_the_lengths_of_a_tag(key: Any, value: Any, expected: list[Level]) -> None:
    assert levels(with_tags("AWS::SNS::Topic", Tags=[tag(key, value)])) == expected


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["a", "a"], [E]),
        (["a", "a", "a"], [E, E]),
        (["a", "A"], []),
        (["a", {"Ref": "P"}], [U]),
        ([{"Fn::Sub": "a"}, "a"], [E]),
    ],
)
def test_a_key_is_there_once(keys: list[Any], expected: list[Level]) -> None:
    assert levels(with_tags("AWS::SNS::Topic", Tags=[tag(key) for key in keys])) == expected


def test_a_key_in_two_lists_is_there_once_in_each() -> None:
    lists = [{"ResourceType": kind, "Tags": [tag("a")]} for kind in ("instance", "volume")]
    assert levels(changed(cluster(), on_launch(TagSpecifications=lists))) == []


def test_tags_that_a_condition_brings_are_counted_once() -> None:
    data = with_tags("AWS::SNS::Topic", Tags=[tag("a"), {"Fn::If": ["C", tag("a", "w"), {"Ref": "AWS::NoValue"}]}])
    data["Conditions"] = {"C": {"Fn::Equals": [{"Ref": "P"}, "x"]}}
    assert levels(data) == [E]
    data["Resources"]["One"]["Properties"]["Tags"][0] = {"Fn::If": ["C", {"Ref": "AWS::NoValue"}, tag("a")]}
    assert levels(data) == []


@pytest.mark.parametrize(
    "tags", [[{"ResourceTagKey": "aws:x", "ResourceTagValue": "v"}], [{"TagKey": "aws:x"}], "team=llama", ["aws:x"]]
)
def test_what_is_no_key_and_value_is_no_tag(tags: Any) -> None:
    assert levels(with_tags("AWS::Rbin::Rule", ResourceTags=tags)) == []


@pytest.mark.parametrize(
    ("own", "launched", "expected"),
    [
        ("launch-template", "instance", []),
        ("launch-template", "network-interface", []),
        ("launch-template", "spot-instances-request", []),
        ("instance", "instance", [E]),
        ("launch-template", "launch-template", [E]),
        ("launch-template", "instances", [E]),
        ("launch-template", "fleet", [E]),
        ("launch-template", {"Ref": "P"}, [U]),
        ({"Ref": "P"}, "volume", [U]),
    ],
)
def test_a_launch_template_tags_itself_and_what_is_launched(own: Any, launched: Any, expected: list[Level]) -> None:
    data = changed(cluster(), both(parameter("P"), on_launch(TagSpecifications=[tagging(launched)])))
    data["Resources"]["Lt"]["Properties"]["TagSpecifications"] = [tagging(own)]
    assert [item.level for item in findings(data) if item.id == "TRN711"] == expected


SPOT = "SpotFleetRequestConfigData"


@pytest.mark.parametrize(
    ("kind", "properties", "expected"),
    [
        ("CapacityReservation", {"TagSpecifications": [tagging("capacity-reservation")]}, []),
        ("CapacityReservation", {"TagSpecifications": [tagging("instance")]}, [E]),
        ("CapacityReservation", {"TagSpecifications": [tagging({"Ref": "P"})]}, [U]),
        ("CapacityReservationFleet", {"TagSpecifications": [tagging("capacity-reservation-fleet")]}, []),
        ("CapacityReservationFleet", {"TagSpecifications": [tagging("capacity-reservation")]}, [E]),
        ("EC2Fleet", {"TagSpecifications": [tagging("fleet")]}, []),
        ("EC2Fleet", {"TagSpecifications": [tagging("fleet"), tagging("instance")]}, [E]),
        ("EC2Fleet", {"Type": "request", "TagSpecifications": [tagging("volume")]}, [E]),
        ("EC2Fleet", {"Type": "instant", "TagSpecifications": [tagging("fleet"), tagging("instance")]}, []),
        ("EC2Fleet", {"Type": "instant", "TagSpecifications": [tagging("spot-instances-request")]}, [E]),
        ("EC2Fleet", {"Type": {"Ref": "P"}, "TagSpecifications": [tagging("instance")]}, []),
        ("SpotFleet", {SPOT: {"TagSpecifications": [tagging("spot-fleet-request")]}}, []),
        ("SpotFleet", {SPOT: {"TagSpecifications": [tagging("instance")]}}, [E]),
        ("SpotFleet", {SPOT: {"LaunchSpecifications": [{"TagSpecifications": [tagging("instance")]}]}}, []),
        ("SpotFleet", {SPOT: {"LaunchSpecifications": [{"TagSpecifications": [tagging("volume")]}]}}, [E]),
    ],
)
def test_reservations_and_fleets_tag_what_their_api_makes(kind: str, properties: Data, expected: list[Level]) -> None:
    one = {"Type": f"AWS::EC2::{kind}", "Properties": properties}
    data = changed(cluster(), both(parameter("P"), add(One=one)))
    assert [item.level for item in findings(data) if item.id == "TRN711"] == expected
