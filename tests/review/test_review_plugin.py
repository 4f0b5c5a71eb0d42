"""The review inside ``cdk synth``."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2
from constructs import Construct

import cdk_trainium
from cdk_trainium import TrainiumReview
from cdk_trainium.cdk import review_plugin
from cdk_trainium.errors import InputError
from cdk_trainium.findings import Level
from cdk_trainium.review import Hit, Rule, all_rules

APP = """
import sys, aws_cdk as cdk
from aws_cdk import aws_ec2 as ec2
from cdk_trainium import TrainiumReview
from cdk_trainium.cdk import review_plugin
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


def test_a_stack_without_resources_is_told_and_fails_nothing(app: cdk.App) -> None:
    cdk.Stack(app, "Empty", analytics_reporting=False)
    (violation,) = synth(app)["violations"]
    assert "Empty.template.json" in violation["description"]
    assert (violation["ruleName"], violation["severity"]) == ("TRN991", "warning")


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


def _crash(subject: object, context: object) -> Iterator[Hit]:
    raise ZeroDivisionError
    yield


CRASHING = Rule("OWN1", "crashes", Level.ERROR, "", "", "template", _crash)
NOT_JUDGED = {
    "TRN896": "guard: [none.guard]",
    "TRN897": "python: [nobody]",
    "TRN904": "levels: {}",
    "TRN980": "levels: {TRN000: error}",
    "TRN981": "acknowledge: [{id: TRN404, reason: ' '}]",
    "TRN990": "python: [crashing]",
}


@pytest.mark.parametrize("code", NOT_JUDGED)
def test_no_acknowledgement_hides_what_nobody_judged(
    app: cdk.App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    point = EntryPoint("crashing", "tests.review.test_review_plugin:CRASHING", "cdk_trainium.rules")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda name, **_: (point,) if name == point.name else ())
    stack = cdk.Stack(app, "S")
    partitions(stack, "cluster")
    if code == "TRN904":
        (Path(app.outdir) / "child.json").write_text("[]")
        cdk.CfnStack(stack, "Nest", template_url="child.json")
    (tmp_path / "policy.yaml").write_text(NOT_JUDGED[code])
    accepted = [cdk.Acknowledgment(id=f"cdk-trainium::{item}", reason="x") for item in ("TRN404", "TRN980", code)]
    cdk.Validations.of(app).acknowledge(*accepted)
    with pytest.raises(RuntimeError, match=f"FATAL .*{code}"):
        synth(app, policy=tmp_path / "policy.yaml")


@pytest.mark.parametrize(("rule", "reason", "code"), [("TRN000", "x", "TRN980"), ("TRN404", " ", "TRN981")])
@pytest.mark.parametrize("place", ["", "Prod", "Prod/Team"])
def test_an_acknowledgement_above_the_stacks_is_judged_as_any(
    app: cdk.App, place: str, rule: str, reason: str, code: str
) -> None:
    team = Construct(cdk.Stage(app, "Prod"), "Team")
    partitions(cdk.Stack(team, "S"))
    partitions(cdk.Stack(team, "T"))
    holder = app.node.find_child("Prod") if place == "Prod" else team if place else app
    cdk.Validations.of(holder).acknowledge(cdk.Acknowledgment(id=f"cdk-trainium::{rule}", reason=reason))
    with pytest.raises(RuntimeError, match=f"FATAL {code}"):
        synth(app)


@pytest.mark.parametrize("place", ["app", "stack"])
def test_an_acknowledgement_of_stacks_without_resources_is_judged_as_any(app: cdk.App, place: str) -> None:
    stack = cdk.Stack(app, "Empty", analytics_reporting=False)
    holder = app if place == "app" else stack
    cdk.Validations.of(holder).acknowledge(cdk.Acknowledgment(id="cdk-trainium::TRN000", reason="x"))
    with pytest.raises(RuntimeError, match="FATAL TRN980"):
        synth(app)


def test_an_empty_stack_is_accepted_with_its_reason(app: cdk.App) -> None:
    cdk.Stack(app, "Empty", analytics_reporting=False)
    cdk.Validations.of(app).acknowledge(cdk.Acknowledgment(id="cdk-trainium::TRN991", reason="comes later"))
    found = synth(app, strict=True)
    assert found["violations"] == []
    assert "comes later" in found["suppressedViolations"][0]["description"]


def test_an_acknowledgement_of_a_stack_that_only_holds_stacks_is_judged_as_any(app: cdk.App) -> None:
    outer = cdk.Stack(app, "Outer", analytics_reporting=False)
    partitions(cdk.Stack(outer, "Inner"), "cluster")
    cdk.Validations.of(outer).acknowledge(cdk.Acknowledgment(id="cdk-trainium::TRN404", reason=""))
    with pytest.raises(RuntimeError, match="FATAL TRN981"):
        synth(app)


