"""Demand of cluster files."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand.from_spec import from_spec
from cdk_trainium.demand.sources import demands_of_paths
from cdk_trainium.errors import SeveralInputsError
from cdk_trainium.spec import load_cluster, parse_cluster

ROOT = Path(__file__).resolve().parents[2]
HEAD = """
name: demo
region: us-east-2
zone_id: use2-az1
image: {id: ami-0123456789abcdef0}
groups:
  - name: train
    instance_type: trn2.48xlarge
    node_count: 16
"""
BLOCK = "{reservation_id: cr-0aaaaaaaaaaaaaaa1, start: 2026-12-01T11:30:00Z, end: 2026-12-03T11:30:00Z}"


@pytest.mark.parametrize("path", sorted((ROOT / "clusters").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_cluster_file_has_a_demand(path: Path) -> None:
    spec = load_cluster(path)
    demand = from_spec(spec)
    assert demand.region == spec.region
    assert demand.groups
    assert all(group.instance_type and group.count for group in demand.groups)


@pytest.mark.parametrize(("phase", "desired"), [("scheduled", 0), ("active", 16), ("expired", 0)])
def test_a_block_group_asks_for_nodes_only_while_it_is_active(phase: str, desired: int) -> None:
    text = HEAD + f"    capacity: {{kind: capacity-block, phase: {phase}, blocks: [{BLOCK}]}}\n"
    (group,) = from_spec(parse_cluster(text, where="demo")).groups
    assert (group.count, group.desired) == (16, desired)
    assert (group.capacity.kind, group.capacity.ids) == ("block", ("cr-0aaaaaaaaaaaaaaa1",))
    assert group.placement_group == ""


@pytest.mark.parametrize("fail_fast", [True, False])
def test_a_reservation_that_is_made_first_is_counted(fail_fast: bool) -> None:
    text = HEAD + f"    capacity: {{kind: on-demand, fail_fast: {str(fail_fast).lower()}}}\n"
    demand = from_spec(parse_cluster(text, where="demo"))
    assert demand.groups[0].capacity.creates_reservation is fail_fast
    assert demand.counts.reservations == int(fail_fast)


def test_an_imported_network_creates_nothing() -> None:
    text = HEAD + "    capacity: {kind: on-demand}\n"
    text += "network: {imported: {vpc_id: vpc-0123456789abcdef0, subnet_ids: [subnet-0123456789abcdef0]}}\n"
    demand = from_spec(parse_cluster(text, where="demo"))
    assert demand.groups[0].subnet_ids == ("subnet-0123456789abcdef0",)
    assert demand.groups[0].vpc == "vpc-0123456789abcdef0"
    assert (demand.counts.vpcs, demand.counts.elastic_ips) == (0, 0)


def test_a_floating_image_is_a_parameter() -> None:
    text = HEAD.replace("{id: ami-0123456789abcdef0}", "{floating: true}") + "    capacity: {kind: spot}\n"
    (group,) = from_spec(parse_cluster(text, where="demo")).groups
    assert group.image_id == ""
    assert group.image_parameter.startswith("/aws/service/neuron/")
    assert group.block_devices[0].gib == 512


def test_the_mistakes_of_all_cluster_files_are_told(tmp_path: Path) -> None:
    files = [tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "c.json"]
    for file, text in zip(files, ("name: 1", "groups: x", '{"Resources": 3}'), strict=True):
        file.write_text(text)
    with pytest.raises(SeveralInputsError) as caught:
        demands_of_paths(files, region="us-east-2", catalog=default())
    assert len(caught.value.errors) == 3
