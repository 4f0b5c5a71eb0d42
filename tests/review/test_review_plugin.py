"""The review inside ``cdk synth``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import TrainiumReview
from cdk_trainium.errors import InputError
from cdk_trainium.review import all_rules

APP = """
import sys, aws_cdk as cdk
from aws_cdk import aws_ec2 as ec2
from cdk_trainium import TrainiumReview
app = cdk.App(outdir=sys.argv[1])
stack = cdk.Stack(app, "Parent")
nest = cdk.NestedStack(stack, "Nest")
ec2.CfnLaunchTemplate(nest, "Lt", launch_template_data={"instanceType": "m6i.large"})
cdk.Validations.of(app).add_plugins(TrainiumReview())
app.synth()
"""


def test_an_error_finding_fails_synthesis_with_its_text_and_no_traceback(tmp_path: Path) -> None:
    command = [sys.executable, "-c", APP, str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "TRN701 HttpTokens is not stated" in result.stdout + result.stderr
    assert "Parent/Nest/Lt" in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cdk.App:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    return cdk.App(outdir=str(tmp_path / "out"))


def synth(app: cdk.App, **options: Any) -> dict[str, Any]:
    cdk.Validations.of(app).add_plugins(TrainiumReview(**options))
    app.synth()
    report = Path(app.outdir) / "validation-report.json"
    plugins: list[dict[str, Any]] = json.loads(report.read_text())["pluginReports"] if report.exists() else []
    return next((item for item in plugins if item["pluginName"] == "cdk-trainium"), {})


def partitions(stack: cdk.Stack, strategy: str = "partition") -> ec2.CfnPlacementGroup:
    return ec2.CfnPlacementGroup(stack, "Pg", strategy=strategy, partition_count=8)


def test_warnings_do_not_fail_it(app: cdk.App) -> None:
    partitions(cdk.Stack(app, "S"))
    (violation,) = synth(app)["violations"]
    assert (violation["ruleName"], violation["severity"]) == ("TRN404", "warning")


def test_errors_fail_it(app: cdk.App) -> None:
    partitions(cdk.Stack(app, "S"), "cluster")
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        synth(app)


def test_an_acknowledged_error_passes_and_is_recorded(app: cdk.App) -> None:
    group = partitions(cdk.Stack(app, "S"), "cluster")
    cdk.Validations.of(group).acknowledge(cdk.Acknowledgment(id="cdk-trainium::TRN404", reason="asked AWS"))
    (suppressed,) = synth(app)["suppressedViolations"]
    assert suppressed["ruleName"] == "TRN404"
    assert "asked AWS" in suppressed["description"]


def test_stages_are_judged(app: cdk.App) -> None:
    partitions(cdk.Stack(cdk.Stage(app, "Prod"), "S"), "cluster")
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        synth(app)


def test_a_template_that_is_elsewhere_is_a_warning_and_with_strict_an_error(app: cdk.App) -> None:
    cdk.CfnStack(cdk.Stack(app, "S"), "Remote", template_url="https://example.org/child.yaml")
    (violation,) = synth(app)["violations"]
    assert (violation["ruleName"], violation["severity"]) == ("TRN991", "warning")


def test_strict_fails_synthesis_for_a_template_that_is_elsewhere(app: cdk.App) -> None:
    cdk.CfnStack(cdk.Stack(app, "S"), "Remote", template_url="https://example.org/child.yaml")
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        synth(app, strict=True)


def test_ids_of_a_wrong_form_are_refused_all_at_once() -> None:
    with pytest.raises(InputError) as caught:
        TrainiumReview(blocks=["cb-0123456789abcdef0"], reservations=["cr-0123456789abcdef0", "nonsense"])
    assert caught.value.codes == ["TRN311", "TRN001"]


def test_it_names_itself_and_its_rules() -> None:
    plugin = TrainiumReview()
    assert plugin.name == "cdk-trainium"
    assert plugin.rule_ids == [rule.id for rule in all_rules()]