@pytest.mark.parametrize("content", ['{"name": "my extension"}', "[]", "{", '{"artifacts": {"a": {"type": "x"}}}'])
def test_a_manifest_of_another_tool_above_the_assembly_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    monkeypatch.setenv("CDK_CLI_ASM_VERSION", "1")
    (tmp_path / "manifest.json").write_text(content)
    (tmp_path / "other.json").write_text('{"Resources": {"L": {"Type": "AWS::EC2::Instance", "Properties": {}}}}')
    app = cdk.App(outdir=str(tmp_path / "cdk.out"))
    partitions(cdk.Stack(cdk.Stage(app, "Prod"), "S"))
    assert [item["ruleName"] for item in synth(app)["violations"]] == ["TRN404"]


def test_an_acknowledgement_of_the_app_accepts_in_every_stack_with_its_reason(app: cdk.App) -> None:
    for name in ("S", "T"):
        partitions(cdk.Stack(app, name), "cluster")
    cdk.Validations.of(app).acknowledge(cdk.Acknowledgment(id="cdk-trainium::TRN404", reason="asked AWS"))
    found = synth(app)
    assert found["violations"] == []
    assert all("asked AWS" in item["description"] for item in found["suppressedViolations"])
    assert {item["violatingConstructs"][0]["constructPath"] for item in found["suppressedViolations"]} == {
        "S/Pg",
        "T/Pg",
    }


def test_a_warning_about_an_acknowledgement_cannot_be_hidden_either(app: cdk.App) -> None:
    stack = cdk.Stack(app, "S")
    partitions(stack)
    accepted = [cdk.Acknowledgment(id=f"cdk-trainium::{item}", reason="x") for item in ("TRN701", "TRN983")]
    cdk.Validations.of(stack).acknowledge(*accepted)
    with pytest.raises(RuntimeError, match="FATAL TRN980 TRN983"):
        synth(app)


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


BROKEN = """
import sys, aws_cdk as cdk
from cdk_trainium import TrainiumReview
from cdk_trainium.cdk import review_plugin
app = cdk.App(outdir=sys.argv[1])
cdk.Stack(app, "S")
cdk.Validations.of(app).add_plugins(TrainiumReview({given}))
app.synth()
"""


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"blocks": None}, "TRN001"),
        ({"blocks": [None]}, "TRN001"),
        ({"blocks": {}}, "TRN001"),
        ({"reservations": 5}, "TRN001"),
        ({"reservations": [["cr-0123456789abcdef0"]]}, "TRN001"),
        ({"strict": "no"}, "TRN001"),
        ({"strict": None}, "TRN001"),
        ({"policy": "x\0"}, "TRN890"),
        ({"policy": "\ud800"}, "TRN890"),
        ({"policy": b"x"}, "TRN892"),
    ],
)
def test_an_option_of_another_kind_is_refused(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], code: str
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    with pytest.raises(InputError) as refused:
        TrainiumReview(**given)
    assert refused.value.codes == [code]


@pytest.mark.parametrize(
    ("given", "policy", "code"),
    [
        ("policy='none.yaml'", None, "TRN890"),
        ("policy='policy.yaml'", "a: [", "TRN890"),
        ("policy='policy.yaml'", "max_node: 1", "TRN891"),
        ("policy='policy.yaml'", "max_nodes: many", "TRN892"),
        ("policy='.'", None, "TRN890"),
        ("policy=5", None, "TRN892"),
        ("policy='policy.yaml'", "python: [nobody]", "TRN897"),
        ("policy='policy.yaml'", "guard: [none.guard]", "TRN896"),
        ("blocks='cr-0123456789abcdef0'", None, "TRN001"),
        ("reservations=['nonsense']", None, "TRN001"),
    ],
)
def test_a_mistake_ends_a_foreign_app_with_its_code_and_no_traceback(
    tmp_path: Path, given: str, policy: str | None, code: str
) -> None:
    if policy is not None:
        (tmp_path / "policy.yaml").write_text(policy)
    command = [sys.executable, "-c", BROKEN.format(given=given), str(tmp_path / "out")]
    own = {**os.environ, "PYTHONPATH": str(Path(cdk_trainium.__file__).parents[1])}
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=own)
    assert result.returncode == 1
    assert code in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


def looking_up(app: cdk.App) -> cdk.Stack:
    stack = cdk.Stack(app, "Look", env=cdk.Environment(account="123456789012", region="us-east-2"))
    ec2.CfnVolume(stack, "Disk", availability_zone=stack.availability_zones[0], size=1, encrypted=True)
    return stack


