"""A parent and its nested stacks: what one condition of the parent decides holds in all of them at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.findings import Finding, Level
from cdk_trainium.review import Options, review
from cdk_trainium.template import load
from tests.review.build import TODAY, Data, changed, cluster, group_of, launch_of

W, E = Level.WARNING, Level.ERROR


def stack(name: str, **parameters: Any) -> Data:
    return {
        "Type": "AWS::CloudFormation::Stack",
        "Properties": {"TemplateURL": f"{name}.json", "Parameters": parameters},
    }


def when(yes: Any, no: Any) -> Data:
    return {"Fn::If": ["C", yes, no]}


def parent(**resources: Data) -> Data:
    return {
        "Parameters": {"P": {"Type": "String", "Default": "no"}},
        "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "yes"]}},
        "Resources": resources,
    }


def judged(folder: Path, **templates: Data) -> dict[str, list[Finding]]:
    for name, data in templates.items():
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    found: dict[str, list[Finding]] = {}
    for item in review(load([folder / "parent.json"]), Options(today=TODAY)).findings:
        found.setdefault(item.id, []).append(item)
    return found


def with_parameters(data: Data, **types: str) -> Data:
    return {**data, "Parameters": {name: {"Type": kind} for name, kind in types.items()}}


def sized() -> Data:
    """Return a cluster whose sizes two parameters tell."""
    data = with_parameters(cluster(), Least="Number", Most="Number")
    group_of(data).update(MinSize={"Ref": "Least"}, DesiredCapacity={"Ref": "Least"}, MaxSize={"Ref": "Most"})
    return data


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [((1, 8), (2, 9), []), ((1, 8), (9, 2), [E]), ((8, 1), (2, 9), [W]), ((8, 1), (9, 2), [])],
)
def test_values_that_one_condition_decides_are_not_crossed(
    tmp_path: Path, least: tuple[int, int], most: tuple[int, int], expected: list[Level]
) -> None:
    given = {"Least": when(*least), "Most": when(*most)}
    found = judged(tmp_path, parent=parent(Child=stack("child", **given)), child=sized())
    assert [item.level for item in found.get("TRN348", [])] == expected


def test_many_values_of_one_condition_are_all_gone_through(tmp_path: Path) -> None:
    names = [f"V{at}" for at in range(12)]
    data = with_parameters(cluster(), **dict.fromkeys(names, "String"))
    group_of(data)["Tags"] = [{"Key": name, "Value": {"Ref": name}, "PropagateAtLaunch": True} for name in names]
    given = {name: when("a", "b") for name in names}
    assert "TRN992" not in judged(tmp_path, parent=parent(Child=stack("child", **given)), child=data)


def network(zone: Any) -> Data:
    values = {"VpcId": "vpc-0123456789abcdef0", "CidrBlock": "10.1.0.0/20", "AvailabilityZone": zone}
    return {
        "Parameters": {"Zone": {"Type": "String"}},
        "Resources": {"Net": {"Type": "AWS::EC2::Subnet", "Properties": values}},
        "Outputs": {"Net": {"Value": {"Ref": "Net"}}},
    }


@pytest.mark.parametrize(
    ("zones", "expected"), [(("us-east-2a", "us-east-2b"), []), (("us-east-2b", "us-east-2a"), [E, W])]
)
def test_siblings_agree_on_the_condition_of_their_parent(
    tmp_path: Path, zones: tuple[str, str], expected: list[Level]
) -> None:
    """The group is in two subnets, each of a sibling that is told its zone."""
    nodes = with_parameters(cluster(), One="String", Two="String", Zone="String")
    del nodes["Resources"]["Subnet"]
    group_of(nodes)["VPCZoneIdentifier"] = [{"Ref": "One"}, {"Ref": "Two"}]
    data = parent(
        First=stack("first", Zone=when("us-east-2a", "us-east-2b")),
        Second=stack("second", Zone=when(*zones)),
        Nodes=stack(
            "nodes",
            One={"Fn::GetAtt": ["First", "Outputs.Net"]},
            Two={"Fn::GetAtt": ["Second", "Outputs.Net"]},
            Zone="x",
        ),
    )
    zone = {"Ref": "Zone"}
    found = judged(tmp_path, parent=data, first=network(zone), second=network(zone), nodes=nodes)
    assert [item.level for item in found.get("TRN401", [])] == expected


@pytest.mark.parametrize(
    ("kind", "expected"), [(("CUSTOM", "AL2023_x86_64_NEURON"), []), (("AL2023_x86_64_NEURON", "CUSTOM"), [W])]
)
def test_a_group_and_a_launch_template_of_two_stacks_meet_under_one_condition(
    tmp_path: Path, kind: tuple[str, str], expected: list[Level]
) -> None:
    """The launch template has an image where C holds; there the node group names CUSTOM, or does not."""
    template = with_parameters({"Resources": {}}, Own="String")
    template["Conditions"] = {"Own": {"Fn::Equals": [{"Ref": "Own"}, "yes"]}}
    data = changed(cluster(), lambda one: launch_of(one).update(NetworkInterfaces=[]))
    lt = data["Resources"]["Lt"]
    image = lt["Properties"]["LaunchTemplateData"]["ImageId"]
    lt["Properties"]["LaunchTemplateData"]["ImageId"] = {"Fn::If": ["Own", image, {"Ref": "AWS::NoValue"}]}
    del lt["Properties"]["LaunchTemplateData"]["Placement"]
    template["Resources"] = {"Lt": lt}
    template["Outputs"] = {"Lt": {"Value": {"Ref": "Lt"}}}
    group = {
        "Parameters": {"Kind": {"Type": "String"}, "Lt": {"Type": "String"}},
        "Resources": {
            "Group": {
                "Type": "AWS::EKS::Nodegroup",
                "Properties": {
                    "Subnets": ["subnet-0123456789abcdef0"],
                    "AmiType": {"Ref": "Kind"},
                    "LaunchTemplate": {"Id": {"Ref": "Lt"}, "Version": "1"},
                },
            }
        },
    }
    whole = parent(
        Launch=stack("launch", Own=when("yes", "no")),
        Group=stack("group", Kind=when(*kind), Lt={"Fn::GetAtt": ["Launch", "Outputs.Lt"]}),
    )
    found = judged(tmp_path, parent=whole, launch=template, group=group)
    assert [item.level for item in found.get("TRN363", [])] == expected
