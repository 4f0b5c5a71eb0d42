"""What constructs of ours know of their place without asking the CDK again, and that it is what the CDK says."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2
from constructs import Construct

from cdk_trainium import NeuronImage
from cdk_trainium.cdk.context import Surroundings

FLOATING = NeuronImage(floating=True)


class Ours(Construct):
    """A construct that looks around as those of the package do."""

    def __init__(self, scope: Construct, id: str) -> None:
        """Look around."""
        super().__init__(scope, id)
        self._around = Surroundings(self, scope, id)

    @property
    def around(self) -> Surroundings:
        """Where it stands."""
        return self._around


def image_parameters(stack: cdk.Stack) -> list[Any]:
    stage = cdk.Stage.of(stack)
    assert stage is not None
    template = stage.synth(force=True).get_stack_artifact(stack.artifact_id).template
    return [name for name, body in template["Parameters"].items() if "Image" in body["Type"]]


@pytest.mark.parametrize("id", ["Inner", "in/ner", "a b", "x-1.y"])
def test_the_path_is_that_of_the_cdk(stack: cdk.Stack, id: str) -> None:
    outer = Ours(stack, "Outer")
    inner = Ours(outer, id)
    between = Ours(Construct(inner, "between"), "Last")
    for one in (outer, inner, between):
        assert one.around.path == one.node.path


def test_what_stands_in_a_stack_further_down_is_of_that_stack() -> None:
    app = cdk.App()
    outer = Ours(cdk.Stack(app, "here", env=cdk.Environment(region="us-east-2")), "Outer")
    there = cdk.Stack(outer, "there", env=cdk.Environment(region="eu-north-1"))
    inner = Ours(there, "Inner")
    assert [one.around.region for one in (outer, Ours(outer, "Beside"), inner)] == ["us-east-2"] * 2 + ["eu-north-1"]
    assert inner.around.stack is there


def test_a_subnet_is_asked_once_by_all_below_one_construct(stack: cdk.Stack) -> None:
    subnet = ec2.CfnSubnet.from_subnet_id(stack, "Subnet", "subnet-0123456789abcdef0")
    outer = Ours(stack, "Outer")
    (first,) = outer.around.told([subnet])
    (below,) = Ours(outer, "Inner").around.told([subnet])
    (other,) = Ours(stack, "Other").around.told([subnet])
    assert below is first
    assert other is not first


def test_a_parameter_is_made_once_in_each_stack() -> None:
    app = cdk.App()
    stacks = [cdk.Stack(app, name) for name in ("one", "two")]
    for stack in stacks:
        for name in ("A", "B"):
            ec2.CfnInstance(stack, name, image_id=FLOATING.image_id(Construct(stack, f"At{name}")))
    assert [len(image_parameters(stack)) for stack in stacks] == [1, 1]
