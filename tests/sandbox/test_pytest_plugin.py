from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import boto3
import pytest

import cdk_trainium
from cdk_trainium.sandbox import mock_account
from cdk_trainium.sandbox.guard import BeyondLoopbackError

TEAM_TEST = """
import pytest

def test_a_full_account_refuses(trainium_account):
    trainium_account.quota("L-2C3B7624", 0)
    quotas = trainium_account.client("service-quotas")
    assert quotas.get_service_quota(ServiceCode="ec2", QuotaCode="L-2C3B7624")["Quota"]["Value"] == 0

def test_the_next_test_starts_afresh(trainium_account):
    quotas = trainium_account.client("service-quotas")
    assert quotas.get_service_quota(ServiceCode="ec2", QuotaCode="L-2C3B7624")["Quota"]["Value"] > 0

@pytest.mark.trainium_scenario("block.yaml")
def test_a_scenario_beside_the_file(trainium_account):
    assert trainium_account.client("ec2").describe_capacity_blocks()["CapacityBlocks"]
"""


def test_a_team_needs_one_line_in_its_conftest(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["cdk_trainium.sandbox.pytest"]\n')
    (tmp_path / "test_team.py").write_text(TEAM_TEST)
    (tmp_path / "block.yaml").write_text("blocks: [{count: 4, zone: us-east-2a, start: +1h, end: +25h}]\n")
    source = str(Path(cdk_trainium.__file__).parents[1])
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-W", "error", "--strict-markers", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "3 passed" in ran.stdout) == (0, True), ran.stdout


def test_credentials_are_dummies_whatever_the_shell_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "production")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAREAL")
    monkeypatch.setenv("AWS_ENDPOINT_URL_EC2", "https://ec2.us-east-1.amazonaws.com")
    with mock_account(region="us-east-2"):
        assert boto3.Session().get_credentials().access_key == "testing"
        assert "AWS_PROFILE" not in os.environ
        assert boto3.client("ec2").describe_regions()["Regions"]
    assert os.environ["AWS_PROFILE"] == "production"


def test_no_socket_leaves_this_machine(account: Any, tmp_path: Path) -> None:
    with socket.socket() as sock, pytest.raises(BeyondLoopbackError):
        sock.connect(("192.0.2.1", 443))
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as sock:
        sock.connect(server.getsockname())


def test_as_a_decorator() -> None:
    @mock_account(region="us-west-2")
    def inside() -> str:
        return str(boto3.client("ec2").meta.region_name)

    assert inside() == "us-west-2"
