"""Every documented limit is found when it is broken, and only then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.demand.from_spec import from_spec
from cdk_trainium.demand.limits import broken_limits
from cdk_trainium.demand.summary import summary
from cdk_trainium.demand.volumes import IOPS_QUOTAS, STORAGE_QUOTAS
from cdk_trainium.spec import load_cluster

ROOT = Path(__file__).resolve().parents[2]


def broken(**demand: Any) -> dict[str, float]:
    limits = broken_limits(Demand.model_validate({"region": "us-east-2", **demand}), default())
    return {item.what: item.limit for item in limits}


def group(**more: Any) -> dict[str, Any]:
    return {"name": "g", "instance_type": "trn2.48xlarge", **more}


@pytest.mark.parametrize(
    ("what", "over", "within"),
    [
        ("nodes per Capacity Block", {"count": 65, "capacity": "block"}, {"count": 64, "capacity": "block"}),
        (
            "nodes of one reservation",
            {"count": 1001, "capacity": {"kind": "reservation", "creates_reservation": True}},
            {"count": 1000, "capacity": {"kind": "reservation", "creates_reservation": True}},
        ),
        ("Network interfaces per Region", {"count": 313}, {"count": 312}),
        ("Network Address Usage per VPC", {"count": 4001}, {"count": 4000}),
        ("Network Address Usage of one VPC at most", {"count": 16001}, {"count": 16000}),
    ],
)
def test_limits_of_one_group(what: str, over: dict[str, Any], within: dict[str, Any]) -> None:
    assert what in broken(groups=[group(**over)])
    assert what not in broken(groups=[group(**within)])


def test_blocks_are_limited_together() -> None:
    what = "nodes across all Capacity Blocks of an account"
    groups = [group(name=f"g{at}", count=64, capacity="block") for at in range(5)]
    assert broken(groups=groups)[what] == 256
    assert what not in broken(groups=groups[:4])


def test_subnets_of_the_plan_must_hold_their_groups() -> None:
    subnets = [{"name": "s", "cidr": "10.0.0.0/24"}]
    assert (
        broken(groups=[group(count=16, new_subnets=["s"])], new_subnets=subnets)["free addresses of the subnets"] == 251
    )
    within = broken(groups=[group(count=15, new_subnets=["s"])], new_subnets=subnets)
    assert "free addresses of the subnets" not in within


def test_templates_are_limited_alone_and_as_a_tree() -> None:
    parent = {"path": "a", "resources": 400, "bytes": 10}
    children = [{"path": f"n{at}", "resources": 450, "bytes": 10, "parent": "a"} for at in range(5)]
    found = broken(templates=[parent, *children])
    assert found == {"resources of a stack with its nested stacks": 2500}
    assert broken(templates=[{**parent, "resources": 501}]) == {"resources per template": 500}
    assert broken(templates=[{**parent, "bytes": 1_000_001}]) == {"size of a template": 1_000_000}


def test_counts_are_held_against_the_defaults() -> None:
    assert set(broken(counts={"vpcs": 6, "auto_scaling_groups": 501})) == {
        "VPCs per Region",
        "Auto Scaling groups per region",
    }
    assert broken(counts={"vpcs": 5, "auto_scaling_groups": 500, "placement_groups": 500}) == {}
    assert "placement groups per region" in broken(counts={"placement_groups": 501})


def test_half_a_million_chips_break_a_page_of_limits() -> None:
    demand = from_spec(load_cluster(ROOT / "clusters" / "rainier.yaml"))
    found = {item.what: item for item in broken_limits(demand, default())}
    assert found["Network Address Usage of one VPC at most"].need >= 500_000
    assert found["Running On-Demand Trn instances"].need == 31_250 * 192
    assert "addresses of the largest subnet" in found
    assert len(found) >= 5
    assert any("31,250 nodes" in line for line in summary(demand, default()))


@pytest.mark.parametrize(
    ("kind", "member", "most"),
    [
        *[(kind, "gib", 50 * 1024) for kind in ("gp2", "gp3", "io1", "st1", "sc1", "standard")],
        ("io2", "gib", 20 * 1024),
        ("io1", "iops", 300_000),
        ("io2", "iops", 100_000),
    ],
)
def test_volumes_over_the_default_of_their_quota(kind: str, member: str, most: int) -> None:
    def codes(amount: int) -> list[str]:
        volume = {"name": "v", "type": kind, "gib": 1, member: amount}
        demand = Demand.model_validate({"region": "us-east-2", "volumes": [volume]})
        return [one.quota for one in broken_limits(demand, default())]

    quotas = STORAGE_QUOTAS if member == "gib" else IOPS_QUOTAS
    assert codes(most) == []
    assert codes(most + 1) == [f"ebs/{quotas[kind]}"]
