"""Keys of CDK context in an app of somebody else's: what is meant for us and read by nobody is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import aws_cdk as cdk
import pytest

from cdk_trainium import (
    Capacity,
    ClusterNetwork,
    EfaSecurityGroup,
    NeuronImage,
    NodeLaunchTemplate,
    TrainiumError,
)
from cdk_trainium.cdk.context import catalog_at


def launch_template(stack: cdk.Stack) -> NodeLaunchTemplate:
    network = ClusterNetwork(stack, "Network", zone="us-east-2b")
    group = EfaSecurityGroup(stack, "Efa", vpc=network.vpc)
    image = NeuronImage(id="ami-0123456789abcdef0", os="ubuntu-24.04")
    capacity = Capacity.on_demand()
    return NodeLaunchTemplate(
        stack, "Nodes", instance_type="trn2.48xlarge", capacity=capacity, image=image, security_group=group
    )


@pytest.mark.parametrize(
    "key",
    ["cdk-trainium:catalogue", "cdk-trainium:region", "cdk_trainium:catalog", "CDK-Trainium.x", "cdk-trainium-catalog"],
)
def test_a_key_of_ours_that_nothing_reads_is_refused(context: Mapping[str, Any], key: str) -> None:
    stack = cdk.Stack(
        cdk.App(context={**context, key: "overlay.yaml"}), "Test", env=cdk.Environment(region="us-east-2")
    )
    for ask in (lambda: catalog_at(stack), lambda: launch_template(stack)):
        with pytest.raises(TrainiumError) as caught:
            ask()
        assert caught.value.codes == ["TRN002"]
        assert caught.value.problems[0].prop == key


@pytest.mark.parametrize("key", ["trainium:nodes", "stage", "catalog", "@cdk-trainium-team/x:y", "cdk-trainium-team"])
def test_a_key_of_the_team_is_left_alone(context: Mapping[str, Any], key: str) -> None:
    stack = cdk.Stack(cdk.App(context={**context, key: "x"}), "Test", env=cdk.Environment(region="us-east-2"))
    assert catalog_at(stack).types
    assert launch_template(stack).info.vcpus
