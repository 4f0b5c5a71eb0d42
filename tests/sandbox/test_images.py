from __future__ import annotations

from typing import Any

import boto3
import pytest

from cdk_trainium.sandbox import mock_account
from cdk_trainium.sandbox.images.parameters import publish
from cdk_trainium.sandbox.state import AccountState, region_of

from .codes import refused

NEURON = "/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id"
EKS = "/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/neuron/recommended/image_id"
ECS = "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id"


def image_of(parameter: str, region: str = "us-east-2") -> dict[str, Any]:
    image_id = boto3.client("ssm", region_name=region).get_parameter(Name=parameter)["Parameter"]["Value"]
    images = boto3.client("ec2", region_name=region).describe_images(ImageIds=[image_id])["Images"]
    answer: dict[str, Any] = images[0]
    return answer


@pytest.mark.parametrize("parameter", [NEURON, EKS, ECS])
def test_public_parameters_name_images_that_exist(account: AccountState, parameter: str) -> None:
    image = image_of(parameter)
    assert image["Architecture"] == "x86_64"
    assert image["ImageOwnerAlias"] == "amazon"
    assert image["CreationDate"] > "2024-12-20"
    root = image["BlockDeviceMappings"][0]
    assert root["DeviceName"] == image["RootDeviceName"]
    assert root["Ebs"]["VolumeSize"] > 0


def test_ids_are_regional_and_stable(account: AccountState) -> None:
    assert image_of(NEURON)["ImageId"] != image_of(NEURON, "us-west-2")["ImageId"]
    before = image_of(NEURON)["ImageId"]
    with mock_account(region="us-east-2"):
        assert image_of(NEURON)["ImageId"] == before


def test_a_region_without_neuron_images_has_eks_ones(account: AccountState) -> None:
    with refused("ParameterNotFound"):
        image_of(NEURON, "ap-south-2")
    assert image_of(EKS, "ap-south-2")["ImageId"]


def test_the_path_can_be_listed(account: AccountState) -> None:
    found = boto3.client("ssm").get_parameters_by_path(Path="/aws/service/neuron/", Recursive=True)["Parameters"]
    assert NEURON in [item["Name"] for item in found]


def test_a_newer_image_under_the_same_parameter(account: AccountState) -> None:
    before = image_of(NEURON)
    made = publish(region_of("us-east-2"), NEURON)
    after = image_of(NEURON)
    assert (after["ImageId"], after["ImageId"] == before["ImageId"]) == (made, False)
    assert image_of(ECS)["ImageId"]


def test_a_root_volume_below_the_snapshot_is_refused(account: AccountState, ec2: Any, network: Any) -> None:
    image = image_of(NEURON)
    size = image["BlockDeviceMappings"][0]["Ebs"]["VolumeSize"]

    def launch(gib: int) -> Any:
        disk = {"DeviceName": image["RootDeviceName"], "Ebs": {"VolumeSize": gib, "VolumeType": "gp3"}}
        return network.launch(ImageId=image["ImageId"], BlockDeviceMappings=[disk])

    with refused("InvalidBlockDeviceMapping"):
        launch(size - 1)
    launch(size)
    assert [volume["Size"] for volume in ec2.describe_volumes()["Volumes"]] == [size]
