"""The public names, and that importing the package costs nothing."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cdk_trainium

NAMES = {
    "Block",
    "BlockEvents",
    "Capacity",
    "ClusterFileError",
    "ClusterNetwork",
    "ClusterSpec",
    "EfaSecurityGroup",
    "InputError",
    "InstanceTypeInfo",
    "NeuronImage",
    "NodeGroup",
    "NodeLaunchTemplate",
    "PropsError",
    "TrainingCluster",
    "TrainiumError",
    "TrainiumReview",
    "Trn2Instance",
    "UltraCluster",
    "UltraServer",
    "__version__",
}


def test_the_public_names_are_these() -> None:
    assert set(cdk_trainium.__all__) == NAMES
    assert set(dir(cdk_trainium)) == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_each_can_be_imported_and_tells_what_it_is(name: str) -> None:
    value: Any = getattr(cdk_trainium, name)
    assert name == "__version__" or value.__doc__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        cdk_trainium.Trn9Instance  # noqa: B018


def test_importing_loads_no_cdk_and_makes_no_client() -> None:
    code = "import sys, cdk_trainium; print(sorted({'aws_cdk', 'jsii', 'boto3', 'pydantic'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "constructs")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
