"""NeuronImage: pinned or floating, with the device and root size of its family."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import NeuronImage, PropsError
from cdk_trainium.catalog import default
from cdk_trainium.spec import ImageSpec

AMI = "ami-0123456789abcdef0"
PATHS = [
    ("neuron-base", "ubuntu-24.04", "/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id"),
    ("neuron-base", "amazon-linux-2023", "/aws/service/neuron/dlami/base/amazon-linux-2023/latest/image_id"),
    ("neuron-multi-framework", None, "/aws/service/neuron/dlami/multi-framework/ubuntu-24.04/latest/image_id"),
    ("ecs-neuron", None, "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id"),
    (
        "eks-neuron",
        None,
        "/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/neuron/recommended/image_id",
    ),
    (
        "eks-nvidia",
        None,
        "/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/nvidia/recommended/image_id",
    ),
]


def parameters(stack: cdk.Stack) -> list[dict[str, Any]]:
    stage = cdk.Stage.of(stack)
    assert stage is not None
    found = stage.synth().get_stack_artifact(stack.artifact_id).template["Parameters"]
    return [item for item in found.values() if item["Type"] == "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>"]


def node(stack: cdk.Stack, image: NeuronImage) -> None:
    ec2.CfnInstance(stack, "Node", image_id=image.image_id(stack))


@pytest.mark.parametrize(("family", "os", "path"), PATHS)
def test_a_floating_image_follows_its_public_parameter(
    agnostic: cdk.Stack, family: str, os: str | None, path: str
) -> None:
    kubernetes = "1.34" if family.startswith("eks") else None
    node(agnostic, NeuronImage(family=family, os=os, kubernetes=kubernetes, floating=True))
    assert [item["Default"] for item in parameters(agnostic)] == [path]


def test_a_parameter_of_ones_own(agnostic: cdk.Stack) -> None:
    node(agnostic, NeuronImage(ssm_parameter="/golden/neuron", floating=True))
    assert [item["Default"] for item in parameters(agnostic)] == ["/golden/neuron"]


def test_a_pinned_id(stack: cdk.Stack) -> None:
    assert NeuronImage(id=AMI).image_id(stack) == AMI


def test_ids_by_region(stack: cdk.Stack) -> None:
    assert NeuronImage(ids={"us-east-2": AMI, "us-west-2": "ami-00000001"}).image_id(stack) == AMI


def test_ids_where_the_region_is_known_at_deployment(agnostic: cdk.Stack) -> None:
    node(agnostic, NeuronImage(ids={"us-east-2": AMI}))
    stage = cdk.Stage.of(agnostic)
    assert stage is not None
    mappings = stage.synth().get_stack_artifact(agnostic.artifact_id).template["Mappings"]
    assert [item["us-east-2"] for item in mappings.values()] == [{"ami": AMI}]


def test_no_id_for_the_region(stack: cdk.Stack) -> None:
    with pytest.raises(PropsError) as caught:
        NeuronImage(ids={"us-west-2": AMI}).image_id(stack)
    assert caught.value.codes == ["TRN505"]


@pytest.mark.parametrize(
    ("props", "code"),
    [
        ({}, "TRN501"),
        ({"floating": False}, "TRN501"),
        ({"id": AMI, "floating": True}, "TRN502"),
        ({"id": "ami-x"}, "TRN001"),
        ({"family": "neuron-multi-framework", "os": "amazon-linux-2023", "floating": True}, "TRN503"),
        ({"os": "amazon-linux-2023", "floating": True}, "TRN503"),
        ({"family": "eks-neuron", "floating": True}, "TRN504"),
        ({"family": "dlami", "floating": True}, "TRN001"),
    ],
)
def test_misuse(props: dict[str, Any], code: str) -> None:
    with pytest.raises(PropsError) as caught:
        NeuronImage(**props)
    assert caught.value.codes == [code]


@pytest.mark.parametrize(
    ("family", "os", "device", "gib"),
    [
        ("neuron-base", "ubuntu-24.04", "/dev/sda1", 512),
        ("neuron-base", "amazon-linux-2023", "/dev/xvda", 512),
        ("nvidia-base", None, "/dev/sda1", 200),
    ],
)
def test_root_volume_of_a_family(family: str, os: str | None, device: str, gib: int) -> None:
    image = NeuronImage(family=family, os=os, floating=True)
    assert (image.root_device, image.root_gib) == (device, gib)


@pytest.mark.parametrize(("name", "word"), [("trn2.48xlarge", "neuron"), ("p5en.48xlarge", "nvidia")])
def test_the_default_family_fits_the_accelerators(name: str, word: str) -> None:
    info = default().find(name)
    assert info is not None
    assert word in NeuronImage.of(ImageSpec(floating=True), info).ssm_parameter


def test_it_serves_constructs_of_the_cdk(stack: cdk.Stack) -> None:
    ec2.LaunchTemplate(stack, "Theirs", machine_image=NeuronImage(id=AMI), require_imdsv2=True)
    stage = cdk.Stage.of(stack)
    assert stage is not None
    template = stage.synth().get_stack_artifact(stack.artifact_id).template
    (found,) = [item for item in template["Resources"].values() if item["Type"] == "AWS::EC2::LaunchTemplate"]
    assert found["Properties"]["LaunchTemplateData"]["ImageId"] == AMI
