"""Public reports of kind 9: what a mock lets pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.exceptions import NoRegionError

import cdk_trainium
from cdk_trainium.sandbox import mock_account

IMPORT_EVERYTHING = """
import importlib, pkgutil, socket
import boto3, botocore.session

def boom(*_, **__):
    raise AssertionError("client or socket at import time")

boto3.client = boto3.resource = boom
botocore.session.Session.create_client = boom
socket.socket.connect = boom
package = importlib.import_module("cdk_trainium.sandbox")
for info in pkgutil.walk_packages(package.__path__, "cdk_trainium.sandbox."):
    importlib.import_module(info.name)
print("ok")
"""


@pytest.mark.parametrize(
    ("operation", "given"),
    [
        ("describe_capacity_reservations", {}),
        ("describe_placement_groups", {}),
        ("describe_capacity_block_offerings", {"InstanceType": "trn2.48xlarge", "CapacityDurationHours": 24}),
        ("describe_capacity_blocks", {}),
        ("describe_capacity_block_status", {}),
    ],
)
def test_k9_01_the_operations_that_moto_lacks_answer(ec2: Any, operation: str, given: dict[str, Any]) -> None:
    assert getattr(ec2, operation)(**given)["ResponseMetadata"]["HTTPStatusCode"] == 200


def test_k9_05_no_region_is_invented(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    with mock_account(), pytest.raises(NoRegionError):
        boto3.Session().client("ec2")


def test_k9_07_importing_makes_no_client_and_opens_no_socket() -> None:
    source = str(Path(cdk_trainium.__file__).parents[1])
    command = [sys.executable, "-W", "error", "-c", IMPORT_EVERYTHING]
    ran = subprocess.run(command, env={"PYTHONPATH": source}, capture_output=True, text=True, check=False)
    assert ran.stdout.strip() == "ok", ran.stderr
