"""The real CDK CLI on an app of plain CDK: a stack's life, a refusal, two stacks with an export, a nested stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .account import groups, left_over, nodes

if TYPE_CHECKING:
    from .conftest import Cdk

pytestmark = pytest.mark.e2e


def days_of_logs(cdk: Cdk) -> set[int]:
    found = cdk.client("logs").describe_log_groups(logGroupNamePrefix="Base-Nested")["logGroups"]
    return {item["retentionInDays"] for item in found}


def test_a_life_from_deployment_to_destruction(raw: Cdk) -> None:
    done = raw.deploy()
    assert "NestedGroup" in done, "outputs of a nested stack reach the parent's"
    assert len(nodes(raw)) == 2
    first = {item["InstanceId"] for item in nodes(raw)}

    done = raw.deploy()
    assert done.output.count("(no changes)") == 2
    assert "Number of stacks with differences: 0" in raw.diff()

    raw.deploy(count="3", days="30")
    assert len(nodes(raw)) == 3
    assert first < {item["InstanceId"] for item in nodes(raw)}, "the nodes that ran are still there"
    assert groups(raw)[0]["LaunchTemplate"]["Version"] == "1"
    assert days_of_logs(raw) == {30}

    raw.deploy(count="3", days="30", image=image_of(raw))
    assert groups(raw)[0]["LaunchTemplate"]["Version"] == "2"

    raw.deploy(count="3", days="30", image=image_of(raw), team="two")
    assert {"Key": "team", "Value": "two"} in tags_of_network(raw)

    before = groups(raw)[0], {item["InstanceId"] for item in nodes(raw)}
    done = raw.deploy("Base", code=1, count="5", days="90", image=image_of(raw), team="two", fault="1")
    assert "InvalidSubnet.Conflict" in done
    assert raw.client("cloudformation").describe_stacks(StackName="Base")["Stacks"][0]["StackStatus"] == (
        "UPDATE_ROLLBACK_COMPLETE"
    )
    assert groups(raw)[0]["DesiredCapacity"] == before[0]["DesiredCapacity"] == 3
    assert days_of_logs(raw) == {30}
    assert "(no changes)" in raw.deploy("Base", count="3", days="30", image=image_of(raw), team="two")

    done = raw.run("destroy", "Base", "--exclusively", "--force", code=1)
    assert "in use by Guest" in done, "an export in use keeps its stack"
    raw.destroy()
    assert left_over(raw) == {}


def test_a_first_deployment_that_fails_leaves_nothing(raw: Cdk) -> None:
    done = raw.deploy("Base", code=1, fault="1")
    assert "InvalidSubnet.Conflict" in done
    found = raw.client("cloudformation").describe_stacks(StackName="Base")["Stacks"][0]
    assert found["StackStatus"] == "ROLLBACK_COMPLETE"
    left = left_over(raw)
    assert left.pop("stacks") == ["Base"]
    assert left == {}
    raw.deploy("Base")
    assert len(nodes(raw)) == 2, "the CLI deletes the failed stack and deploys anew"
    raw.destroy()
    assert left_over(raw) == {}


def image_of(raw: Cdk) -> str:
    name = "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"
    value: str = raw.client("ssm").get_parameter(Name=name)["Parameter"]["Value"]
    return value


def tags_of_network(raw: Cdk) -> list[dict[str, str]]:
    name = [{"Name": "tag:Name", "Values": ["Base/Vpc"]}]
    tags: list[dict[str, str]] = raw.client("ec2").describe_vpcs(Filters=name)["Vpcs"][0]["Tags"]
    return tags
