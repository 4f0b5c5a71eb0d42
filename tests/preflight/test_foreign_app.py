"""An app that is not ours: its assembly is judged as it is, the quota is raised, and the second run passes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import boto3
import pytest

from cdk_trainium.demand import Demand
from cdk_trainium.demand.from_templates import from_templates
from cdk_trainium.findings import Level, Report, Verdict
from cdk_trainium.preflight import run
from cdk_trainium.preflight.increase import Increase
from cdk_trainium.sandbox import mock_account
from cdk_trainium.sandbox.builder import Account
from cdk_trainium.template import load

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "examples" / "team_stack"


@pytest.fixture(scope="module")
def demand(tmp_path_factory: pytest.TempPathFactory) -> Demand:
    """Synthesize the team's app and return what it asks."""
    out = tmp_path_factory.mktemp("team")
    sources = os.pathsep.join([str(ROOT / "constructs"), str(APP)])
    environment = {**os.environ, "CDK_OUTDIR": str(out), "PYTHONPATH": sources}
    subprocess.run([sys.executable, "app.py"], cwd=APP, env=environment, check=True, timeout=120)
    (only,) = from_templates(load([out]).templates)
    return only


def judge(demand: Demand, account: Account) -> Report:
    return run(demand, session=boto3.Session(), clock=lambda: account.now)


def errors(report: Report) -> set[str]:
    return {item.id for item in report.findings if item.level is Level.ERROR}


def test_the_assembly_of_another_app_is_understood(demand: Demand) -> None:
    (group,) = demand.groups
    assert (group.instance_type, group.count, group.desired) == ("trn2.48xlarge", 8, 0)
    assert group.capacity.ids == ("cr-0123456789abcdef0",)
    assert group.zone == "us-east-2b"
    assert demand.not_determined == ()


def test_a_quota_that_is_too_small_is_found_raised_and_passed(demand: Demand) -> None:
    with mock_account(region="us-east-2") as state:
        account = Account(state)
        account.stand_still("2026-12-01T09:00:00Z")
        account.block(
            count=8,
            start="2026-12-07T11:30:00Z",
            end="2026-12-14T11:30:00Z",
            zone="us-east-2b",
            reservation_id="cr-0123456789abcdef0",
        )
        account.quota("L-DF5E4CA3", 100)
        # CDK's bootstrap stack writes it.
        account.client("ssm").put_parameter(Name="/cdk-bootstrap/hnb659fds/version", Value="24", Type="String")
        first = judge(demand, account)
        assert errors(first) == {"quota-network-interfaces"}
        (finding,) = (item for item in first.findings if item.level is Level.ERROR)
        assert [finding.evidence[name] for name in ("have", "used", "need", "missing")] == [100, 0, 128, 28]
        Increase(boto3.Session(), "us-east-2", "vpc", "L-DF5E4CA3").file(128)
        second = judge(demand, account)
        assert errors(second) == set()
        assert second.verdict is Verdict.PASS
