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


IN_REGION = {"Fn::FindInMap": ["M", {"Ref": "AWS::Region"}, "v"]}


def by_region(data: Data, *values: Any) -> Data:
    regions = ("us-east-2", "us-west-2", "eu-north-1")
    return {**data, "Mappings": {"M": {region: {"v": item} for region, item in zip(regions, values, strict=False)}}}


@pytest.mark.parametrize("hidden", [REF, IN_REGION])
@pytest.mark.parametrize("name", ["InterfaceType", "DeviceIndex", "NetworkCardIndex"])
@pytest.mark.parametrize("at", [0, 5])
def test_an_interface_that_cannot_be_read_is_unknown_and_nothing_else(name: str, hidden: Any, at: int) -> None:
    data = changed(cluster(), lambda one: launch_of(one)["NetworkInterfaces"][at].update({name: hidden}))
    found = findings(by_region(with_parameter(data), "efa"))
    assert {(item.id, item.level) for item in found} == {("TRN100", Level.UNKNOWN)}


def test_a_layout_without_a_primary_is_still_an_error_when_all_of_it_is_read() -> None:
    data = changed(cluster(), lambda one: launch_of(one)["NetworkInterfaces"].pop(0))
    assert levels(data, "TRN109") == [Level.ERROR]


@pytest.mark.parametrize(("hidden", "region"), [(REF, False), (IN_REGION, True)])
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("where", ["type", "interface"])
def test_the_hint_names_what_would_tell(hidden: Any, region: bool, count: int, where: str) -> None:
    def change(one: Data) -> None:
        launch_of(one)["NetworkInterfaces"] = efas(count)
        (launch_of(one) if where == "type" else launch_of(one)["NetworkInterfaces"][0]).update(
            {"InstanceType" if where == "type" else "InterfaceType": hidden}
        )

    data = by_region(with_parameter(changed(cluster(), change)), "trn2.48xlarge")
    (finding,) = (item for item in findings(data) if item.id == "TRN100")
    assert finding.level is Level.UNKNOWN
    assert ("--region" in finding.hint, "parameter" in finding.hint) == (region, not region)


def test_a_hidden_type_without_an_efa_has_nothing_that_a_card_could_refuse() -> None:
    plain = [{**efas(1)[0], "InterfaceType": "interface"}]
    data = changed(cluster(), lambda one: launch_of(one).update(InstanceType=REF, NetworkInterfaces=plain))
    assert levels(with_parameter(data), "TRN100") == []


GOOD = "ami-0123456789abcdef0"
FLOATS = f"{{{{resolve:ssm:{LATEST}}}}}"


@pytest.mark.parametrize("key", [{"Ref": "AWS::Region"}, REF, {"Fn::Sub": "${AWS::Region}"}])
@pytest.mark.parametrize(
    ("bad", "rule", "level"),
    [
        (FLOATS, "TRN501", Level.WARNING),
        (f"resolve:ssm:{LATEST}", "TRN501", Level.WARNING),
        ("ami-1234", "TRN515", Level.ERROR),
        (FLOATS.replace("ubuntu-24.04", "ubuntu-22.04"), "TRN503", Level.WARNING),
    ],
)
def test_each_entry_that_a_hidden_key_may_mean_is_judged_and_named(key: Any, bad: str, rule: str, level: Level) -> None:
    data = with_parameter(with_image({"Fn::FindInMap": ["M", key, "v"]}))
    data["Transform"] = "AWS::LanguageExtensions"
    assert ids(by_region(data, GOOD, GOOD)) == []
    (finding,) = (item for item in findings(by_region(data, GOOD, bad)) if item.id == rule)
    assert finding.level is level
    assert "us-west-2" in finding.message
    assert "us-east-2" not in finding.message


def test_entries_alike_are_one_finding_and_a_known_region_picks_its_own() -> None:
    data = with_image(IN_REGION)
    assert levels(by_region(data, FLOATS, FLOATS), "TRN501") == [Level.WARNING]
    found = judged(by_region(data, GOOD, FLOATS), region="us-east-2").findings
    assert [item for item in found if item.id == "TRN501"] == []


def test_the_default_of_a_look_up_is_one_of_its_values() -> None:
    looked_up = {"Fn::FindInMap": [*IN_REGION["Fn::FindInMap"], {"DefaultValue": "ami-1234"}]}
    data = by_region(with_image(looked_up), GOOD)
    assert levels(data, "TRN515") == [Level.ERROR]
    assert levels({**data, "Transform": "AWS::LanguageExtensions"}, "TRN515") == [Level.ERROR]


