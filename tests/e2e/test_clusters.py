"""The real CDK CLI on this repository's app and its cluster files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from .account import groups, left_over, nodes
from .conftest import ROOT, Cdk

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.e2e
CLUSTERS = ROOT / "clusters"


def changed(file: str, place: Path, pattern: str, by: str) -> str:
    """Return the path of a copy of a cluster file with one thing changed."""
    text, count = re.subn(pattern, by, (CLUSTERS / file).read_text("utf-8"))
    assert count == 1, f"{pattern} is in {file} {count} times"
    copy = place / file
    copy.write_text(text, "utf-8")
    return str(copy)


def test_a_cluster_on_a_reservation_lives_through_a_count_update(cdk: Cdk, tmp_path: Path) -> None:
    file = str(CLUSTERS / "trn2-odcr.yaml")
    cdk.deploy(cluster=file)
    first = nodes(cdk)
    assert {item["InstanceType"] for item in first} == {"trn2.48xlarge"}
    assert len(first) == 16
    assert {len(item["NetworkInterfaces"]) for item in first} == {16}
    placed = {item["Placement"]["GroupName"] for item in first}
    assert placed == {item["GroupName"] for item in cdk.client("ec2").describe_placement_groups()["PlacementGroups"]}
    assert "(no changes)" in cdk.deploy(cluster=file)
    assert "Number of stacks with differences: 0" in cdk.diff(cluster=file)
    more = changed("trn2-odcr.yaml", tmp_path, "node_count: 16", "node_count: 18")
    cdk.deploy(cluster=more)
    assert groups(cdk)[0]["DesiredCapacity"] == 18
    assert {item["InstanceId"] for item in first} < {item["InstanceId"] for item in nodes(cdk)}
    cdk.destroy(cluster=more)
    assert left_over(cdk) == {}


def test_two_clusters_of_one_app(cdk: Cdk) -> None:
    files = ",".join(str(CLUSTERS / name) for name in ("trn2-on-demand.yaml", "trn2-odcr.yaml"))
    cdk.deploy(cluster=files)
    assert len(nodes(cdk)) == 1 + 16
    assert len(groups(cdk)) == 2
    cdk.destroy(cluster=files)
    assert left_over(cdk) == {}


@pytest.mark.parametrize("file", ["trn3-design.yaml", "rainier.yaml"])
def test_a_design_cannot_be_deployed(cdk: Cdk, file: str) -> None:
    done = cdk.deploy(code=1, cluster=str(CLUSTERS / file))
    assert "design" in done.output.lower()
    assert left_over(cdk) == {}
