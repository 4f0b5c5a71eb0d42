"""An organization's own rules: Guard files, Python entry points, and the policy exported as Guard."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cdk_trainium.cli.review import command
from cdk_trainium.errors import InputError
from cdk_trainium.findings import Level
from cdk_trainium.review import Hit, Policy, Rule
from cdk_trainium.review.guard import guard_rule
from cdk_trainium.review.guard_export import as_guard
from cdk_trainium.template import Template
from tests.review.build import Data, block_cluster, changed, cluster, findings, launch_of

GUARD = """
rule NO_TRN2 {
  Resources.*[ Type == 'AWS::EC2::LaunchTemplate' ].Properties.LaunchTemplateData.InstanceType != /^trn2/ <<no trn2>>
}
"""


def guarded(tmp_path: Path, text: str) -> Policy:
    (tmp_path / "own.guard").write_text(text)
    return Policy(path=str(tmp_path / "policy.yaml"), guard=("own.guard",))


def test_guard_findings_name_rule_and_place(tmp_path: Path) -> None:
    (finding,) = findings(cluster(), policy=guarded(tmp_path, GUARD))
    assert (finding.id, finding.level) == ("TRN809", Level.ERROR)
    assert finding.message == "NO_TRN2: no trn2"
    assert finding.subject.logical_id == "Lt"
    assert finding.subject.property == "Properties.LaunchTemplateData.InstanceType"


def test_guard_rules_that_hold_say_nothing(tmp_path: Path) -> None:
    assert findings(cluster(), policy=guarded(tmp_path, GUARD.replace("trn2/", "p5/"))) == ()


@pytest.mark.parametrize("text", ["rule x { bad", "not guard at all {", "", "# to do\n", " \n"])
def test_a_broken_guard_file_fails_closed(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match="TRN896"):
        findings(cluster(), policy=guarded(tmp_path, text))


def test_a_missing_guard_file_fails_closed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="TRN896"):
        guard_rule([tmp_path / "none.guard"])


def exported(tmp_path: Path, **policy: Any) -> Policy:
    return guarded(tmp_path, as_guard(Policy(**policy)))


SPOT = changed(cluster(), lambda data: launch_of(data).update(InstanceMarketOptions={"MarketType": "spot"}))


@pytest.mark.parametrize(
    ("policy", "good", "bad"),
    [
        (
            {"instance_types": ("trn2*",)},
            cluster(),
            changed(cluster(), lambda d: launch_of(d).update(InstanceType="m6i.large")),
        ),
        (
            {"instance_types": ("trn2.48xlarge",)},
            cluster(),
            changed(cluster(), lambda d: launch_of(d).update(InstanceType="trn2.48xlargex")),
        ),
        ({"purchase_options": ("capacity-block",)}, block_cluster(), cluster()),
        ({"purchase_options": ("capacity-block",)}, block_cluster(), SPOT),
        ({"purchase_options": ("on-demand",)}, cluster(), SPOT),
        ({"required_tags": ("team",)}, cluster(), changed(cluster(), lambda d: launch_of(d).pop("TagSpecifications"))),
    ],
)
def test_the_exported_policy_judges_as_the_policy_does(
    tmp_path: Path, policy: dict[str, Any], good: Data, bad: Data
) -> None:
    def codes(data: Data) -> set[str]:
        return {item.id for item in findings(data, policy=exported(tmp_path, **policy)) if item.level is Level.ERROR}

    def own(data: Data) -> set[str]:
        found = findings(data, policy=Policy(**policy))
        return {item.id for item in found if item.id.startswith("TRN80") and item.level is Level.ERROR}

    assert "TRN809" not in codes(good)
    assert not own(good)
    assert "TRN809" in codes(bad)
    assert own(bad)


def test_what_guard_cannot_judge_is_named() -> None:
    text = as_guard(Policy(max_nodes=3, regions=("us-east-2",)))
    assert "regions, max_nodes." in text


def test_the_command_exports(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text("instance_types: [trn2.48xlarge]")
    result = CliRunner().invoke(command, ["--policy", str(tmp_path / "policy.yaml"), "--export-guard"])
    assert result.exit_code == 0
    assert "rule INSTANCE_TYPES_OF_LAUNCH_TEMPLATES" in result.output
    assert CliRunner().invoke(command, ["--export-guard"]).exit_code == 2
    assert CliRunner().invoke(command, []).exit_code == 2


def _check(template: Template, _context: object) -> Iterator[Hit]:
    if "Pg" in template.resources:
        yield Hit("no group named Pg", resource=template.resources["Pg"])


OWN = Rule("ACME1", "t", Level.WARNING, "w", "s", "template", _check)
OURS = Rule("TRN106", "t", Level.WARNING, "w", "s", "template", _check)


def with_entry_point(monkeypatch: pytest.MonkeyPatch, value: str) -> Policy:
    point = EntryPoint("acme", value, "cdk_trainium.rules")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: (point,))
    return Policy(path="policy.yaml", python=("acme",))


def test_python_rules_run_when_the_policy_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = with_entry_point(monkeypatch, "tests.review.test_own_rules:OWN")
    assert [item.id for item in findings(cluster(), policy=policy)] == ["ACME1"]
    assert findings(cluster()) == ()


@pytest.mark.parametrize("value", ["no_such_module:RULE", "tests.review.test_own_rules:OURS", "json:dumps"])
def test_a_python_rule_that_cannot_be_used_fails_closed(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    policy = with_entry_point(monkeypatch, value)
    with pytest.raises(InputError, match="TRN897"):
        findings(cluster(), policy=policy)


def test_a_module_of_rules_that_ends_the_process_fails_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = with_entry_point(monkeypatch, "tests.review.test_own_rules:OWN")

    def leave(_point: EntryPoint) -> object:
        raise SystemExit(0)

    monkeypatch.setattr(EntryPoint, "load", leave)
    with pytest.raises(InputError, match="TRN897"):
        findings(cluster(), policy=policy)


def test_an_entry_point_that_nobody_installed_fails_closed() -> None:
    with pytest.raises(InputError, match="TRN897"):
        findings(cluster(), policy=Policy(path="p", python=("acme",)))


def test_all_that_cannot_be_used_of_own_rules_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "empty.guard").write_text("")
    policy = Policy(path=str(tmp_path / "p.yaml"), guard=("missing.guard", "empty.guard"), python=("nope", "nope2"))
    with pytest.raises(InputError) as refused:
        findings(cluster(), policy=policy)
    assert refused.value.codes == ["TRN897", "TRN897", "TRN896", "TRN896"]
