"""Every resource type: created, read, planned without changes, changed, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cdk_trainium.sandbox.cloudformation.resources.registry import HANDLERS

from .cases import CASES, Case

if TYPE_CHECKING:
    from .conftest import Stacks

IAM = {"Capabilities": ["CAPABILITY_IAM"]}
ELSEWHERE = {"AWS::CloudFormation::Stack"}
"""Tested in test_nested_stacks."""


def resources(case: Case, props: dict[str, Any]) -> dict[str, Any]:
    return {**case.beside, "It": {"Type": f"AWS::{case.type}", "Properties": props}}


def outputs(case: Case) -> dict[str, Any]:
    return {name: {"Value": {"Fn::GetAtt": ["It", name]}} for name in case.attributes}


def test_every_type_has_a_case() -> None:
    assert {f"AWS::{case.type}" for case in CASES} | ELSEWHERE == set(HANDLERS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.type)
def test_a_type_from_creation_to_deletion(stacks: Stacks, case: Case) -> None:
    given = {**IAM, "outputs": outputs(case)}
    first, second = resources(case, case.one), resources(case, case.two)
    assert stacks.create(first, **given)["StackStatus"] == "CREATE_COMPLETE", failures(stacks)
    before = stacks.physical("It")
    assert all(stacks.outputs()[name] for name in case.attributes)
    assert stacks.changes(first, **given) == {}
    assert stacks.changes(second, **given) == {"It": ("Modify", case.change)}
    assert stacks.update(second, **given)["StackStatus"] == "UPDATE_COMPLETE", failures(stacks)
    assert (stacks.physical("It") == before) == (case.change == "False")
    assert stacks.update(first, **given)["StackStatus"] == "UPDATE_COMPLETE", failures(stacks)
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE", failures(stacks)


def failures(stacks: Stacks) -> list[str]:
    events = stacks.client.describe_stack_events(StackName=stacks.client.list_stacks()["StackSummaries"][0]["StackId"])
    return [
        str(item.get("ResourceStatusReason")) for item in events["StackEvents"] if "FAILED" in item["ResourceStatus"]
    ]
