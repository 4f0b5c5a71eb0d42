"""The team's stacks, deployed into a simulated account: what runs when the block has started."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

APP = Path(__file__).parents[1]
BLOCK = "cr-0123456789abcdef0"


@pytest.fixture(scope="module")
def assembly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("cdk.out")
    context = json.dumps(json.loads((APP / "cdk.json").read_text())["context"])
    environment = os.environ | {"CDK_OUTDIR": str(out), "CDK_CONTEXT_JSON": context, "CDK_VALIDATION": "false"}
    subprocess.run([sys.executable, "app.py"], cwd=APP, env=environment, check=True)
    return out


def deploy(account: Any, assembly: Path, stack: str) -> str:
    client = account.client("cloudformation")
    body = (assembly / f"{stack}.template.json").read_text()
    client.create_stack(StackName=stack, TemplateBody=body, Capabilities=["CAPABILITY_IAM"])
    return str(client.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"])


def nodes(account: Any) -> list[dict[str, Any]]:
    states = [{"Name": "instance-state-name", "Values": ["running"]}]
    found = account.client("ec2").describe_instances(Filters=states)["Reservations"]
    return [node for reservation in found for node in reservation["Instances"]]


def test_eight_nodes_run_in_the_block_and_are_gone_before_it_ends(trainium_account: Any, assembly: Path) -> None:
    trainium_account.stand_still("2030-12-01T09:00:00Z")
    trainium_account.client("ssm").put_parameter(
        Name="/cdk-bootstrap/hnb659fds/version", Value="30", Type="String", Overwrite=True
    )
    trainium_account.block(
        count=8, zone="us-east-2b", start="2030-12-02T11:30:00Z", end="2030-12-09T11:30:00Z", reservation_id=BLOCK
    )
    for stack in ("Network", "Training"):
        assert deploy(trainium_account, assembly, stack) == "CREATE_COMPLETE"
    assert nodes(trainium_account) == []
    trainium_account.advance("1d3h")
    running = nodes(trainium_account)
    assert {node["CapacityReservationId"] for node in running} == {BLOCK}
    assert [len(node["NetworkInterfaces"]) for node in running] == [16] * 8
    trainium_account.advance("6d23h")
    assert nodes(trainium_account) == []
    assert not [event for event in trainium_account.events if "Interruption" in event["detail-type"]]
