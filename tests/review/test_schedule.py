"""Scheduled actions of groups on a Capacity Block: which is the last, whether it comes in time, and what is past."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, block_cluster, changed, cluster
from tests.review.test_purchase import levels
from tests.review.test_rules import action, add, both, on_group, on_launch, parameter, scale_in, with_sections

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
HIDDEN = {"Ref": "P"}


def block(**actions: Data | None) -> Data:
    return changed(block_cluster(), both(parameter("P"), add(**actions)))


def up(start: Any = None, **properties: Any) -> Data:
    return scale_in(start, 4, **properties)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (block(Up=up("2026-12-07T11:30:00Z")), []),
        (block(Up=up("2026-12-14T11:40:00Z")), [W]),
        (block(Up=up("2026-12-14T11:40:00Z"), Down=scale_in("2026-12-21T10:30:00Z")), []),
        (block(Up=scale_in("2026-12-14T11:40:00Z", None, MaxSize=4)), []),
        (block(Up=scale_in("2026-12-14T11:40:00Z", HIDDEN)), [U]),
        (block(Up=action(MinSize=HIDDEN, DesiredCapacity=4, StartTime="2026-12-14T11:40:00Z")), [W]),
        (block(Up=up(HIDDEN)), [U]),
        (block(Up=up("2026-12-07T11:30:00Z"), ScaleIn=scale_in(HIDDEN)), [U]),
        (block(ScaleIn=scale_in(HIDDEN)), []),
        (block(ScaleIn=action(MinSize=0, MaxSize=0, StartTime="2026-12-14T10:15:00Z")), []),
        (block(ScaleIn=action(MinSize=0, StartTime="2026-12-14T10:15:00Z")), [W]),
        (block(ScaleIn=action(MaxSize=0, StartTime="2026-12-14T10:15:00Z")), []),
        (changed(block(ScaleIn=action(MaxSize=0, StartTime="2026-12-14T10:15:00Z")), on_group(MinSize="1")), [W]),
        (block(Up=up("2026-12-07T11:30:00Z"), ScaleIn=action(MaxSize=0, StartTime="2026-12-14T10:15:00Z")), [W]),
        (block(Up=up("2026-12-14T11:40:00Z"), ScaleIn=scale_in(Recurrence="30 10 * * *")), []),
        (block(Up=up(Recurrence="40 11 * * *")), [W]),
        (block(Up=up(Recurrence="40 11 * * *", EndTime="2026-12-14T10:00:00Z")), []),
        (block(Up=up(Recurrence="40 11 * * *", EndTime="2026-12-21T10:00:00Z")), [U]),
        (block(Up=up(Recurrence="40 11 * * *", EndTime=HIDDEN)), [U]),
        (block(Up=up(Recurrence="40 11 * * *"), ScaleIn=scale_in(HIDDEN)), [W]),
        (block(Up=up(Recurrence="40 11 * * *"), ScaleIn=scale_in(Recurrence="30 10 * * *")), []),
        (block(ScaleIn=None, Up=up("2026-12-07T11:30:00Z")), [W]),
    ],
)
def test_the_last_action_takes_every_node_away(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN308") == expected


IMPORTED = {"Fn::ImportValue": "x"}
EARLY, LATE = "2026-12-14T10:15:00Z", "2026-12-14T11:10:00Z"


def without_minimum(minimum: Any, start: str = EARLY) -> Data:
    return changed(block(ScaleIn=action(MaxSize=0, StartTime=start)), on_group(MinSize=minimum))


def sizes(minimum: Any, maximum: Any, start: str = EARLY) -> Data:
    return action(MinSize=minimum, MaxSize=maximum, StartTime=start)


NESTED = {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": "https://example.com/t.json"}}
GIVEN = {"Fn::GetAtt": ["Nested", "Outputs.Size"]}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (block(ScaleIn=sizes(HIDDEN, HIDDEN)), [U]),
        (block(ScaleIn=sizes(IMPORTED, 0)), [U]),
        (block(ScaleIn=sizes(0, IMPORTED)), [U]),
        (block(ScaleIn=sizes(GIVEN, 0), Nested=NESTED), [U]),
        (block(ScaleIn=sizes(HIDDEN, 4)), [W]),
        (block(ScaleIn=sizes(1, HIDDEN)), [W]),
        (without_minimum(HIDDEN), [U]),
        (without_minimum("1"), [W]),
        (block(ScaleIn=sizes(HIDDEN, 0), Down=sizes(0, 0)), []),
        (block(Up=up("2026-12-14T11:40:00Z"), Down=sizes(HIDDEN, 0, "2026-12-21T10:30:00Z")), [U]),
        (block(Up=up("2026-12-14T11:40:00Z"), Down=sizes(HIDDEN, 0, "2026-12-13T10:30:00Z")), [W]),
        (block(Up=up(Recurrence="40 11 * * *"), Down=sizes(HIDDEN, 0)), [W]),
        (block(Up=up(Recurrence="40 11 * * *"), Down=scale_in(None, HIDDEN, Recurrence="30 10 * * *")), [U, U]),
    ],
)
def test_an_action_of_hidden_sizes_may_take_every_node_away(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN308") == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (block(ScaleIn=sizes(HIDDEN, HIDDEN, LATE)), [U]),
        (block(ScaleIn=sizes(IMPORTED, 0, LATE)), [U]),
        (block(ScaleIn=sizes(HIDDEN, HIDDEN)), []),
        (block(ScaleIn=sizes(HIDDEN, 4, LATE)), []),
        (without_minimum(HIDDEN, LATE), [U]),
        (without_minimum("0", LATE), [W]),
        (block(ScaleIn=sizes(0, 0, LATE), Earlier=sizes(HIDDEN, HIDDEN)), [U]),
        (block(ScaleIn=sizes(0, 0, LATE), Earlier=sizes(HIDDEN, 4)), [W]),
    ],
)
def test_an_action_of_hidden_sizes_may_come_too_late(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN354") == expected


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("2026-12-14T10:59:00Z", []),
        ("2026-12-14T11:00:00Z", [W]),
        ("2026-12-14T11:30:00Z", [W]),
        ("2026-12-14T12:15:00", [W]),
        ("2026-12-14T12:15:00+01:00", [W]),
        ("2026-12-14T12:31:00Z", []),
        ("soon", [U]),
        (HIDDEN, [U]),
    ],
)
def test_a_scale_in_comes_before_the_reclaim(start: Any, expected: list[Level]) -> None:
    assert levels(block(ScaleIn=scale_in(start)), "TRN354") == expected


ULTRASERVER = on_launch(InstanceType="trn2u.48xlarge")
EARLIER = {"Other": scale_in("2026-12-14T10:00:00Z")}


@pytest.mark.parametrize(
    ("data", "change", "expected"),
    [
        (block(ScaleIn=scale_in("2026-12-14T10:29:00Z")), ULTRASERVER, []),
        (block(ScaleIn=scale_in("2026-12-14T10:30:00Z")), ULTRASERVER, [W]),
        (block(ScaleIn=scale_in("2026-12-14T11:15:00Z")), add(**EARLIER), []),
        (block(ScaleIn=scale_in("2026-12-21T11:15:00Z")), add(**EARLIER), []),
        (block(ScaleIn=scale_in("2026-12-21T11:15:00Z")), add(**EARLIER, Up=up("2026-12-14T11:40:00Z")), [W]),
        (block(ScaleIn=scale_in("2026-12-21T11:15:00Z")), add(**EARLIER, Up=up("2026-12-07T11:40:00Z")), []),
        (block(ScaleIn=scale_in("2026-12-21T11:15:00Z")), add(**EARLIER, Up=up(Recurrence="40 11 * * *")), [W]),
        (block(ScaleIn=scale_in("2026-12-14T11:15:00Z")), add(**EARLIER, Up=up(Recurrence="40 11 * * *")), []),
        (block(ScaleIn=scale_in("2026-12-14T11:15:00Z")), add(**EARLIER, Up=up("2026-12-14T10:30:00Z")), [W]),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * *")), lambda data: None, [W]),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * *")), add(**EARLIER), []),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * *")), add(**EARLIER, Up=up("2026-12-14T11:40:00Z")), [W]),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * *")), add(Other=scale_in(Recurrence="0 10 * * *")), []),
        (block(ScaleIn=scale_in(Recurrence="*/15 10-11 * * *")), lambda data: None, []),
        (block(ScaleIn=scale_in(Recurrence="45 10 * * *")), ULTRASERVER, [W]),
        (block(ScaleIn=scale_in(Recurrence="45 10 * * *")), lambda data: None, []),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * *", TimeZone="Etc/UTC")), lambda data: None, [W]),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * *", TimeZone="Asia/Tokyo")), lambda data: None, [U]),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * MON")), add(Other=scale_in(Recurrence="0 10 * * MON-FRI")), []),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * MON-FRI")), add(Other=scale_in(Recurrence="0 10 * * MON")), [W]),
        (block(ScaleIn=scale_in(Recurrence="15 11 14 * *")), add(Other=scale_in(Recurrence="0 10 13 * *")), [W]),
        (block(ScaleIn=scale_in(Recurrence="15 11 31 2 *")), lambda data: None, []),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * 5L")), lambda data: None, [U]),
        (block(ScaleIn=scale_in(Recurrence="15 11 * * *")), add(Other=scale_in(Recurrence="0 10 L * *")), [U, U]),
        (
            block(ScaleIn=scale_in(Recurrence="15 11 * * *")),
            add(Other=scale_in(Recurrence="0 10 * * *"), Up=up(Recurrence="30 10 * * *")),
            [W],
        ),
        (
            block(ScaleIn=scale_in(Recurrence="15 11 * * *")),
            add(Other=scale_in(Recurrence="0 10 * * *"), Up=up(Recurrence="30 9 * * *")),
            [],
        ),
        (block(ScaleIn=scale_in(Recurrence=HIDDEN)), lambda data: None, [U]),
        (block(Up=up("2026-12-14T11:15:00Z")), lambda data: None, []),
        (changed(cluster(), add(ScaleIn=scale_in("2026-12-14T11:15:00Z"))), lambda data: None, []),
    ],
)
def test_the_reclaim_is_that_of_the_type_and_of_blocks_alone(data: Data, change: Change, expected: list[Level]) -> None:
    assert levels(changed(data, change), "TRN354") == expected


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (scale_in("2026-11-29T23:59:00Z"), [W]),
        (scale_in("2026-11-30T00:00:00Z"), []),
        (scale_in("2026-12-24T10:20:00"), []),
        (scale_in("2026-12-24 10:20"), [W]),
        (scale_in("20261224T102000Z"), [W]),
        (scale_in("tomorrow"), [U]),
        (scale_in("2026-11-29T10:30:00Z", Recurrence="30 10 * * *"), []),
        (scale_in(Recurrence="30 10 * * *"), []),
        (scale_in(HIDDEN), [U]),
        (scale_in(HIDDEN, Recurrence="30 10 * * *"), []),
    ],
)
def test_a_one_time_action_lies_ahead(action: Data, expected: list[Level]) -> None:
    assert levels(block(ScaleIn=action), "TRN355") == expected


MAP = {"Times": {"us-east-2": {"Cron": "cron(0 10 * * ? *)", "Right": "0 10 * * *"}}}


def looked_up(name: str) -> Data:
    return {"Fn::FindInMap": ["Times", "us-east-2", name]}


def recurring(recurrence: Any, **parameters: Data) -> Data:
    sections = {"Parameters": parameters, "Mappings": MAP, "Conditions": {"Often": {"Fn::Equals": [HIDDEN, "x"]}}}
    return changed(cluster(), both(with_sections(**sections), add(Up=action(MaxSize=4, Recurrence=recurrence))))


def text(**values: Any) -> Data:
    return {"Type": "String", **values}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        *((recurring(one, P=text()), [E]) for one in ("rate(1 day)", "0 10 * * ? *", "0 10 * *", "60 10 * * *", 5)),
        *((recurring(one, P=text()), [U]) for one in ("0 10 ? * MON", "@daily", "0 10 * * FRIDAY", HIDDEN)),
        (recurring(HIDDEN, P=text(Default="0 10 * * *")), []),
        (recurring(HIDDEN, P=text(Default="0 25 * * *")), [E]),
        (recurring(looked_up("Cron"), P=text()), [E]),
        (recurring(looked_up("Right"), P=text()), []),
        (recurring({"Fn::Sub": "cron(0 ${P} * * ? *)"}, P=text()), [E]),
        (recurring({"Fn::Sub": "0 ${P} * * *"}, P=text()), [U]),
        (recurring({"Fn::Sub": "0 ${P} * * *"}, P=text(Default="25")), [E]),
        (recurring({"Fn::Join": [" ", ["0", "10", "*", "*", "?", "*"]]}, P=text()), [E]),
        (recurring({"Fn::If": ["Often", "rate(1 day)", {"Ref": "AWS::NoValue"}]}, P=text(Default="x")), [E]),
        (recurring({"Fn::If": ["Often", "0 10 * * *", {"Ref": "AWS::NoValue"}]}, P=text(Default="x")), []),
        (recurring({"Fn::Transform": {"Name": "M"}}, P=text()), [U]),
    ],
)
def test_a_recurrence_is_five_fields_of_a_crontab(data: Data, expected: list[Level]) -> None:
    assert levels(data, "TRN390") == expected


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        *(("PST", [E]), ("UTC+9", [E]), ("Asia/Tokyo", []), ({"Ref": "AWS::NoValue"}, []), (HIDDEN, [U])),
        ({"Ref": "Zone"}, [E]),
        ({"Fn::If": ["C", "+09:00", "Etc/UTC"]}, [E]),
        ({"Fn::Sub": "Etc/${P}"}, [U]),
    ],
)
def test_a_time_zone_is_a_name(zone: Any, expected: list[Level]) -> None:
    parameters = {"P": text(), "Zone": text(Default="JST")}
    sections = with_sections(Parameters=parameters, Conditions={"C": {"Fn::Equals": [{"Ref": "Zone"}, "JST"]}})
    up = add(Up=action(MaxSize=4, Recurrence="0 10 * * *", TimeZone=zone))
    assert levels(changed(cluster(), both(sections, up)), "TRN393") == expected


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ({}, [E]),
        ({"MinSize": {"Ref": "AWS::NoValue"}}, [E]),
        ({"DesiredCapacity": {"Fn::If": ["C", {"Ref": "AWS::NoValue"}, 0]}}, [E]),
        ({"DesiredCapacity": 0}, []),
        ({"MinSize": HIDDEN}, []),
        ({"Fn::Transform": {"Name": "M"}}, [U]),
    ],
)
def test_an_action_says_a_size(sizes: Data, expected: list[Level]) -> None:
    sections = with_sections(Parameters={"P": text(Default="a")}, Conditions={"C": {"Fn::Equals": [HIDDEN, "a"]}})
    data = changed(cluster(), both(sections, add(Up=action(StartTime="2026-12-14T10:15:00Z", **sizes))))
    assert levels(data, "TRN394") == expected
