"""What a group launches from, and how it names that."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, changed, cluster, findings, ids
from tests.review.test_rules import (
    add,
    both,
    compute_environment,
    fleet,
    launch_configuration,
    managed_group,
    named_template,
    on_group,
    on_launch,
    parameter,
    pcs_group,
)

E, W = Level.ERROR, Level.WARNING
ID = {"Ref": "Lt"}
BOTH = {"LaunchTemplateId": ID, "LaunchTemplateName": "mine", "Version": "1"}
CONFIGS = {"LaunchTemplateConfigs": [{"LaunchTemplateSpecification": BOTH, "Overrides": [{}, {}]}]}
MIXED = {"LaunchTemplate": {"LaunchTemplateSpecification": BOTH, "Overrides": []}}
TARGET: dict[str, Any] = {"CapacityReservationTarget": {}}


def levels(rule: str, *changes: Change) -> list[Level]:
    return [item.level for item in findings(changed(cluster(), both(*changes))) if item.id == rule]


@pytest.mark.parametrize(
    "group",
    [
        on_group(LaunchTemplate=BOTH),
        both(
            on_group(MixedInstancesPolicy=MIXED),
            lambda data: data["Resources"]["Asg"]["Properties"].pop("LaunchTemplate"),
        ),
        add(Asg=managed_group(LaunchTemplate={"Id": ID, "Name": "mine"})),
        add(Asg=compute_environment(LaunchTemplate=BOTH)),
        add(Asg=fleet(**CONFIGS)),
        add(Asg={"Type": "AWS::EC2::SpotFleet", "Properties": {"SpotFleetRequestConfigData": CONFIGS}}),
        add(Asg={"Type": "AWS::EC2::Instance", "Properties": {"LaunchTemplate": BOTH}}),
    ],
)
def test_an_id_beside_a_name_is_refused_by_every_service(group: Change) -> None:
    assert levels("TRN373", group) == [E]


@pytest.mark.parametrize(
    ("specification", "expected"),
    [
        ({"LaunchTemplateId": "mine"}, [E]),
        ({"LaunchTemplateId": "lt-0123456789abcdef0"}, []),
        ({"LaunchTemplateId": {"Fn::GetAtt": ["Lt", "LaunchTemplateId"]}}, []),
        ({"LaunchTemplateId": {"Fn::GetAtt": ["Lt", "LatestVersionNumber"]}}, [E]),
        ({"LaunchTemplateId": {"Fn::ImportValue": "Lt"}}, []),
        ({"LaunchTemplateName": {"Fn::GetAtt": ["Lt", "LaunchTemplateId"]}}, [E]),
        ({"LaunchTemplateName": "lt-0123456789abcdef0"}, [W]),
        ({"LaunchTemplateName": "mine"}, []),
        ({"LaunchTemplateName": ""}, [E]),
        ({"LaunchTemplateName": "my nodes"}, [E]),
        ({"LaunchTemplateId": ""}, [E]),
        ({"LaunchTemplateName": {"Ref": "AWS::StackName"}}, []),
        ({"LaunchTemplateName": {"Fn::Sub": "${AWS::StackName} nodes"}}, [E]),
        ({}, [E]),
    ],
)
def test_how_a_launch_template_is_named(specification: dict[str, Any], expected: list[Level]) -> None:
    assert levels("TRN373", on_group(LaunchTemplate={**specification, "Version": "1"})) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("abc", []),
        ("ab", [E]),
        ("n" * 128, []),
        ("n" * 129, [E]),
        ("team/llama_(2).x-y", []),
        ("nodes:1", [E]),
        ("nodes\n", [E]),
        ({"Ref": "Default"}, [E]),
        ({"Ref": "Open"}, []),
        ({"Ref": "AWS::StackName"}, []),
        ({"Fn::Sub": "${AWS::StackName}-x"}, []),
        ({"Fn::Sub": "${Open}-nodes of ${AWS::Region}"}, [E]),
        ({"Fn::Sub": "${Open}" + "n" * 129}, [E]),
        ({"Fn::Sub": "${Open}-${Default}"}, [E]),
        ({"Fn::Join": ["-", [{"Fn::ImportValue": "x"}, "n"]]}, []),
        ({"Ref": "AWS::NoValue"}, []),
    ],
)
def test_the_name_of_a_launch_template_as_far_as_it_is_known(name: Any, expected: list[Level]) -> None:
    parameters = both(parameter("Open"), parameter("Default", Default="my nodes"))
    assert levels("TRN380", parameters, named_template(name)) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("n", "has 1 character;"),
        ("n" * 129, "has 129 characters;"),
        ({"Fn::Sub": "${Open}" + "n" * 129}, "has at least 129 characters;"),
    ],
)
def test_a_known_name_is_counted_exactly(name: Any, expected: str) -> None:
    found = findings(changed(cluster(), both(parameter("Open"), named_template(name))))
    assert [expected in item.message for item in found if item.id == "TRN380"] == [True]


def test_a_name_of_each_allowed_value_is_judged() -> None:
    allowed = parameter("P", AllowedValues=["nodes", "no name"], Default="nodes")
    assert levels("TRN380", allowed, named_template({"Ref": "P"})) == [W]


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ({"ImageId": "ami-0123456789abcdef0"}, 0),
        ({"ImageId": "ami-0123456789abcdef0", "InstanceType": "trn1.32xlarge"}, 0),
        ({"ImageId": "ami-0123456789abcdef0", "LaunchTemplateSpecification": {"Version": "1"}}, 1),
    ],
)
def test_an_override_of_the_image_alone_names_no_launch_template(override: dict[str, Any], expected: int) -> None:
    base = {"LaunchTemplateSpecification": {"LaunchTemplateId": ID, "Version": "1"}, "Overrides": [override]}
    mixed = on_group(MixedInstancesPolicy={"LaunchTemplate": base})
    no_other: Change = lambda data: data["Resources"]["Asg"]["Properties"].pop("LaunchTemplate")  # noqa: E731
    assert levels("TRN373", mixed, no_other) == [E] * expected


def test_pcs_takes_an_id_only_and_a_launch_configuration_a_name() -> None:
    assert levels("TRN373", add(Asg=pcs_group())) == []
    assert not {"TRN373", "TRN374"} & set(ids(changed(cluster(), launch_configuration())))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (on_group(MixedInstancesPolicy=MIXED), [E]),
        (on_group(LaunchConfigurationName="mine"), [E]),
        (on_group(MixedInstancesPolicy={"Ref": "AWS::NoValue"}), []),
        (lambda data: data["Resources"]["Asg"]["Properties"].pop("LaunchTemplate"), [E]),
        (add(Asg=managed_group()), []),
    ],
)
def test_an_auto_scaling_group_launches_from_one_thing(change: Change, expected: list[Level]) -> None:
    assert levels("TRN374", change) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (on_group(CapacityReservationSpecification=TARGET), [W]),
        (on_group(CapacityReservationSpecification={"CapacityReservationTarget": {"CapacityReservationIds": []}}), [W]),
        (
            on_group(
                CapacityReservationSpecification={"CapacityReservationTarget": {"CapacityReservationIds": ["cr-1"]}}
            ),
            [],
        ),
        (
            on_launch(CapacityReservationSpecification=TARGET, InstanceMarketOptions={"MarketType": "capacity-block"}),
            [],
        ),
        (both(on_launch(CapacityReservationSpecification=TARGET), add(Asg=None)), [W]),
    ],
)
def test_a_target_without_a_reservation(change: Change, expected: list[Level]) -> None:
    assert levels("TRN375", change) == expected