def test_a_reason_stands_in_brackets_where_a_name_would() -> None:
    hidden = {"LaunchTemplateId": {"Fn::ImportValue": "Lt"}, "Version": "1"}
    data = changed(cluster(), lambda one: group_of(one).update(LaunchTemplate=hidden))
    (found,) = (item for item in findings(data) if item.id == "TRN914")
    assert "launch template (" in found.message


LOOK_UP = IN_REGION["Fn::FindInMap"]
OTHER_KEYS: list[Any] = [
    {"Fn::Sub": "${AWS::Region}"},
    {"Fn::Join": ["", [{"Ref": "AWS::Region"}]]},
    {"Fn::If": ["InUse", {"Ref": "AWS::Region"}, {"Ref": "AWS::Region"}]},
]


@pytest.mark.parametrize(
    ("items", "transform", "expected"),
    [
        (LOOK_UP[:2], [], [Level.ERROR]),
        ([*LOOK_UP, "x", "y"], [], [Level.ERROR]),
        ([*LOOK_UP, "x"], "AWS::LanguageExtensions", [Level.ERROR]),
        ([*LOOK_UP, {"DefaultValue": "ami-1"}], [], []),
        ([*LOOK_UP, {"DefaultValue": "ami-1"}], ["AWS::Serverless-2016-10-31"], []),
        ([*LOOK_UP, "x"], [], [Level.ERROR]),
        ([*LOOK_UP, {"DefaultValue": "ami-1"}], ["AWS::LanguageExtensions"], []),
        ([*LOOK_UP, {"DefaultValue": "ami-1"}], {"Name": "AWS::LanguageExtensions"}, []),
        ([*LOOK_UP, {"DefaultValue": "ami-1"}], "Own", []),
        (LOOK_UP[:2], "Own", []),
        (LOOK_UP, [], []),
        *(([LOOK_UP[0], key, "v"], [], [Level.ERROR]) for key in OTHER_KEYS),
        *(([LOOK_UP[0], key, "v"], "AWS::LanguageExtensions", []) for key in OTHER_KEYS),
        (["M", IN_REGION, "v"], [], []),
    ],
)
def test_a_look_up_that_cloudformation_refuses(items: list[Any], transform: Any, expected: list[Level]) -> None:
    data = by_region(with_image({"Fn::FindInMap": items}), GOOD, GOOD)
    assert levels({**data, "Transform": transform}, "TRN927") == []
    assert levels({**data, "Transform": transform}, "TRN929") == expected


@pytest.mark.parametrize(("images", "levels_"), [((FLOATS, FLOATS), []), ((FLOATS, GOOD), [Level.UNKNOWN])])
def test_owners_of_images_behind_a_map(images: tuple[str, str], levels_: list[Level]) -> None:
    found = judged(by_region(with_image(IN_REGION), *images), policy=Policy(image_owners=["amazon"])).findings
    assert [item.level for item in found if item.id == "TRN808"] == levels_


ZONE_OF_FIRST = {"Fn::GetAtt": ["Subnet", "AvailabilityZone"]}
LOOKED_UP = {"Fn::FindInMap": ["Z", {"Ref": "AWS::Region"}, "v"]}
OF_LIST = {"Fn::Select": [0, REF]}


@pytest.mark.parametrize(
    ("zones", "level"),
    [
        ((REF, REF), None),
        ((REF, {"Fn::Sub": "${P}"}), None),
        ((REF, {"Ref": "Q"}), Level.WARNING),
        ((REF, "us-east-2a"), Level.WARNING),
        (({"Fn::Sub": "${AWS::Region}a"}, {"Fn::Join": ["", [{"Ref": "AWS::Region"}, "a"]]}), None),
        (({"Fn::Sub": "${AWS::Region}a"}, {"Fn::Sub": "${AWS::Region}b"}), Level.WARNING),
        ((REF, ZONE_OF_FIRST), None),
        ((None, ZONE_OF_FIRST), None),
        (("us-east-2a", ZONE_OF_FIRST), None),
        ((ZONE_OF_FIRST, None), Level.WARNING),
        ((None, None), Level.WARNING),
        (({"Fn::GetAtt": ["Made", "Zone"]}, {"Fn::GetAtt": ["Made", "Zone"]}), None),
        (({"Fn::GetAtt": ["Made", "Zone"]}, {"Fn::GetAtt": ["Made", "Other"]}), Level.WARNING),
        (({"Fn::ImportValue": "z"}, {"Fn::ImportValue": "z"}), None),
        (({"Fn::ImportValue": "z"}, {"Fn::ImportValue": "y"}), Level.WARNING),
        ((LOOKED_UP, LOOKED_UP), None),
        ((LOOKED_UP, {"Fn::FindInMap": ["Z", {"Ref": "AWS::Region"}, "w"]}), Level.WARNING),
        ((OF_LIST, OF_LIST), None),
        ((OF_LIST, {"Fn::Select": [1, REF]}), Level.WARNING),
    ],
)
def test_one_expression_is_one_zone(zones: tuple[Any, Any], level: Level | None) -> None:
    data = in_two_zones(zones, BOTH)
    for name in ("Subnet", "Other"):
        properties = data["Resources"][name]["Properties"]
        if properties["AvailabilityZone"] is None:
            del properties["AvailabilityZone"]
    data["Resources"]["Made"] = {"Type": "Custom::Zone", "Properties": {"ServiceToken": "arn"}}
    data["Parameters"] = {"P": {"Type": "String"}, "Q": {"Type": "String"}}
    data["Mappings"] = {"Z": {"us-east-2": {"v": "us-east-2a", "w": "us-east-2b"}}}
    assert levels(data, "TRN401") == ([] if level is None else [level])