def test_placeholders_that_the_cdk_cli_will_replace_do_not_fail_its_first_pass(
    app: cdk.App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CDK_CLI_ASM_VERSION", "53.0.0")
    looking_up(app)
    (violation,) = synth(app, strict=True)["violations"]
    assert (violation["ruleName"], violation["severity"]) == ("TRN991", "warning")


def test_stages_wait_for_look_ups_too(app: cdk.App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CDK_CLI_ASM_VERSION", "53.0.0")
    stage = cdk.Stage(app, "Prod")
    looking_up(stage)  # type: ignore[arg-type]
    (violation,) = synth(app)["violations"]
    assert violation["ruleName"] == "TRN991"


def test_placeholders_that_nobody_replaces_fail_synthesis(app: cdk.App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CDK_CLI_ASM_VERSION", raising=False)
    looking_up(app)
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        synth(app)


def test_what_was_looked_up_is_reviewed_under_the_cdk_cli(app: cdk.App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CDK_CLI_ASM_VERSION", "53.0.0")
    app.node.set_context("availability-zones:account=123456789012:region=us-east-2", ["use2-az1"])
    looking_up(app)
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        synth(app)


def test_a_template_that_is_elsewhere_can_be_accepted(app: cdk.App) -> None:
    stack = cdk.CfnStack(cdk.Stack(app, "S"), "Remote", template_url="https://example.org/child.yaml")
    reason = cdk.Acknowledgment(id="cdk-trainium::TRN991", reason="reviewed in its own repository")
    cdk.Validations.of(stack).acknowledge(reason)
    found = synth(app, strict=True)
    assert found.get("violations", []) == []
    assert [item["ruleName"] for item in found["suppressedViolations"]] == ["TRN991"]


def test_a_reservation_is_a_blocks_or_it_is_none() -> None:
    with pytest.raises(InputError) as refused:
        TrainiumReview(blocks=["cr-0123456789abcdef0"], reservations=["cr-0123456789abcdef0"])
    assert refused.value.codes == ["TRN077"]


def test_only_the_first_review_of_a_process_sets_what_is_loaded_aside() -> None:
    review_plugin._load_rules()
    before = gc.get_freeze_count()
    later = [[] for _ in range(1000)]  # type: ignore[var-annotated]
    review_plugin._load_rules()
    assert gc.get_freeze_count() == before
    assert len(later) == 1000


def launch_template(scope: Construct) -> ec2.CfnLaunchTemplate:
    return ec2.CfnLaunchTemplate(scope, "Lt", launch_template_data={"instanceType": "m6i.large"})


@pytest.mark.parametrize(("accepted", "told"), [("Nest", ["S/Nest2/Lt"]), ("Nest2", ["S/Nest/Lt"])])
def test_of_nested_stacks_with_equal_templates_each_is_judged_for_itself(
    app: cdk.App, accepted: str, told: list[str]
) -> None:
    stack = cdk.Stack(app, "S")
    for name in ("Nest", "Nest2"):
        made = launch_template(cdk.NestedStack(stack, name))
        if name == accepted:
            cdk.Validations.of(made).acknowledge(cdk.Acknowledgment(id="cdk-trainium::TRN701", reason="a test"))
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        synth(app)
    assert paths_of("TRN701", app) == told
    assert paths_of("TRN983", app) == []


def paths_of(rule: str, app: cdk.App) -> list[str]:
    report = json.loads((Path(app.outdir) / "validation-report.json").read_text())
    (plugin,) = [item for item in report["pluginReports"] if item["pluginName"] == "cdk-trainium"]
    found = [item for item in plugin["violations"] if item["ruleName"] == rule]
    return [place["constructPath"] for item in found for place in item["violatingConstructs"]]


@pytest.mark.parametrize("overlaid", [False, True])
def test_the_overlay_of_the_context_counts_for_the_review_as_for_constructs(
    app: cdk.App, tmp_path: Path, overlaid: bool
) -> None:
    fact = "{value: {us-west-2: [usw2-az4]}, source: a test, date: 2026-12-01}"
    (tmp_path / "overlay.yaml").write_text(f"instance_types:\n  trn2.48xlarge:\n    zone_ids: {fact}\n")
    if overlaid:
        app.node.set_context("cdk-trainium:catalog", str(tmp_path / "overlay.yaml"))
    stack = cdk.Stack(app, "S", env=cdk.Environment(region="us-west-2"))
    partitions(stack)
    ec2.CfnLaunchTemplate(
        stack,
        "Lt",
        launch_template_data={"instanceType": "trn2.48xlarge", "metadataOptions": {"httpTokens": "required"}},
    )
    with contextlib.suppress(RuntimeError):
        synth(app)
    assert paths_of("TRN404", app) == ["S/Pg"]
    assert paths_of("TRN604", app) == ([] if overlaid else ["S/Lt"])


def test_another_working_directory_leads_to_no_other_assembly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    good = cdk.App(outdir=str(tmp_path / "elsewhere" / "out"))
    cdk.CfnOutput(cdk.Stack(good, "S"), "Out", value="x")
    good.synth()
    app = cdk.App(outdir=os.path.relpath(tmp_path / "out"))
    launch_template(cdk.Stack(app, "S"))
    (tmp_path / "elsewhere" / "at").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere" / "at")
    cdk.Validations.of(app).add_plugins(TrainiumReview())
    with pytest.raises(RuntimeError, match="ERROR TRN701"):
        app.synth()


def test_a_template_that_the_review_does_not_find_is_fatal(app: cdk.App, monkeypatch: pytest.MonkeyPatch) -> None:
    launch_template(cdk.Stack(app, "S"))
    other = cdk.App()
    cdk.CfnOutput(cdk.Stack(other, "T"), "Out", value="x")
    folder = Path(other.synth().directory)
    monkeypatch.setattr("cdk_trainium.template.outermost", lambda _: folder)
    with pytest.raises(RuntimeError, match="FATAL TRN991"):
        synth(app)
