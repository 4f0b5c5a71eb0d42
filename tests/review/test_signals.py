"""Signals that groups wait for: how many, of whom, and how long."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import changed, cluster, findings
from tests.review.test_rules import both, on_group, on_launch, updating, waiting

E, W = Level.ERROR, Level.WARNING
CALL = "/opt/aws/bin/cfn-signal -e $? --stack ${AWS::StackName} "


def levels(rule: str, *changes: Any) -> list[Level]:
    return [item.level for item in findings(changed(cluster(), both(*changes))) if item.id == rule]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (CALL + "--resource Asg", []),
        (CALL + "--resource Other", [W]),
        (CALL + "\\\n  --resource 'Other' --region ${AWS::Region}", [W]),
        (CALL + "--resource Other\n" + CALL + "--resource Asg", []),
        (CALL + "--resource $NAME", []),
        (CALL + "-r done --resource Asg", []),
        ("${More}\n" + CALL + "--resource Other", []),
        ("curl https://a.b/c | bash\n" + CALL + "--resource Other", []),
    ],
)
def test_a_signal_is_for_the_resource_that_it_names(command: str, expected: list[Level]) -> None:
    data = {"Fn::Base64": {"Fn::Sub": f"#!/bin/bash\n{command}\n"}}

    def more(template: dict[str, Any]) -> None:
        template["Parameters"] = {"More": {"Type": "String"}}

    assert levels("TRN383", more, on_launch(UserData=data), waiting(4)) == expected


@pytest.mark.parametrize(("count", "expected"), [(4, []), (5, [W]), (3, []), (None, [])])
def test_each_node_sends_one_signal(count: int | None, expected: list[Level]) -> None:
    assert levels("TRN370", waiting(count), on_group(DesiredCapacity="4")) == expected


@pytest.mark.parametrize(
    ("timeout", "expected"),
    [
        ("PT12H", []),
        ("PT721M", [E]),
        ("PT12H1S", [E]),
        ("15M", [E]),
        ("900", [E]),
        ("P1D", []),
        ({"Ref": "T"}, []),
        *((text, [E]) for text in ("PT", "P", "PT5", "PT5M30", "PT 5M", "PT1M5H", "x")),
        *((text, []) for text in ("pt15m", "PT0.5S", "PT-5M")),
    ],
)
def test_creation_waits_at_most_12_hours(timeout: Any, expected: list[Level]) -> None:
    def policy(template: dict[str, Any]) -> None:
        template["Parameters"] = {"T": {"Type": "String"}}
        template["Resources"]["Asg"]["CreationPolicy"] = {"ResourceSignal": {"Count": 4, "Timeout": timeout}}

    assert levels("TRN395", policy) == expected


def test_an_update_pauses_at_most_an_hour() -> None:
    assert levels("TRN395", updating(AutoScalingRollingUpdate={"PauseTime": "PT1H1S", "MinInstancesInService": 0})) == [
        E
    ]
