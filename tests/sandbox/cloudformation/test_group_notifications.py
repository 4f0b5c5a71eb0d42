"""A group's ``NotificationConfigurations``: put, planned without changes, changed, taken away, gone with the group."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError

from .conftest import aws
from .shapes import group

if TYPE_CHECKING:
    from .conftest import Stacks

GOLDEN = Path(__file__).parents[2] / "golden" / "trn2-block.json"
LAUNCH, ERROR = "autoscaling:EC2_INSTANCE_LAUNCH", "autoscaling:EC2_INSTANCE_LAUNCH_ERROR"
TOPICS = {name: {"Type": "AWS::SNS::Topic", "Properties": {}} for name in ("Events", "Alarms")}


def told(**kinds: list[str]) -> dict[str, Any]:
    """Return a group whose topics hear of ``kinds``."""
    items = [{"TopicARN": {"Ref": topic}, "NotificationTypes": types} for topic, types in kinds.items()]
    return {**TOPICS, **group(0, NotificationConfigurations=items)}


def kept(stacks: Stacks) -> set[tuple[str, str]]:
    names = {stacks.physical(name): name for name in TOPICS}
    pages = (
        aws("autoscaling")
        .get_paginator("describe_notification_configurations")
        .paginate(AutoScalingGroupNames=[stacks.physical("Group")], PaginationConfig={"PageSize": 1})
    )
    items = [item for page in pages for item in page["NotificationConfigurations"]]
    return {(names[item["TopicARN"]], item["NotificationType"]) for item in items}


def test_they_follow_the_template(stacks: Stacks) -> None:
    first = told(Events=[LAUNCH, ERROR])
    assert stacks.create(first)["StackStatus"] == "CREATE_COMPLETE"
    assert kept(stacks) == {("Events", LAUNCH), ("Events", ERROR)}
    assert stacks.changes(first) == {}
    second = told(Events=[ERROR], Alarms=[LAUNCH])
    assert stacks.changes(second) == {"Group": ("Modify", "False")}
    assert stacks.update(second)["StackStatus"] == "UPDATE_COMPLETE"
    assert kept(stacks) == {("Events", ERROR), ("Alarms", LAUNCH)}
    assert stacks.update({**TOPICS, **group(0)})["StackStatus"] == "UPDATE_COMPLETE"
    assert kept(stacks) == set()


def test_they_go_with_the_group(stacks: Stacks) -> None:
    stacks.create(told(Events=[LAUNCH]))
    assert aws("autoscaling").describe_notification_configurations()["NotificationConfigurations"]
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"
    assert not aws("autoscaling").describe_notification_configurations()["NotificationConfigurations"]


def test_an_entry_that_the_api_does_not_know_fails_the_stack(stacks: Stacks) -> None:
    wrong = [{"TopicARN": {"Ref": "Events"}, "NotificationTypes": [LAUNCH], "Colour": "red"}]
    stacks.create({**TOPICS, **group(0, NotificationConfigurations=wrong)})
    assert "Colour" in stacks.reason("Group", "CREATE_FAILED")


@pytest.mark.parametrize("topics", [{"Ref": "Events"}, [{"Ref": "Events"}, {"Ref": "Alarms"}]])
def test_the_older_property_in_the_singular_is_put_as_well(stacks: Stacks, topics: Any) -> None:
    one = {"TopicARN": topics, "NotificationTypes": [LAUNCH]}
    assert stacks.create({**TOPICS, **group(0, NotificationConfiguration=one)})["StackStatus"] == "CREATE_COMPLETE"
    named = [topics] if isinstance(topics, dict) else topics
    assert kept(stacks) == {(topic["Ref"], LAUNCH) for topic in named}
    assert stacks.update({**TOPICS, **group(0)})["StackStatus"] == "UPDATE_COMPLETE"
    assert kept(stacks) == set()


def test_a_group_that_is_not_there_is_refused(stacks: Stacks) -> None:
    del stacks
    with pytest.raises(ClientError, match="not found"):
        aws("autoscaling").put_notification_configuration(
            AutoScalingGroupName="none",
            TopicARN="arn:aws:sns:us-east-2:123456789012:events",
            NotificationTypes=[LAUNCH],
        )


def test_what_the_block_group_of_our_constructs_asks_for_is_deployed(stacks: Stacks) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))["Resources"].values()
    asked = [
        item
        for one in golden
        for item in one.get("Properties", {}).get("NotificationConfigurations", [])
        if one["Type"] == "AWS::AutoScaling::AutoScalingGroup"
    ]
    types = asked[0]["NotificationTypes"]
    assert stacks.create(told(Events=types))["StackStatus"] == "CREATE_COMPLETE"
    assert kept(stacks) == {("Events", kind) for kind in types}
