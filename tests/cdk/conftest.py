"""A stack to build in, with the feature flags of cdk.json, and the VPC of another team."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

Resources = list[dict[str, Any]]
Find = Callable[[cdk.Stack, str], Resources]


def synthesized(stack: cdk.Stack) -> dict[str, Any]:
    stage = cdk.Stage.of(stack)
    assert stage is not None
    template: dict[str, Any] = stage.synth().get_stack_artifact(stack.artifact_id).template
    return template


@pytest.fixture(scope="session")
def context() -> Mapping[str, Any]:
    flags: Mapping[str, Any] = json.loads((Path(__file__).parents[2] / "cdk.json").read_text())["context"]
    return flags


@pytest.fixture
def stack(context: Mapping[str, Any]) -> cdk.Stack:
    """A stack that knows its region and not its account."""
    return cdk.Stack(cdk.App(context=dict(context)), "Test", env=cdk.Environment(region="us-east-2"))


@pytest.fixture
def agnostic(context: Mapping[str, Any]) -> cdk.Stack:
    """A stack that knows neither region nor account."""
    return cdk.Stack(cdk.App(context=dict(context)), "Test")


@pytest.fixture
def vpc(stack: cdk.Stack) -> ec2.IVpc:
    return ec2.Vpc.from_vpc_attributes(stack, "Vpc", vpc_id="vpc-0123456789abcdef0", availability_zones=["us-east-2b"])


@pytest.fixture
def subnet(stack: cdk.Stack) -> ec2.ISubnet:
    return ec2.Subnet.from_subnet_attributes(
        stack,
        "Subnet",
        subnet_id="subnet-0123456789abcdef0",
        availability_zone="us-east-2b",
        route_table_id="rtb-0123456789abcdef0",
    )


@pytest.fixture
def find() -> Find:
    """Return the resources of a type in the template of a stack; synthesizes its app once."""

    def resources(stack: cdk.Stack, kind: str) -> Resources:
        template = synthesized(stack)
        return [item for item in template.get("Resources", {}).values() if item["Type"] == kind]

    return resources


@pytest.fixture
def template() -> Callable[[cdk.Stack], dict[str, Any]]:
    """Return the template of a stack."""
    return synthesized
