"""A Capacity Block's life under the real CDK CLI: while it runs, no update loses a node that was not asked away."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cdk_trainium.spec import load_cluster

from .account import groups, left_over, nodes
from .test_clusters import CLUSTERS, changed

if TYPE_CHECKING:
    from .conftest import Cdk

pytestmark = pytest.mark.e2e
FILE = "trn2-block.yaml"
SPEC = load_cluster(CLUSTERS / FILE)
(GROUP,) = SPEC.groups
(BOUGHT,) = GROUP.capacity.blocks  # type: ignore[union-attr]
BEFORE = (BOUGHT.start - timedelta(hours=2)).isoformat()
BLOCK = {
    "instance_type": GROUP.instance_type,
    "zone_id": SPEC.zone_id,
    "count": GROUP.node_count,
    "start": BOUGHT.start.isoformat(),
    "end": BOUGHT.end.isoformat(),
    "reservation_id": BOUGHT.reservation_id,
}


def ids(cdk: Cdk) -> set[str]:
    return {item["InstanceId"] for item in nodes(cdk)}


def sizes(cdk: Cdk) -> tuple[int, int, int]:
    group: dict[str, Any] = groups(cdk)[0]
    return group["MinSize"], group["DesiredCapacity"], group["MaxSize"]


def test_no_update_loses_a_node_while_the_block_runs(cdk: Cdk, tmp_path: Path) -> None:
    cdk.control("scenario", now=BEFORE, blocks=[BLOCK])
    file = str(CLUSTERS / FILE)
    cdk.deploy(cluster=file)
    assert nodes(cdk) == []

    cdk.control("advance", by="2h10m")
    running = ids(cdk)
    assert len(running) == 16

    unrelated = changed(FILE, tmp_path, "project: llama", "project: llama\n  note: unrelated")
    cdk.deploy(cluster=unrelated)
    assert ids(cdk) == running
    assert sizes(cdk)[1] == 16

    active = changed(FILE, tmp_path, "phase: scheduled", "phase: active")
    cdk.deploy(cluster=active)
    assert ids(cdk) == running

    version = groups(cdk)[0]["LaunchTemplate"]["Version"]
    cdk.control("image", region="us-east-2", parameter=parameter_of(cdk))
    cdk.deploy(cluster=active)
    assert ids(cdk) == running
    assert groups(cdk)[0]["LaunchTemplate"]["Version"] != version, "the new image reaches the group"

    Path(active).write_text(Path(active).read_text("utf-8").replace("node_count: 16", "node_count: 12"), "utf-8")
    cdk.deploy(cluster=active)
    assert ids(cdk) < running
    assert len(nodes(cdk)) == 12

    cdk.control("advance", by="6d23h10m")
    assert nodes(cdk) == [], "scaled in before EC2 reclaims"
    cdk.control("advance", by="1h")
    cdk.destroy(cluster=active)
    assert left_over(cdk) == {}


def parameter_of(cdk: Cdk) -> str:
    """Return the public image parameter that the deployed template reads."""
    name = cdk.client("cloudformation").describe_stacks()["Stacks"]
    given = [item for stack in name for item in stack.get("Parameters", []) if "/neuron/" in item["ParameterValue"]]
    return str(given[0]["ParameterValue"])
