"""Beside cdk-nag, aspects and other teams' constructs: without noise, and without their help."""

import json
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import jsii
import pytest
from aws_cdk import aws_ec2 as ec2
from cdk_nag import AwsSolutionsChecks
from constructs import IConstruct

from cdk_trainium import TrainingCluster

ROOT = Path(__file__).parents[2]


@jsii.implements(cdk.IAspect)
class Mutate:
    """Another team's aspect, which changes what it meets."""

    def visit(self, node: IConstruct) -> None:
        if isinstance(node, ec2.CfnLaunchTemplate):
            node.add_property_override("LaunchTemplateData.DisableApiTermination", True)


def cluster(context: Any, out: Path, name: str) -> tuple[cdk.App, cdk.Stack]:
    app = cdk.App(context=dict(context), outdir=str(out))
    stack = cdk.Stack(app, "Theirs", env=cdk.Environment(region="us-east-2"))
    TrainingCluster(stack, "Cluster", cluster=ROOT / "clusters" / f"{name}.yaml")
    return app, stack


def reports(out: Path) -> list[Any]:
    found: list[Any] = json.loads((out / "validation-report.json").read_text())["pluginReports"]
    return found


def test_nag_finds_nothing_but_notifications(context: Any, tmp_path: Path) -> None:
    """AS3 asks for a topic on each group; a group of a block has one, others get the user's with ``topic=``."""
    app, _ = cluster(context, tmp_path, "trn2-odcr")
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks())
    with pytest.raises(RuntimeError, match="AwsSolutions-AS3"):
        app.synth()
    (report,) = reports(tmp_path)
    assert {item["ruleName"] for item in report["violations"]} == {"AwsSolutions-AS3"}


def test_nag_is_content_with_a_block(context: Any, tmp_path: Path) -> None:
    app, _ = cluster(context, tmp_path, "trn2-block")
    cdk.Validations.of(app).add_plugins(AwsSolutionsChecks())
    app.synth()
    (report,) = reports(tmp_path)
    assert (report["conclusion"], report["violations"]) == ("success", [])


def test_another_teams_aspect_reaches_the_launch_template(context: Any, tmp_path: Path) -> None:
    """With a priority, as the CDK demands (K6-09: an aspect that adds another one too late raises by itself)."""
    app, stack = cluster(context, tmp_path, "trn2-odcr")
    cdk.Aspects.of(app).add(Mutate(), priority=cdk.AspectPriority.MUTATING)
    resources = app.synth().get_stack_artifact(stack.artifact_id).template["Resources"]
    (made,) = [item for item in resources.values() if item["Type"] == "AWS::EC2::LaunchTemplate"]
    assert made["Properties"]["LaunchTemplateData"]["DisableApiTermination"] is True


def test_no_docker(context: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is bundled (K6-15): the only assets are templates."""
    monkeypatch.setenv("CDK_DOCKER", "/nonexistent")
    app, _ = cluster(context, tmp_path, "rainier")
    app.synth()
    (manifest,) = [json.loads(path.read_text()) for path in tmp_path.glob("*.assets.json")]
    assert manifest["dockerImages"] == {}
    assert all(item["source"]["path"].endswith("template.json") for item in manifest["files"].values())
    assert not list(tmp_path.glob("asset.*"))


def test_no_warnings(context: Any, tmp_path: Path) -> None:
    app, stack = cluster(context, tmp_path, "trn2-odcr")
    assembly = app.synth()
    assert [item.entry.data for item in assembly.get_stack_artifact(stack.artifact_id).messages] == []
