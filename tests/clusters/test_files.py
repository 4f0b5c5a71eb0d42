"""Every file in clusters/ synthesizes, within CloudFormation's limits, and says what its comment says."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest

from cdk_trainium.spec import load_cluster
from stacks.cluster_stack import ClusterStack

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "clusters").glob("*.yaml"))
CONTEXT = json.loads((ROOT / "cdk.json").read_text())["context"]
Templates = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Templates]:
    """All files in one app: cluster -> template file -> template."""
    app = cdk.App(outdir=str(tmp_path_factory.mktemp("out")), context=CONTEXT)
    names = {file.stem: ClusterStack(app, load_cluster(file)).stack_name for file in FILES}
    out = Path(app.synth().directory)
    return {
        stem: {path.name: json.loads(path.read_text()) for path in out.glob("*.template.json") if _of(path, name)}
        for stem, name in names.items()
    }


def _of(path: Path, stack: str) -> bool:
    return path.name == f"{stack}.template.json" or path.name.startswith(f"{stack.replace('-', '')}Cluster")


def found(templates: Templates, kind: str) -> list[dict[str, Any]]:
    return [item for one in templates.values() for item in one["Resources"].values() if item["Type"] == kind]


def groups(templates: Templates) -> list[dict[str, Any]]:
    return [item["Properties"] for item in found(templates, "AWS::AutoScaling::AutoScalingGroup")]


def test_the_folder_holds_the_promised_files() -> None:
    assert {file.stem for file in FILES} >= {
        "p5en",
        "rainier",
        "trn1-spot",
        "trn2-block",
        "trn2-odcr",
        "trn2-on-demand",
        "trn3-design",
        "ultraservers",
    }


@pytest.mark.parametrize("stem", [file.stem for file in FILES])
def test_no_template_meets_a_limit(templates: dict[str, Templates], stem: str) -> None:
    for name, template in templates[stem].items():
        assert len(template["Resources"]) < 500, name
        assert len(json.dumps(template, indent=1)) < 1_000_000, name


@pytest.mark.parametrize("stem", [file.stem for file in FILES])
def test_nothing_needs_more_than_cloudformation(templates: dict[str, Templates], stem: str) -> None:
    kinds = Counter(item["Type"] for one in templates[stem].values() for item in one["Resources"].values())
    assert not [kind for kind in kinds if kind.startswith(("AWS::Lambda", "Custom::", "AWS::CloudFormation::Custom"))]
    assert "dummy1" not in json.dumps(list(templates[stem].values()))


@pytest.mark.parametrize("stem", [file.stem for file in FILES])
def test_only_designs_refuse_deployment(templates: dict[str, Templates], stem: str) -> None:
    design = load_cluster(ROOT / "clusters" / f"{stem}.yaml").is_design
    for template in templates[stem].values():
        assert ("DesignOnly" in template.get("Rules", {})) is design
        assert bool(template.get("Metadata", {}).get("cdk-trainium", {}).get("design_only")) is design


def test_the_headline_is_16_nodes_on_one_block(templates: dict[str, Templates]) -> None:
    (group,) = groups(templates["trn2-block"])
    assert (group["MaxSize"], group["DesiredCapacity"], "PlacementGroup" in group) == ("16", "0", False)
    (template,) = found(templates["trn2-block"], "AWS::EC2::LaunchTemplate")
    data = template["Properties"]["LaunchTemplateData"]
    assert data["InstanceMarketOptions"] == {"MarketType": "capacity-block"}
    assert len(data["NetworkInterfaces"]) == 16


def test_four_ultraservers_are_four_groups_of_four(templates: dict[str, Templates]) -> None:
    assert [group["MaxSize"] for group in groups(templates["ultraservers"])] == ["4"] * 4
    data = [
        item["Properties"]["LaunchTemplateData"]
        for item in found(templates["ultraservers"], "AWS::EC2::LaunchTemplate")
    ]
    targets = [item["CapacityReservationSpecification"]["CapacityReservationTarget"] for item in data]
    assert len({target["CapacityReservationId"] for target in targets}) == 4
    assert not found(templates["ultraservers"], "AWS::EC2::PlacementGroup")


def test_an_odcr_is_made_in_the_placement_group(templates: dict[str, Templates]) -> None:
    (reservation,) = found(templates["trn2-odcr"], "AWS::EC2::CapacityReservation")
    assert reservation["Properties"]["InstanceCount"] == 16
    assert "PlacementGroupArn" in reservation["Properties"]


def test_on_demand_asks_for_capacity_first(templates: dict[str, Templates]) -> None:
    assert len(found(templates["trn2-on-demand"], "AWS::EC2::CapacityReservation")) == 1


def test_rainier_grows_with_groups(templates: dict[str, Templates]) -> None:
    rainier = templates["rainier"]
    assert sum(int(group["MaxSize"]) for group in groups(rainier)) == 31_250
    assert len(found(rainier, "AWS::EC2::LaunchTemplate")) == 1
    assert len(found(rainier, "AWS::EC2::PlacementGroup")) == 1
    assert sum(len(template["Resources"]) for template in rainier.values()) < 3 * 250


def test_trn3_is_named_as_the_catalog_names_it(templates: dict[str, Templates]) -> None:
    (template,) = found(templates["trn3-design"], "AWS::EC2::LaunchTemplate")
    assert template["Properties"]["LaunchTemplateData"]["InstanceType"] == "trn3-gen2"
