"""A cluster file and the templates that it synthesizes to ask the same of an account.

Stated exceptions: a template knows subnets by name, the bootstrap version and its own size; a design's template holds
no market and no image, so that its nodes are compared by number alone.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.demand.from_spec import from_spec
from cdk_trainium.demand.from_templates import from_templates
from cdk_trainium.demand.measure import addresses_of, interfaces_total, vcpu_needs
from cdk_trainium.demand.volumes import storage_gib
from cdk_trainium.spec import ClusterSpec, load_cluster, parse_cluster
from cdk_trainium.template import load
from stacks.cluster_stack import ClusterStack

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "clusters").glob("*.yaml"))
CONTEXT = json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))["context"]


def synthesized(spec: ClusterSpec, folder: Path) -> Demand:
    app = cdk.App(outdir=str(folder), context=CONTEXT)
    ClusterStack(app, spec)
    app.synth()
    (demand,) = from_templates(load([folder]).templates)
    return demand


def sizes(demand: Demand) -> dict[str, Any]:
    return {
        "region": demand.region,
        "counts": demand.counts,
        "groups": len(demand.groups),
        "nodes": sum(group.count or 0 for group in demand.groups),
        "desired": sum(group.desired or 0 for group in demand.groups),
        "surge": sum(group.surge for group in demand.groups),
    }


def needs(demand: Demand) -> dict[str, Any]:
    groups = demand.groups
    kinds = [(group, {"reservation": "on-demand"}.get(group.capacity.kind, group.capacity.kind)) for group in groups]
    return {
        "vcpus": {(need.code, need.kind): need.vcpus for need in vcpu_needs(demand, default(), kinds).values()},
        "interfaces": sum(interfaces_total(group, default()) or 0 for group in groups),
        "addresses": sum(addresses_of(group, default()) or 0 for group in groups),
        "storage": storage_gib(demand, "gp3"),
        "reserved": sum(group.capacity.creates_reservation for group in groups),
        "blocks": sorted(one for group in groups for one in group.capacity.ids),
        "images": {group.image_id or group.image_parameter for group in groups},
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_cluster_file_asks_what_it_synthesizes_to(path: Path, tmp_path: Path) -> None:
    spec = load_cluster(path)
    file, template = from_spec(spec), synthesized(spec, tmp_path)
    assert sizes(file) == sizes(template)
    if path.stem != "trn3-design":
        assert needs(file) == needs(template)


GROUP = """
name: small
region: us-east-2
zone_id: use2-az1
image: {id: ami-0123456789abcdef0}
groups:
  - {name: a, instance_type: trn2.48xlarge, node_count: 2, capacity: {kind: on-demand}}
  - {name: b, instance_type: trn1.32xlarge, node_count: 1, group_count: 3, capacity: {kind: spot}}
"""
NETWORKS = (
    "{nat: false}",
    "{endpoints: false}",
    "{flow_logs: false}",
    "{nat: false, endpoints: false, flow_logs: false}",
    "{imported: {vpc_id: vpc-0123456789abcdef0, subnet_ids: [subnet-0123456789abcdef0]}}",
)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("placement", ["shared", "per-group"])
def test_what_the_network_is_made_of_is_counted(network: str, placement: str, tmp_path: Path) -> None:
    spec = parse_cluster(f"{GROUP}placement: {placement}\nnetwork: {network}\n", where="small")
    file, template = from_spec(spec), synthesized(spec, tmp_path)
    assert sizes(file) == sizes(template)
    assert needs(file) == needs(template)
