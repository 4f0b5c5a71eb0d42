"""A rule of a group to itself that something not at hand may add is unknown; what cannot add it changes nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.findings import Finding, Level
from cdk_trainium.review import Options, review
from cdk_trainium.template import load
from tests.review.build import TODAY, Data, changed, cluster, judged
from tests.review.test_rules import add

E, U = Level.ERROR, Level.UNKNOWN
SG = {"Fn::GetAtt": ["Sg", "GroupId"]}
JSON_WITH_ID = {"Fn::Join": ["", ['{"action":"authorizeSecurityGroupIngress","GroupId":"', SG, '"}']]}
INCLUDE = {"Name": "AWS::Include", "Parameters": {"Location": "s3://b/x.yaml"}}
HIDDEN = {"Parameters": {"G": {"Type": "String"}, "L": {"Type": "CommaDelimitedList"}}}
FROM_SSM = {"Parameters": {"G": {"Type": "AWS::SSM::Parameter::Value<AWS::EC2::SecurityGroup::Id>", "Default": "/a"}}}
PARAMETER = {"Type": "AWS::SSM::Parameter", "Properties": {"Type": "String", "Name": "/a", "Value": SG}}
OWN = {"Ref": "G"}


INGRESS = "AWS::EC2::SecurityGroupIngress"


def closed(**resources: Any) -> Data:
    """Return the cluster without its self ingress, with more resources."""
    return changed(cluster(), add(**{"In": None, **resources}))


def made(kind: str, **properties: Any) -> Data:
    return {"Type": kind, "Properties": properties}


def ingress(group: Any = SG, protocol: Any = "-1", peer: Any = None) -> Data:
    peer = group if peer is None else peer
    return made("AWS::EC2::SecurityGroupIngress", GroupId=group, IpProtocol=protocol, SourceSecurityGroupId=peer)


def looped(entry: Data) -> Data:
    data: Data = closed(**{"Fn::ForEach::Rules": ["X", {"Ref": "L"}, {"R${X}": entry}]})
    return {"Transform": "AWS::LanguageExtensions", **HIDDEN, **data}


def levels(found: Sequence[Finding]) -> list[Level]:
    return [item.level for item in found if item.id == "TRN201"]


MACROS = {
    "of resources": closed(**{"Fn::Transform": INCLUDE}),
    "of the template": {**closed(), "Fn::Transform": INCLUDE},
    "of somebody": {**closed(), "Transform": ["Mine"]},
    "for a resource": closed(In={"Fn::Transform": INCLUDE}),
    "beside a type": closed(Out2={**ingress("sg-1"), "Fn::Transform": {"Name": "Mine"}}),
    "beside a type, of several": closed(Out2={**ingress("sg-1"), "Fn::Transform": [INCLUDE, {"Name": "Mine"}]}),
    "in the section": {**closed(), "Transform": INCLUDE},
    "for a type": closed(In={"Type": {"Fn::Transform": INCLUDE}}),
}


@pytest.mark.parametrize("data", MACROS.values(), ids=MACROS)
def test_a_macro_that_makes_resources_may_make_the_rule(data: Data) -> None:
    assert levels(judged(data).findings) == [U]


@pytest.mark.parametrize("call", [INCLUDE, [INCLUDE, INCLUDE]])
@pytest.mark.parametrize(
    ("entry", "level"),
    [
        (made("AWS::SNS::Topic"), E),
        ({"Type": "AWS::SNS::Topic"}, E),
        (ingress("sg-1"), E),
        (made("AWS::EC2::SecurityGroupIngress", GroupId=SG, IpProtocol="-1", CidrIp="10.0.0.0/8"), E),
        (made("AWS::EC2::SecurityGroupIngress", GroupId=SG, IpProtocol="-1"), E),
        ({"Type": "AWS::EC2::SecurityGroupIngress"}, U),
        ({"Type": "Custom::Rule"}, U),
        (made("Custom::Rule", ServiceToken="arn:x"), E),
    ],
)
def test_an_include_beside_a_type_adds_to_a_resource_of_that_type(entry: Data, level: Level, call: Any) -> None:
    data = closed(Other={**entry, "Fn::Transform": call})
    assert levels(judged(data).findings) == [level]
    data["Resources"]["Sg"]["Fn::Transform"] = call
    assert levels(judged(data).findings) == [level]
    data["Resources"]["Sg"]["Fn::Transform"] = {"Name": "Mine"}
    assert levels(judged(data).findings) == [U]


@pytest.mark.parametrize(
    ("given", "level"),
    [
        ({"Fn::Transform": INCLUDE}, U),
        ({"Group": {"Fn::Transform": INCLUDE}}, U),
        ({"Config": [{"a": 1, "Fn::Transform": {"Name": "Mine"}}]}, U),
        ({"Group": "a"}, E),
    ],
)
def test_a_macro_may_hand_a_custom_resource_the_group(given: Data, level: Level) -> None:
    custom = made("Custom::Rule", ServiceToken="arn:x", **given)
    assert levels(judged(closed(Other=custom)).findings) == [level]
    assert levels(judged(looped(custom)).findings) == [level]
    assert levels(judged(closed(Other=made("AWS::SSM::Parameter", **given))).findings) == [E]


def test_a_macro_beside_the_rules_of_the_group_may_add_one() -> None:
    data = closed()
    group = data["Resources"]["Sg"]["Properties"]
    group.update({"SecurityGroupIngress": [{"IpProtocol": "tcp", "CidrIp": "10.0.0.0/8"}], "Fn::Transform": INCLUDE})
    assert levels(judged(data).findings) == [U]


@pytest.mark.parametrize(
    "data",
    [
        {**closed(), "Transform": "AWS::Serverless-2016-10-31"},
        {**closed(), "Transform": ["AWS::LanguageExtensions", "AWS::SecretsManager-2020-07-23"]},
        closed(Topic=made("AWS::SNS::Topic", **{"Fn::Transform": INCLUDE})),
        {**closed(), "Mappings": {"Fn::Transform": INCLUDE}},
    ],
)
def test_no_other_transform_makes_one(data: Data) -> None:
    assert levels(judged(data).findings) == [E]


@pytest.mark.parametrize(
    ("resource", "level"),
    [
        (made("AWS::CloudFormation::Stack", TemplateURL="https://x/y.json", Parameters={"G": SG}), U),
        (made("AWS::CloudFormation::Stack", TemplateURL="https://x/y.json", Parameters={"G": {"Ref": "Sg"}}), U),
        (made("AWS::CloudFormation::Stack", TemplateURL="https://x/y.json"), E),
        (made("Own::Net::Rules::MODULE", Group=SG), U),
        (made("Own::Net::Rules::MODULE", Group={"Fn::GetAtt": ["Sg", "VpcId"]}), E),
        (made("AWS::Serverless::Application", Location="x", Parameters={"G": SG}), U),
        (made("Custom::AWS", ServiceToken="arn:x", Create=JSON_WITH_ID), U),
        (made("Custom::AWS", ServiceToken="arn:x", Create="{}"), E),
        (made("Custom::AWSCDK-EKS-Cluster", ServiceToken="arn:x", Config={"securityGroupIds": [SG]}), E),
        (made("AWS::CloudFormation::CustomResource", ServiceToken="arn:x", Groups=[SG]), U),
        (made("Own::Net::Rule", Group=SG), U),
        (made("AWS::EKS::Cluster", RoleArn="arn:x", ResourcesVpcConfig={"SecurityGroupIds": [SG]}), E),
        (made("AWS::SSM::Parameter", Type="String", Value=SG), E),
    ],
)
def test_whose_content_is_elsewhere_may_add_a_rule_to_the_group_that_it_is_handed(resource: Data, level: Level) -> None:
    assert levels(judged(closed(Other=resource)).findings) == [level]


@pytest.mark.parametrize(("handed", "level"), [(SG, U), ("sg-0123456789abcdef0", Level.INFO)])
def test_a_way_out_may_be_added_as_well(handed: Any, level: Level) -> None:
    data = changed(cluster(), add(Https=None, Other=made("Custom::Rule", ServiceToken="arn:x", Group=handed)))
    assert [item.level for item in judged(data).findings if item.id == "TRN205"] == [level]


@pytest.mark.parametrize(
    ("rule", "level"),
    [
        (made("AWS::EC2::SecurityGroupEgress", GroupId=SG, IpProtocol="tcp", CidrIp="0.0.0.0/0"), U),
        (made("AWS::EC2::SecurityGroupEgress", GroupId=SG, IpProtocol="-1", DestinationSecurityGroupId=SG), Level.INFO),
        (ingress(), Level.INFO),
    ],
)
def test_a_loop_that_is_not_written_out_may_make_a_way_out(rule: Data, level: Level) -> None:
    data = changed(looped(rule), add(Https=None, In=ingress()))
    assert [item.level for item in judged(data).findings if item.id == "TRN205"] == [level]


def function(**properties: Any) -> Data:
    return made("AWS::Lambda::Function", Role="arn:aws:iam::123456789012:role/r", **properties)


def told(value: Any) -> Data:
    return {"Environment": {"Variables": {"V": value}}}


@pytest.mark.parametrize(
    ("token", "own", "level"),
    [
        ({"Fn::GetAtt": ["Fn", "Arn"]}, told(SG), U),
        ({"Fn::Sub": "${Fn.Arn}:live"}, told({"Fn::Sub": "id=${Sg.GroupId}"}), U),
        ({"Fn::GetAtt": ["Fn", "Arn"]}, {"Code": {"ZipFile": {"Fn::Sub": "allow('${Sg.GroupId}')"}}}, U),
        ({"Ref": "Alias"}, told(SG), U),
        ({"Fn::GetAtt": ["Framework", "Arn"]}, told(SG), U),
        ({"Fn::GetAtt": ["Fn", "Arn"]}, told({"Fn::GetAtt": ["Sg", "VpcId"]}), E),
        ({"Fn::GetAtt": ["Fn", "Arn"]}, {"VpcConfig": {"SecurityGroupIds": [SG]}}, E),
        ({"Fn::GetAtt": ["Fn", "Arn"]}, told("x"), E),
        ("arn:x", told(SG), E),
        (OWN, told(SG), E),
    ],
)
def test_the_function_of_a_custom_resource_may_be_handed_the_group(token: Any, own: Data, level: Level) -> None:
    more = {
        "Fn": function(**own),
        "Alias": made("AWS::Lambda::Alias", Name="live", FunctionName={"Ref": "Fn"}, FunctionVersion="1"),
        "Framework": function(**told({"Fn::GetAtt": ["Fn", "Arn"]})),
        "Rules": made("Custom::Rules", ServiceToken=token),
    }
    assert levels(judged({**HIDDEN, **closed(**more)}).findings) == [level]


def test_a_custom_resource_counts_where_it_is_made() -> None:
    data = closed(Other={"Condition": "C", **made("Custom::Rule", ServiceToken="arn:x", Group=SG)})
    data |= {"Parameters": {"P": {"Type": "String", "Default": "a", "AllowedValues": ["a", "b"]}}}
    data["Conditions"] = {"C": {"Fn::Equals": [{"Ref": "P"}, "a"]}}
    assert set(levels(judged(data).findings)) == {U, Level.WARNING}


@pytest.mark.parametrize(
    ("entry", "level"),
    [
        (ingress(), U),
        (ingress({"Fn::GetAtt": ["Sg${X}", "GroupId"]}), U),
        (ingress(protocol={"Ref": "X"}), U),
        (ingress(protocol="tcp"), E),
        (ingress({"Fn::GetAtt": ["Sg2", "GroupId"]}), E),
        (made("Custom::Rule", ServiceToken="arn:x", Group=SG), U),
        (made("Custom::Rule", ServiceToken="arn:x"), E),
        (made("AWS::SNS::Topic", TopicName={"Ref": "X"}), E),
        ({"Type": "AWS::EC2::${X}", "Properties": {}}, U),
        ({"Fn::Transform": INCLUDE}, U),
        ({**made("AWS::SNS::Topic"), "Fn::Transform": INCLUDE}, E),
        ({**made("Custom::Rule", ServiceToken="arn:x"), "Fn::Transform": INCLUDE}, E),
        ({"Type": "Custom::Rule", "Fn::Transform": INCLUDE}, U),
        (ingress(peer={"Ref": "X"}), U),
        (made(INGRESS, GroupId=SG, IpProtocol="-1", **{"Source${X}": SG}), U),
        (made(INGRESS, GroupId=SG, IpProtocol="-1", **{"Fn::ForEach::P": ["P", {"Ref": "L"}, {"Source${P}": SG}]}), U),
        (made(INGRESS, GroupId=SG, IpProtocol="tcp", **{"Source${X}": SG}), E),
        (made(INGRESS, IpProtocol="-1", CidrIp="10.0.0.0/8", **{"Group${X}": SG}), E),
        (made("Custom::Rule", ServiceToken="arn:x", **{"Group${X}": SG}), U),
        (ingress(peer="sg-0123456789abcdef0"), E),
        (made("AWS::EC2::SecurityGroupEgress", GroupId=SG, IpProtocol="-1", CidrIp="10.0.0.0/8"), E),
    ],
)
def test_a_loop_that_is_not_written_out_may_make_it(entry: Data, level: Level) -> None:
    data = looped(entry)
    data["Resources"]["Sg2"] = data["Resources"]["Sg"]
    assert levels(judged(data).findings) == [level]
    data["Resources"]["Fn::ForEach::Rules"][2] = {"Fn::ForEach::More": ["Y", ["a"], {"Q${Y}": entry}]}
    assert levels(judged(data).findings) == [level]


@pytest.mark.parametrize(
    ("other", "level"),
    [
        ({**HIDDEN, "Resources": {"In": ingress(OWN)}}, U),
        ({**FROM_SSM, "Resources": {"In": ingress(OWN)}}, U),
        ({"Resources": {"In": ingress("{{resolve:ssm:/a}}")}}, U),
        ({**HIDDEN, "Resources": {"In": ingress(OWN, protocol="tcp")}}, E),
        ({**HIDDEN, "Resources": {"In": ingress(OWN, peer="sg-0123456789abcdef0")}}, E),
        ({"Resources": {"In": ingress("sg-0123456789abcdef0")}}, E),
        ({"Transform": "Mine", "Resources": {}}, E),
    ],
)
def test_another_stack_may_read_the_id_of_the_group(other: Data, level: Level) -> None:
    assert levels(judged(closed(Kept=PARAMETER), other).findings) == [level]


def test_a_parameter_of_the_stack_itself_is_no_group_that_it_makes() -> None:
    assert levels(judged({**HIDDEN, **closed(In=ingress(OWN))}).findings) == [E]
    assert levels(judged({**FROM_SSM, **closed(In=ingress(OWN))}).findings) == [E]


def test_a_dynamic_reference_is_read_after_the_group_is_made() -> None:
    assert levels(judged(closed(Kept=PARAMETER, In=ingress("{{resolve:ssm:/a}}"))).findings) == [U]


def nested(folder: Path, child: Data, parent: Data, **parameters: Any) -> Sequence[Finding]:
    stack = made("AWS::CloudFormation::Stack", TemplateURL="child.json", Parameters=parameters)
    parent["Resources"]["Child"] = stack
    (folder / "child.json").write_text(json.dumps(child), encoding="utf-8")
    (folder / "parent.json").write_text(json.dumps(parent), encoding="utf-8")
    return review(load([folder / "parent.json"]), Options(today=TODAY)).findings


@pytest.mark.parametrize(
    ("child", "parameters", "level"),
    [
        ({**FROM_SSM, "Resources": {"In": ingress(OWN)}}, {}, U),
        ({**FROM_SSM, "Resources": {"In": ingress(OWN)}}, {"G": {"Ref": "Kept"}}, U),
        ({"Resources": {"In": ingress("{{resolve:ssm:/a}}")}}, {}, U),
        ({**HIDDEN, "Resources": {"In": ingress(OWN)}}, {"G": {"Ref": "P"}}, E),
        ({**HIDDEN, "Resources": {"In": ingress(OWN)}}, {"G": "sg-0123456789abcdef0"}, E),
        ({**HIDDEN, "Resources": {"In": ingress(OWN, protocol="tcp")}}, {"G": SG}, E),
        (
            {**HIDDEN, "Resources": {"In": ingress({"Fn::Select": [0, {"Ref": "L"}]})}},
            {"L": {"Fn::Join": [";", [SG, SG]]}},
            U,
        ),
        ({"Transform": "Mine", **HIDDEN, "Resources": {}}, {"G": SG}, U),
        ({"Transform": "Mine", **HIDDEN, "Resources": {}}, {"G": {"Ref": "P"}}, E),
        ({**HIDDEN, "Resources": {"C": made("Custom::Rule", ServiceToken="arn:x", Group=OWN)}}, {"G": SG}, U),
        ({**HIDDEN, "Resources": {"C": made("Custom::Rule", ServiceToken="arn:x")}}, {"G": SG}, E),
    ],
)
def test_a_nested_stack_may_add_the_rule_that_it_can_see_the_group_of(
    tmp_path: Path, child: Data, parameters: Data, level: Level
) -> None:
    parent = {"Parameters": {"P": {"Type": "String"}}, **closed(Kept=PARAMETER)}
    assert levels(nested(tmp_path, child, parent, **parameters)) == [level]


def test_a_nested_stack_that_is_handed_the_group_and_opens_it_is_enough(tmp_path: Path) -> None:
    assert levels(nested(tmp_path, {**HIDDEN, "Resources": {"In": ingress(OWN)}}, closed(), G=SG)) == []


@pytest.mark.parametrize(("exported", "level"), [(True, U), (False, E)])
def test_a_macro_of_the_parent_may_use_what_the_nested_stack_tells(
    tmp_path: Path, exported: bool, level: Level
) -> None:
    child = {**closed(), "Outputs": {"G": {"Value": SG}} if exported else {}}
    parent = {"Transform": "Mine", "Resources": {}}
    assert levels(nested(tmp_path, child, parent)) == [level]


IMPORTED = {"Fn::ImportValue": "g"}


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({"Resources": {"In": ingress(IMPORTED)}}, []),
        ({"Resources": {"In": ingress(IMPORTED, protocol="tcp")}}, [E]),
        ({"Resources": {"C": made("Custom::Rule", ServiceToken="arn:x", Group=IMPORTED)}}, [U]),
        ({"Transform": "Mine", "Resources": {"T": made("AWS::SNS::Topic", TopicName=IMPORTED)}}, [U]),
        ({"Transform": "Mine", "Resources": {"T": made("AWS::SNS::Topic", TopicName="a")}}, [E]),
    ],
)
def test_a_stack_that_imports_the_group_may_add_the_rule(tmp_path: Path, other: Data, expected: list[Level]) -> None:
    exporting = {**closed(), "Outputs": {"G": {"Value": SG, "Export": {"Name": "g"}}}}
    for name, data in (("a", exporting), ("b", other)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    assert levels(review(load([tmp_path]), Options(today=TODAY)).findings) == expected