def test_two_subnets_in_the_zone_of_a_third_are_in_one() -> None:
    data = in_two_zones((ZONE_OF_FIRST, ZONE_OF_FIRST), [{"Ref": "Other"}, {"Ref": "Third"}])
    data["Resources"] |= {"Third": data["Resources"]["Subnet"], "Subnet": subnet("x")}
    del data["Resources"]["Subnet"]["Properties"]["AvailabilityZone"]
    assert levels(data, "TRN401") == []


@pytest.mark.parametrize(("second", "level"), [("P", None), ("Q", Level.WARNING)])
def test_zones_that_a_group_itself_names(second: str, level: Level | None) -> None:
    data = changed(cluster(), lambda one: group_of(one).update(AvailabilityZones=[REF, {"Ref": second}]))
    del group_of(data)["VPCZoneIdentifier"]
    data["Parameters"] = {"P": {"Type": "String"}, "Q": {"Type": "String"}}
    assert levels(data, "TRN401") == ([] if level is None else [level])


def open_to(cidr: Any, port: Any = 22, last: Any = None, **rule: Any) -> Data:
    data = cluster()
    ports = {} if port is None else {"FromPort": port, "ToPort": port if last is None else last}
    inline = {"IpProtocol": "tcp", "CidrIp": cidr, **ports, **rule}
    data["Resources"]["Sg"]["Properties"]["SecurityGroupIngress"] = [inline]
    return with_parameter(data)


OPEN = "0.0.0.0/0"


@pytest.mark.parametrize(
    ("data", "level"),
    [
        (open_to(REF), Level.UNKNOWN),
        (open_to({"Fn::ImportValue": "x"}), Level.UNKNOWN),
        (open_to({"Fn::Sub": "${P}/0"}), Level.UNKNOWN),
        (open_to(OPEN, REF), Level.UNKNOWN),
        (open_to(OPEN, 1, REF), Level.UNKNOWN),
        (open_to(REF, REF), Level.UNKNOWN),
        (open_to(OPEN, IpProtocol=REF), Level.UNKNOWN),
        (open_to(REF, None, IpProtocol=-1), Level.UNKNOWN),
        (open_to(OPEN, None, IpProtocol=-1), Level.ERROR),
        (open_to("10.0.0.0/0"), Level.ERROR),
        (open_to(OPEN), Level.ERROR),
        (open_to(OPEN, 443), None),
        (open_to(REF, 443), None),
        (open_to(OPEN, 443, IpProtocol=REF), None),
        (open_to(REF, IpProtocol="icmp"), None),
        (open_to({"Fn::GetAtt": ["Vpc", "CidrBlock"]}), None),
        (open_to("10.0.0.0/8", REF), None),
    ],
)
def test_ingress_whose_addresses_or_ports_are_hidden(data: Data, level: Level | None) -> None:
    data["Resources"]["Vpc"] = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}
    assert levels(data, "TRN204") == ([] if level is None else [level])


@pytest.mark.parametrize("known", [{"Default": "10.0.0.0/8"}, {"AllowedValues": ["10.0.0.0/8", "10.1.0.0/16"]}])
def test_ingress_from_a_parameter_that_tells(known: Data) -> None:
    data = {**open_to(REF), "Parameters": {"P": {"Type": "String", **known}}}
    assert levels(data, "TRN204") == []


@pytest.mark.parametrize(
    ("image", "kind", "level"),
    [
        (REF, "String", Level.UNKNOWN),
        (REF, "AWS::EC2::Image::Id", None),
        ({"Fn::ImportValue": "x"}, "String", Level.UNKNOWN),
        ({"Fn::Sub": "${P}"}, "String", Level.UNKNOWN),
        ({"Fn::Sub": "ami-${P}"}, "String", None),
        ({"Fn::Select": [0, {"Fn::Split": [",", REF]}]}, "String", Level.UNKNOWN),
        ({"Fn::FindInMap": ["M", REF, "a"]}, "String", None),
        ({"Fn::FindInMap": ["M", REF, "b"]}, "String", Level.UNKNOWN),
    ],
)
def test_an_image_that_may_be_the_path_of_a_floating_one(image: Any, kind: str, level: Level | None) -> None:
    data = {**with_parameter(with_image(image), Type=kind), "Mappings": {"M": {"x": {"a": "ami-0123456789abcdef0"}}}}
    assert levels(data, "TRN501") == ([] if level is None else [level])


