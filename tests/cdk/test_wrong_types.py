"""Whatever is given to whichever prop of a construct: a `PropsError` that names it, never another error."""

from __future__ import annotations

import inspect
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import (
    Capacity,
    EfaSecurityGroup,
    NeuronImage,
    NodeGroup,
    NodeLaunchTemplate,
    PropsError,
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
    place = {"subnet": subnet} if kind is Trn2Instance else {"subnets": [subnet]}
    return {**KINDS[kind], **place, "vpc": vpc}


@pytest.mark.parametrize(("kind", "name"), PROPS, ids=[f"{kind.__name__}-{name}" for kind, name in PROPS])
def test_a_wrong_type_is_our_error(kind: Any, name: str, stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    good = props_of(kind, stack, vpc, subnet)
    errors: list[PropsError] = []
    for number, value in enumerate(WRONG):
        try:
            kind(stack, f"Bad{number}", **{**good, name: value})
        except PropsError as error:
            errors.append(error)
    assert len(errors) > 6, "most of these fit no prop"
    assert all(problem.code and problem.prop for error in errors for problem in error.problems)
