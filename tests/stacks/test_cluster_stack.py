"""ClusterStack: every group has an output of its own."""

from pathlib import Path

import aws_cdk as cdk
import pytest

from cdk_trainium import InputError
from cdk_trainium.spec import load_cluster
from stacks.cluster_stack import ClusterStack

TEXT = """
name: two
region: us-east-2
zone: us-east-2b
groups:
  - {name: NAME, instance_type: trn2.48xlarge, node_count: 1, capacity: {kind: on-demand}, design_only: true}
ultraservers:
  - {name: pod, node_count: 4, design_only: true}
"""


def made(folder: Path, name: str) -> ClusterStack:
    file = folder / "two.yaml"
    file.write_text(TEXT.replace("NAME", name))
    return ClusterStack(cdk.App(), load_cluster(file))


@pytest.mark.parametrize("name", ["pod1", "pod-1"])
def test_a_group_named_as_a_unit_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        made(tmp_path, name)
    assert caught.value.codes == ["TRN006"]


def test_other_names_have_an_output_each(tmp_path: Path) -> None:
    stack = made(tmp_path, "pod2")
    names = {child.node.id for child in stack.node.children if isinstance(child, cdk.CfnOutput)}
    assert names == {"VpcId", "pod1AutoScalingGroup", "pod2AutoScalingGroup"}
