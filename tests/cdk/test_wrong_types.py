"""Whatever is given to whichever prop of a construct: a `PropsError` that names it, never another error."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import (
    BlockEvents,
    Capacity,
    ClusterNetwork,
    EfaSecurityGroup,
    InputError,
    NeuronImage,
    NodeGroup,
    NodeLaunchTemplate,
    PropsError,
    TrainingCluster,
    Trn2Instance,
    UltraCluster,
    UltraServer,
)

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
NODE = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand(), "image": IMAGE}
KINDS: dict[Any, dict[str, Any]] = {
    NodeGroup: NODE,
    UltraCluster: {**NODE, "group_count": 2, "node_count": 4},
    UltraServer: {"node_count": 4, "design_only": True, "image": IMAGE},
    Trn2Instance: NODE,
    NodeLaunchTemplate: NODE,
    EfaSecurityGroup: {},
    ClusterNetwork: {"zone": "us-east-2b"},
    BlockEvents: {"reservation_ids": ["cr-0123456789abcdef0"]},
    TrainingCluster: {"cluster": Path(__file__).parents[2] / "clusters" / "trn2-odcr.yaml"},
}
WITHOUT_VPC = (ClusterNetwork, BlockEvents)
TOKENS = {
    "number": cdk.Token.as_number({"Ref": "Number"}),
    "list": cdk.Token.as_list({"Ref": "List"}),
    "any": cdk.Token.as_any({"Ref": "Any"}),
}
WRONG: list[Any] = ["x y", "", 7, -1, 2.5, True, b"x", [1], {"a": 1}, {1: "a"}, object(), [object()]]
PROPS = [
    (kind, name)
    for kind in KINDS
    for name, parameter in inspect.signature(kind.__init__).parameters.items()
    if parameter.kind is inspect.Parameter.KEYWORD_ONLY
]


def props_of(kind: Any, stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> dict[str, Any]:
    if kind is NodeLaunchTemplate:
        return {**KINDS[kind], "security_group": EfaSecurityGroup(stack, "Efa", vpc=vpc)}
    if kind in WITHOUT_VPC:
        return KINDS[kind]
    if kind is EfaSecurityGroup:
        return {"vpc": vpc}
    place = {"subnet": subnet} if kind is Trn2Instance else {"subnets": [subnet]}
    return {**KINDS[kind], **place, "vpc": vpc}


@pytest.mark.parametrize(("kind", "name"), PROPS, ids=[f"{kind.__name__}-{name}" for kind, name in PROPS])
def test_a_wrong_type_is_our_error(kind: Any, name: str, stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    good = props_of(kind, stack, vpc, subnet)
    errors = refusals(kind, stack, good, name, WRONG)
    assert len(errors) > 5, "most of these fit no prop"
    props = [problem for error in errors if isinstance(error, PropsError) for problem in error.problems]
    assert all(problem.code and problem.prop for problem in props)


def refusals(kind: Any, stack: cdk.Stack, good: dict[str, Any], name: str, values: Sequence[Any]) -> list[InputError]:
    """Return the errors of ours; any other ends the test."""
    errors: list[InputError] = []
    for number, value in enumerate(values):
        try:
            kind(stack, f"Bad{number}", **{**good, name: value})
        except InputError as error:
            errors.append(error)
    return errors


@pytest.mark.parametrize(("kind", "name"), PROPS, ids=[f"{kind.__name__}-{name}" for kind, name in PROPS])
def test_the_token_of_another_type_is_our_error_or_fits(
    kind: Any, name: str, stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet
) -> None:
    """What was accepted must also synthesize."""
    good = props_of(kind, stack, vpc, subnet)
    refusals(kind, stack, good, name, list(TOKENS.values()))
    stage = cdk.Stage.of(stack)
    assert stage is not None
    assert stage.synth()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_construct_outside_of_any_stack_is_our_error(
    kind: Any, stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet
) -> None:
    app, good = cdk.App(), props_of(kind, stack, vpc, subnet)
    for scope in (app, cdk.Stage(app, "Stage")):
        with pytest.raises(PropsError) as raised:
            kind(scope, "Bad", **good)
        assert [item.code for item in raised.value.problems] == ["TRN003"]
