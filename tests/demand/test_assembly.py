"""A cluster file and the templates that it synthesizes to ask for the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand, Group
from cdk_trainium.demand.from_spec import from_spec
from cdk_trainium.demand.from_templates import from_templates
from cdk_trainium.demand.measure import addresses_of, interfaces_total, vcpus_of
from cdk_trainium.demand.sources import demands_of_paths
from cdk_trainium.spec import load_cluster
from cdk_trainium.template import load

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("trn2-block", "trn2-on-demand", "trn2-odcr", "trn1-spot", "ultraservers", "rainier")


@pytest.fixture(scope="module")
def assembly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Synthesize the cluster files, once."""
    out = tmp_path_factory.mktemp("assembly")
    files = ",".join(str(ROOT / "clusters" / f"{name}.yaml") for name in NAMES)
    environment = {**os.environ, "CDK_OUTDIR": str(out), "CDK_CONTEXT_JSON": json.dumps({"cluster": files})}
    subprocess.run([sys.executable, str(ROOT / "app.py")], env=environment, check=True, timeout=300)
    return out


@pytest.fixture(scope="module")
def demands(assembly: Path) -> dict[str, Demand]:
    """Return the demand of each region of the assembly."""
    loaded = load([assembly])
    assert not loaded.errors
    return {demand.region: demand for demand in from_templates(loaded.templates)}


@pytest.mark.parametrize("name", NAMES)
def test_templates_ask_for_what_the_file_asks(name: str, demands: dict[str, Demand]) -> None:
    written = from_spec(load_cluster(ROOT / "clusters" / f"{name}.yaml"))
    made = demands[written.region]
    groups = [group for group in made.groups if group.name.partition("/")[0] == name]
    assert sorted(map(facts, groups), key=repr) == sorted(map(facts, written.groups), key=repr)


def facts(group: Group) -> tuple[object, ...]:
    kind = "reservation" if group.capacity.creates_reservation else group.capacity.kind
    return (
        group.instance_type,
        group.count,
        group.desired,
        group.surge,
        kind,
        group.capacity.ids,
        group.zone or group.zone_id,
        vcpus_of(group, default()),
        interfaces_total(group, default()),
        addresses_of(group, default()),
        tuple(device.gib for device in group.block_devices),
        bool(group.placement_group),
    )


def test_nothing_of_our_own_stacks_is_left_open(demands: dict[str, Demand]) -> None:
    assert [note for demand in demands.values() for note in demand.not_determined] == []


def test_stacks_and_nested_templates_are_all_read(demands: dict[str, Demand]) -> None:
    templates = [template for demand in demands.values() for template in demand.templates]
    assert any(template.parent for template in templates)
    assert {stack for demand in demands.values() for stack in demand.stacks} >= set(NAMES)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_a_template_is_one_in_each_encoding_that_the_review_reads(tmp_path: Path, encoding: str) -> None:
    bom = "\ufeff" if encoding == "utf-16-le" else ""
    path = tmp_path / "t.json"
    path.write_text(bom + '{"Resources": {"P": {"Type": "AWS::EC2::PlacementGroup"}}}', encoding=encoding)
    demands, _ = demands_of_paths([path], region="us-east-2", catalog=default())
    assert [demand.counts.placement_groups for demand in demands] == [1]
