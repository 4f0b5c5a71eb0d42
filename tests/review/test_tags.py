"""Tags in every form that CloudFormation has."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, changed, cluster, findings
from tests.review.test_rules import (
    METADATA_TAGS,
    add,
    both,
    compute_environment,
    managed_group,
    on_group,
    on_launch,
    parameter,
    propagated,
    tagging,
)

E, U, W = Level.ERROR, Level.UNKNOWN, Level.WARNING


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


def of_metadata(*changes: Any, **properties: Any) -> list[Level]:
    """What TRN715 says of a group with ``properties`` where the metadata of its nodes offer their tags."""
    data = changed(cluster(), both(parameter("P"), METADATA_TAGS, on_group(**properties), *changes))
    return [item.level for item in findings(data) if item.id == "TRN715"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("k8s.io/cluster-autoscaler/enabled", [E]),
        ("cost centre", [E]),
        ("Kostenträger", [E]),
        (".", [E]),
        ("..", [E]),
        ("_index", [E]),
        ("_index2", []),
        ("a-b_c+d=e,f.g@h:i", []),
        ({"Fn::Sub": "kubernetes.io/cluster/${P}"}, [E]),
        ({"Fn::Sub": "${P}/owned"}, [E]),
        ({"Fn::Sub": "cluster-${P}"}, [U]),
        ({"Ref": "P"}, [U]),
        ({"Ref": "AWS::NoValue"}, []),
    ],
)
def test_the_keys_of_tags_that_metadata_offer(key: Any, expected: list[Level]) -> None:
    assert of_metadata(Tags=[propagated(key)]) == expected


def test_metadata_offer_the_tags_of_nodes_only() -> None:
    slash = [{"Key": "a/b", "Value": "v"}]
    assert of_metadata(Tags=[propagated("a/b", False)]) == []
    assert of_metadata(Tags=[propagated("a/b", {"Ref": "P"})]) == [U]
    assert of_metadata(on_launch(TagSpecifications=[{"ResourceType": "volume", "Tags": slash}])) == []
    assert of_metadata(on_launch(TagSpecifications=[{"ResourceType": "instance", "Tags": slash}])) == [E]
    assert of_metadata(add(Asg=compute_environment(Tags={"a/b": "v"}))) == [E]


def test_tags_of_an_instance_that_its_metadata_offer() -> None:
    one = {"LaunchTemplate": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}, "Tags": [tag("a/b")]}
    assert of_metadata(add(Asg={"Type": "AWS::EC2::Instance", "Properties": one})) == [E]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"InstanceMetadataTags": "disabled"}, []),
        ({"InstanceMetadataTags": {"Ref": "AWS::NoValue"}}, []),
        ({"InstanceMetadataTags": {"Ref": "P"}}, [U]),
        ({"InstanceMetadataTags": "enabled", "HttpEndpoint": "disabled"}, []),
        ({"InstanceMetadataTags": "enabled", "HttpEndpoint": {"Ref": "P"}}, [U]),
        ({"InstanceMetadataTags": "enabled", "HttpEndpoint": "enabled"}, [E]),
        ({}, []),
    ],
)
def test_metadata_that_offer_no_tags(options: Data, expected: list[Level]) -> None:
    assert of_metadata(on_launch(MetadataOptions=options), Tags=[propagated("a/b")]) == expected


def test_eks_tags_nodes_itself() -> None:
    assert of_metadata(add(Asg=managed_group())) == [W]
    assert of_metadata(on_launch(MetadataOptions={}), add(Asg=managed_group())) == []
