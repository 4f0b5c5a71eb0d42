"""A CloudFormation client of the simulated account and what the tests ask of a stack."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from cdk_trainium.sandbox.cloudformation.clients import client

if TYPE_CHECKING:
    from cdk_trainium.sandbox.state import AccountState

Template = dict[str, Any]


def aws(service: str) -> Any:
    """Return a client that all tests share: making one costs more than most tests do."""
    return client(service, "123456789012", "us-east-2")


class Stacks:
    """Stacks by name, deployed from dictionaries."""

    def __init__(self) -> None:
        self.client: Any = aws("cloudformation")

    def create(self, resources: Template, name: str = "one", **more: Any) -> dict[str, Any]:
        self.client.create_stack(StackName=name, **_request(resources, more))
        return self.described(name)

    def update(self, resources: Template, name: str = "one", **more: Any) -> dict[str, Any]:
        self.client.update_stack(StackName=name, **_request(resources, more))
        return self.described(name)

    def change_set(self, resources: Template, name: str = "one", kind: str = "UPDATE", **more: Any) -> dict[str, Any]:
        made = self.client.create_change_set(
            StackName=name, ChangeSetName="next", ChangeSetType=kind, **_request(resources, more)
        )
        found: dict[str, Any] = self.client.describe_change_set(ChangeSetName=made["Id"])
        return found

    def changes(self, resources: Template, name: str = "one", **more: Any) -> dict[str, tuple[str, str]]:
        found = self.change_set(resources, name, **more)
        self.client.delete_change_set(ChangeSetName=found["ChangeSetId"])
        changes = [item["ResourceChange"] for item in found["Changes"]]
        return {item["LogicalResourceId"]: (item["Action"], item.get("Replacement", "")) for item in changes}

    def delete(self, name: str = "one") -> dict[str, Any]:
        key = self.described(name)["StackId"]
        self.client.delete_stack(StackName=name)
        return self.described(key)

    def described(self, name: str = "one") -> dict[str, Any]:
        found: dict[str, Any] = self.client.describe_stacks(StackName=name)["Stacks"][0]
        return found

    def status(self, name: str = "one") -> str:
        return str(self.described(name)["StackStatus"])

    def physical(self, logical: str, name: str = "one") -> str:
        found = self.client.describe_stack_resource(StackName=name, LogicalResourceId=logical)
        return str(found["StackResourceDetail"]["PhysicalResourceId"])

    def outputs(self, name: str = "one") -> dict[str, str]:
        return {item["OutputKey"]: item["OutputValue"] for item in self.described(name).get("Outputs", [])}

    def events(self, name: str = "one") -> list[tuple[str, str]]:
        found: list[dict[str, Any]] = []
        for page in self.client.get_paginator("describe_stack_events").paginate(StackName=name):
            found += page["StackEvents"]
        return [(item["LogicalResourceId"], item["ResourceStatus"]) for item in reversed(found)]

    def reason(self, logical: str, status: str, name: str = "one") -> str:
        for item in self.client.describe_stack_events(StackName=name)["StackEvents"]:
            if (item["LogicalResourceId"], item["ResourceStatus"]) == (logical, status):
                return str(item.get("ResourceStatusReason", ""))
        raise AssertionError(f"no event {status} of {logical}")


def _request(resources: Template, more: dict[str, Any]) -> dict[str, Any]:
    given = {key: value for key, value in more.items() if key[0].isupper()}
    rest = {key.capitalize(): value for key, value in more.items() if not key[0].isupper()}
    return {"TemplateBody": json.dumps({"Resources": resources, **rest}), **given}


@pytest.fixture
def stacks(account: AccountState) -> Stacks:
    del account
    return Stacks()
