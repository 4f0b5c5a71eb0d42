"""Values behind strings, parameters, mappings and loops: judged as far as the template tells, else unknown."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from cdk_trainium.review import Policy
from tests.review.build import (
    Data,
    changed,
    cluster,
    efas,
    findings,
    group_of,
    ids,
    judged,
    launch_of,
    subnet,
)

LATEST = "/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id"
SSM = "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>"
REF = {"Ref": "P"}


def with_parameter(data: Data, **entry: Any) -> Data:
    return {**data, "Parameters": {"P": {"Type": "String", **entry}}}


def with_image(value: Any) -> Data:
    return changed(cluster(), lambda data: launch_of(data).update(ImageId=value))


def levels(data: Data, rule: str) -> list[Level]:
    return [item.level for item in findings(data) if item.id == rule]


def in_two_zones(zones: tuple[Any, Any], written: Any) -> Data:
    data = cluster()
    data["Resources"] |= {"Subnet": subnet(zones[0]), "Other": subnet(zones[1])}
    group_of(data)["VPCZoneIdentifier"] = written
    return data


BOTH = [{"Ref": "Subnet"}, {"Ref": "Other"}]
JOINED = {"Fn::Join": [",", BOTH]}
ZONES = [{"Fn::Select": [index, {"Fn::GetAZs": region}]} for index in (0, 1) for region in ("", {"Ref": "AWS::Region"})]


@pytest.mark.parametrize(
    "written",
    [
        BOTH,
        {"Fn::Split": [",", JOINED]},
        [JOINED],
        [{"Fn::Sub": "${Subnet},${Other}"}],
        [{"Fn::Sub": "${Subnet}"}, BOTH[1]],
    ],
)
def test_subnets_are_read_in_every_form(written: Any) -> None:
    assert levels(in_two_zones(("us-east-2a", "us-east-2b"), written), "TRN401") == [Level.ERROR]
    assert levels(in_two_zones(("us-east-2a", "us-east-2a"), written), "TRN401") == []


def test_entries_of_the_region_are_compared_whatever_they_are_written_as() -> None:
    assert levels(in_two_zones((ZONES[0], ZONES[1]), BOTH), "TRN401") == []
    assert levels(in_two_zones((ZONES[0], ZONES[3]), BOTH), "TRN401") == [Level.ERROR]
    assert levels(in_two_zones((ZONES[0], "us-east-2a"), BOTH), "TRN401") == [Level.WARNING]


@pytest.mark.parametrize("zones", [{"Fn::GetAZs": ""}, {"Fn::GetAZs": {"Ref": "AWS::Region"}}])
def test_every_zone_of_the_region_is_more_than_one(zones: Any) -> None:
    data = changed(cluster(), lambda one: group_of(one).update(AvailabilityZones=zones))
    del group_of(data)["VPCZoneIdentifier"]
    assert levels(data, "TRN401") == [Level.ERROR]


def instance(zone: str) -> Data:
    nics = [{**item, "SubnetId": {"Ref": f"In{zone}"}} for item in efas()]
    kept = ("InstanceType", "ImageId", "MetadataOptions", "BlockDeviceMappings")
    properties = {name: value for name, value in launch_of(cluster()).items() if name in kept}
    return {
        "Type": "AWS::EC2::Instance",
        "Properties": {**properties, "NetworkInterfaces": nics, "PlacementGroupName": {"Ref": "Pg"}},
    }


@pytest.mark.parametrize(("zones", "expected"), [("ab", [Level.ERROR]), ("aa", []), ("a", [])])
def test_instances_of_one_placement_group_are_in_one_zone(zones: str, expected: list[Level]) -> None:
    data = cluster()
    for name in ("Asg", "Lt", "Subnet"):
        del data["Resources"][name]
    data["Resources"] |= {f"In{zone}": subnet(f"us-east-2{zone}") for zone in zones}
    data["Resources"] |= {f"Node{at}": instance(zone) for at, zone in enumerate(zones)}
    assert levels(data, "TRN401") == expected


@pytest.mark.parametrize(
    "peer",
    [
        {"Fn::Sub": "${Sg.GroupId}"},
        {"Fn::Sub": "${Sg}"},
        {"Fn::Join": ["", [{"Ref": "Sg"}]]},
        {"Fn::Sub": ["${id}", {"id": {"Fn::GetAtt": "Sg.GroupId"}}]},
    ],
)
def test_a_self_rule_is_seen_in_every_form(peer: Any) -> None:
    def change(data: Data) -> None:
        for name, of in (("Out", "DestinationSecurityGroupId"), ("In", "SourceSecurityGroupId")):
            data["Resources"][name]["Properties"].update({"GroupId": peer, of: peer})

    assert ids(changed(cluster(), change)) == []


@pytest.mark.parametrize(
    ("image", "level"),
    [
        ({"Fn::Sub": f"{{{{resolve:ssm:{LATEST}}}}}"}, Level.WARNING),
        ({"Fn::Join": ["", ["{{resolve:ssm:", LATEST, "}}"]]}, Level.WARNING),
        ({"Fn::Sub": LATEST.join(("{{resolve:ssm:", "}}")).replace("24.04", "${P}")}, Level.WARNING),
        ({"Fn::Sub": "resolve:ssm:" + LATEST.replace("24.04", "${P}")}, Level.WARNING),
        ({"Fn::Sub": "{{resolve:ssm-secure:/own/image}}"}, Level.INFO),
        ({"Fn::Sub": "{{resolve:ssm:/own/${P}}}"}, Level.UNKNOWN),
        ({"Fn::Sub": f"{{{{resolve:ssm:{LATEST}:7}}}}"}, None),
        (f"resolve:ssm:{LATEST}:7", None),
        (f"resolve:ssm:{LATEST}:stable", Level.WARNING),
    ],
)
def test_images_of_dynamic_references(image: Any, level: Level | None) -> None:
    assert levels(with_parameter(with_image(image)), "TRN501") == ([] if level is None else [level])


def test_a_pinned_path_is_still_judged_for_what_it_names() -> None:
    old = "{{resolve:ssm:/aws/service/eks/optimized-ami/1.33/amazon-linux-2-gpu/recommended/image_id:4}}"
    assert levels(with_image({"Fn::Sub": old}), "TRN508") == [Level.ERROR]


def test_an_image_parameter_without_default_is_unknown() -> None:
    assert levels(with_parameter(with_image(REF), Type=SSM), "TRN501") == [Level.UNKNOWN]
    assert levels(with_parameter(with_image(REF), Type=SSM, Default=LATEST), "TRN501") == [Level.WARNING]


@pytest.mark.parametrize(
    "dummy", ["ami-1234", "ami-12345678", "sg-12345678", "subnet-12345678", "vpc-12345", "p-12345", "dummy1b"]
)
@pytest.mark.parametrize("form", ["literal", "default", "mapping", "sub"])
def test_placeholders_are_found_wherever_they_are(dummy: str, form: str) -> None:
    looked_up, put_in = {"Fn::FindInMap": ["M", "k", "v"]}, {"Fn::Sub": "${P}"}
    forms: dict[str, Any] = {"literal": dummy, "default": REF, "mapping": looked_up, "sub": put_in}
    data = changed(cluster(), lambda one: one["Resources"]["Sg"]["Properties"].update(VpcId=forms[form]))
    data = {**with_parameter(data, Default=dummy), "Mappings": {"M": {"k": {"v": dummy}}}}
    assert levels(data, "TRN515") == [Level.ERROR]


@pytest.mark.parametrize("real", ["ami-0123456789abcdef0", "sg-1234abcd", "vpc-12345678901234567", "p-2", "s-1"])
def test_ids_that_are_none(real: str) -> None:
    data = changed(cluster(), lambda one: one["Resources"]["Sg"]["Properties"].update(VpcId=real))
    data["Metadata"] = {"note": "dummy"}
    assert levels(data, "TRN515") == []


@pytest.mark.parametrize(("entry", "level"), [({}, Level.ERROR), ({"Default": "trn2.48xlarge"}, Level.WARNING)])
def test_each_allowed_value_is_judged_and_named(entry: dict[str, str], level: Level) -> None:
    data = changed(cluster(), lambda one: launch_of(one).update(InstanceType=REF))
    data = with_parameter(data, AllowedValues=["trn2.48xlarge", "trn1.32xlarge"], **entry)
    found = [item for item in findings(data) if item.id == "TRN101"]
    assert {item.level for item in found} == {level}
    assert all(item.message.endswith("when parameter P is trn1.32xlarge") for item in found)


def looped(collection: Any) -> Data:
    data = changed(cluster(), lambda one: launch_of(one).update(NetworkInterfaces=efas(8)))
    data["Resources"]["Fn::ForEach::Templates"] = ["Name", collection, {"Lt${Name}": data["Resources"].pop("Lt")}]
    group_of(data)["LaunchTemplate"] = {"LaunchTemplateId": {"Ref": "LtA"}, "Version": "1"}
    return data


def test_what_a_loop_makes_is_judged() -> None:
    found = [item for item in findings(looped(["A", "B"])) if item.id == "TRN111"]
    assert {item.subject.logical_id for item in found} == {"LtA", "LtB"}
    assert all(item.subject.column > 1 for item in found)


def test_a_loop_over_what_is_not_here_is_unknown() -> None:
    assert levels(with_parameter(looped(REF), Type="CommaDelimitedList"), "TRN915") == [Level.UNKNOWN]


@pytest.mark.parametrize(("entry", "expected"), [({}, [Level.ERROR]), ({"Default": "2"}, [])])
def test_a_limit_counts_the_largest_allowed_size(entry: dict[str, str], expected: list[Level]) -> None:
    data = changed(cluster(), lambda one: group_of(one).update(MinSize="0", MaxSize=REF, DesiredCapacity="0"))
    data = with_parameter(data, AllowedValues=["2", "100"], **entry)
    found = judged(data, policy=Policy(max_nodes=64)).findings
    assert [item.level for item in found if item.id == "TRN804"] == expected
