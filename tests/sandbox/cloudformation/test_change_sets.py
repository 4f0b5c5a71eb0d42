"""Change sets as the CDK CLI uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from botocore.exceptions import ClientError

from .shapes import VPC, group, log_group, subnet

if TYPE_CHECKING:
    from .conftest import Stacks


def test_a_missing_set_answers_change_set_not_found(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC})
    with pytest.raises(ClientError) as caught:
        stacks.client.describe_change_set(StackName="one", ChangeSetName="none")
    assert caught.value.response["Error"]["Code"] == "ChangeSetNotFound"
    stacks.client.delete_change_set(StackName="one", ChangeSetName="none")


def test_sets_of_the_same_name_belong_to_their_stacks(stacks: Stacks) -> None:
    for name in ("one", "two"):
        stacks.create({"Logs": log_group()}, name=name)
        stacks.change_set({"Logs": log_group(30)}, name=name)
    stacks.client.delete_change_set(StackName="one", ChangeSetName="next")
    assert stacks.client.describe_change_set(StackName="two", ChangeSetName="next")["StackName"] == "two"


def test_no_changes_fails_with_the_words_that_the_cli_knows(stacks: Stacks) -> None:
    stacks.create(group(1))
    found = stacks.change_set(group(1))
    assert found["Status"] == "FAILED"
    assert found["StatusReason"].startswith("The submitted information didn't contain changes.")


def test_a_creation_waits_in_review_until_it_is_executed(stacks: Stacks) -> None:
    found = stacks.change_set({"Vpc": VPC}, kind="CREATE")
    assert stacks.status() == "REVIEW_IN_PROGRESS"
    assert found["Changes"][0]["ResourceChange"]["Action"] == "Add"
    stacks.client.execute_change_set(ChangeSetName=found["ChangeSetId"])
    assert stacks.status() == "CREATE_COMPLETE"


def test_a_stack_in_review_can_be_deleted(stacks: Stacks) -> None:
    stacks.change_set({"Vpc": VPC}, kind="CREATE")
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"


def test_what_would_change_is_told_before(stacks: Stacks) -> None:
    stacks.create({**group(1), "Old": log_group()})
    changed = {**group(1, type="c5.xlarge"), "New": log_group()}
    assert stacks.changes(changed) == {
        "Template": ("Modify", "False"),
        "Group": ("Modify", "False"),
        "New": ("Add", ""),
        "Old": ("Remove", ""),
    }


def test_a_replacement_and_what_hangs_on_it(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC, "Subnet": subnet()})
    wider = {**VPC, "Properties": {"CidrBlock": "10.1.0.0/16"}}
    assert stacks.changes({"Vpc": wider, "Subnet": subnet()}) == {
        "Vpc": ("Modify", "True"),
        "Subnet": ("Modify", "Conditional"),
    }


def test_planning_changes_nothing(stacks: Stacks) -> None:
    stacks.create({"Logs": log_group(7)})
    before = stacks.events()
    stacks.change_set({"Logs": log_group(30)})
    assert stacks.events() == before


def test_an_update_needs_a_stack(stacks: Stacks) -> None:
    with pytest.raises(ClientError, match="does not exist"):
        stacks.change_set({"Vpc": VPC})


def test_a_failed_set_cannot_be_executed(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC})
    found = stacks.change_set({"Vpc": VPC})
    with pytest.raises(ClientError) as caught:
        stacks.client.execute_change_set(ChangeSetName=found["ChangeSetId"])
    assert caught.value.response["Error"]["Code"] == "InvalidChangeSetStatus"