def over(items: Any, **parameter: Any) -> Data:
    made = {"Pg${X}": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}}}
    data = with_parameter(cluster(), Type="CommaDelimitedList", Default="a,b", **parameter)
    data["Resources"]["Fn::ForEach::L"] = ["X", items, made]
    return {**data, "Transform": "AWS::LanguageExtensions"}


@pytest.mark.parametrize("items", [REF, [REF], ["z", REF]])
@pytest.mark.parametrize("allowed", [["a", "b", "c"], [f"v{at}" for at in range(40)]])
def test_a_loop_over_a_parameter_that_allows_other_values_is_told(items: Any, allowed: list[str]) -> None:
    assert levels(over(items, AllowedValues=[*allowed, "a", "b"]), "TRN915") == [Level.UNKNOWN]
    assert levels(over(items), "TRN915") == []


def in_zones(**zones: Any) -> Data:
    data = changed(cluster(), lambda one: group_of(one).update(zones))
    del group_of(data)["VPCZoneIdentifier"]
    return data


IDS, NAMES = "AvailabilityZoneIds", "AvailabilityZones"


@pytest.mark.parametrize(
    ("zones", "level"),
    [
        ({IDS: ["use2-az1", "use2-az3"]}, Level.ERROR),
        ({IDS: ["use2-az1"]}, None),
        ({IDS: ["use2-az1"], NAMES: ["us-east-2a"]}, Level.WARNING),
        ({IDS: ["use2-az1", "use2-az2"], NAMES: ["us-east-2a"]}, Level.ERROR),
    ],
)
def test_zones_of_a_group_by_id(zones: Data, level: Level | None) -> None:
    found = [item for item in findings(in_zones(**zones)) if item.id == "TRN401"]
    assert [item.level for item in found] == ([] if level is None else [level])
    assert all(item.subject.property.startswith("Properties.AvailabilityZone") for item in found)


def test_a_name_and_an_id_of_subnets_may_be_one_zone() -> None:
    data = in_two_zones(("us-east-2a", "x"), BOTH)
    other = data["Resources"]["Other"]["Properties"]
    other["AvailabilityZoneId"] = "use2-az1"
    del other["AvailabilityZone"]
    assert levels(data, "TRN401") == [Level.WARNING]


@pytest.mark.parametrize(
    ("zone", "region", "expected"),
    [
        ("use1-az1", "us-east-2", [Level.ERROR]),
        ("use2-az1", "us-east-2", []),
        ("usw2-lax1-az1", "us-east-2", [Level.ERROR]),
        ("use1-az1", "us-gov-west-1", [Level.ERROR]),
        ("usgw1-az1", "us-east-2", [Level.ERROR]),
        ("usgw1-az1", "us-gov-west-1", []),
        ("use1-az1", "", []),
    ],
)
@pytest.mark.parametrize("kind", ["AWS::EC2::Subnet", "AWS::EC2::CapacityReservation"])
def test_a_zone_id_of_another_region(zone: str, region: str, expected: list[Level], kind: str) -> None:
    data = {"Resources": {"One": {"Type": kind, "Properties": {"AvailabilityZoneId": zone}}}}
    assert [item.level for item in findings(data, region=region) if item.id == "TRN602"] == expected


@pytest.mark.parametrize(("count", "told"), [(3, []), (4, [Level.UNKNOWN])])
def test_combinations_of_allowed_values_that_are_left_out_are_told(count: int, told: list[Level]) -> None:
    names = [f"Q{at}" for at in range(count)]
    data = changed(
        cluster(), lambda one: launch_of(one).update(KeyName={"Fn::Join": ["", [{"Ref": n} for n in names]]})
    )
    data["Parameters"] = {name: {"Type": "String", "Default": "1", "AllowedValues": list("1234")} for name in names}
    assert levels(data, "TRN992") == told


def test_very_many_allowed_values_stay_bounded() -> None:
    names = [f"Q{at}" for at in range(150)]
    data = changed(
        cluster(), lambda one: launch_of(one).update(KeyName={"Fn::Join": ["", [{"Ref": n} for n in names]]})
    )
    data["Parameters"] = {name: {"Type": "String", "AllowedValues": list("0123456789")} for name in names}
    assert levels(data, "TRN992") == [Level.UNKNOWN]
