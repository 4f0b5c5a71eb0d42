"""A foreign app with its own `stacks/` folder, run as its team runs it: from its folder, on the package alone."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "team_stack"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, installed into a folder of its own: what it brings, and nothing of this checkout."""
    made, folder = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip"]
    build = [*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(made), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = made.glob("*.whl")
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--target", str(folder), str(wheel)], check=True)
    return folder


@pytest.fixture(scope="module")
def resources(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    out = tmp_path_factory.mktemp("team")
    context = json.loads((EXAMPLE / "cdk.json").read_text())["context"]
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(installed),
        "JSII_NODE": os.environ.get("JSII_NODE", "node"),
        "CDK_OUTDIR": str(out),
        "CDK_CONTEXT_JSON": json.dumps(context),
        "CDK_VALIDATION": "false",
    }
    command = [sys.executable, "app.py"]
    done = subprocess.run(command, cwd=EXAMPLE, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    template = json.loads((out / "Training.template.json").read_text())
    return list(template["Resources"].values())


def of(resources: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [item for item in resources if item["Type"] == kind]


def test_the_nodes_stand_in_the_teams_private_subnet(resources: list[dict[str, Any]]) -> None:
    (group,) = of(resources, "AWS::AutoScaling::AutoScalingGroup")
    assert "PrivateSubnet" in str(group["Properties"]["VPCZoneIdentifier"])
    assert not of(resources, "AWS::EC2::VPC")


def test_the_teams_tag_reaches_the_nodes(resources: list[dict[str, Any]]) -> None:
    (template,) = of(resources, "AWS::EC2::LaunchTemplate")
    tags = template["Properties"]["LaunchTemplateData"]["TagSpecifications"][0]["Tags"]
    assert {"Key": "team", "Value": "language-models"} in tags


def test_the_nodes_may_read_the_bucket_and_the_bastion_may_reach_them(resources: list[dict[str, Any]]) -> None:
    assert any("s3:GetObject*" in str(item) for item in of(resources, "AWS::IAM::Policy"))
    ports = [item["Properties"].get("FromPort") for item in of(resources, "AWS::EC2::SecurityGroupIngress")]
    assert 6006 in ports
