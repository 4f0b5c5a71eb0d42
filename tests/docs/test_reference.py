"""The reference has a page for everything, and what lacks documentation fails it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

import cdk_trainium
from cdk_trainium.catalog import default
from cdk_trainium.cli import _VERBS, root
from cdk_trainium.preflight.check import all_checks
from cdk_trainium.review import all_rules
from tests.tools.script import script

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs" / "reference" / "report.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def makers() -> dict[str, ModuleType]:
    """The modules of tools/docs."""
    names = (
        "build",
        "rule_pages",
        "rule_examples",
        "check_pages",
        "construct_pages",
        "verb_page",
        "schema_page",
        "catalog_page",
    )
    return {name: script(f"docs/{name}") for name in names}


@pytest.fixture(scope="module")
def site(makers: dict[str, ModuleType], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reference")
    assert makers["build"].generate(folder) == [], "everything has documentation"
    return folder


def test_every_public_name_rule_and_check_has_a_page(site: Path) -> None:
    names = {name for name in cdk_trainium.__all__ if not name.startswith("_")}
    for kind, wanted in (
        ("constructs", names),
        ("rules", {rule.id for rule in all_rules()}),
        ("checks", {check.id for check in all_checks()}),
    ):
        assert {path.stem for path in (site / kind).iterdir()} == {*wanted, "index"}


def test_every_rule_page_shows_what_fails_and_what_passes(site: Path) -> None:
    for rule in all_rules():
        page = (site / "rules" / f"{rule.id}.md").read_text()
        assert f" {rule.id} " in page.partition("## A template that fails")[2].partition("## A template that passes")[0]
        for word in ("fails", "passes"):
            assert f"../templates/{rule.id}-{word}.json" in page
            assert json.loads((site / "templates" / f"{rule.id}-{word}.json").read_text())["Resources"]


def test_a_rule_without_a_pair_or_with_a_wrong_one_fails_the_build(
    makers: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = makers["rule_examples"]
    pairs = dict(examples.PAIRS)
    del pairs["TRN101"]
    pairs["TRN102"] = replace(pairs["TRN102"], bad=lambda _data: None)
    monkeypatch.setattr(examples, "PAIRS", pairs)
    undocumented: list[str] = []
    list(makers["rule_pages"].pages(undocumented))
    assert [item.partition(":")[0] for item in undocumented] == ["rule TRN101", "rule TRN102"]


def test_every_verb_type_and_prop_is_told(site: Path) -> None:
    verbs = (site / "trnctl.md").read_text()
    assert all(f"## trnctl {verb}" in verbs for verb in _VERBS)
    catalog = (site / "catalog.md").read_text()
    assert all(f"## {name}\n" in catalog for name in (*default().types, *default().ultraservers))
    schema = json.loads(CliRunner().invoke(root, ["schema"]).output)
    cluster = (site / "cluster-file.md").read_text()
    props = {prop for part in (schema, *schema["$defs"].values()) for prop in part.get("properties", {})}
    assert all(f"| `{prop}`" in cluster for prop in props)


def test_a_construct_page_tells_unit_default_and_error(site: Path) -> None:
    page = (site / "constructs" / "NodeGroup.md").read_text()
    assert "Unit: GiB. Default: - what the image needs" in page
    assert "- `PropsError`: names every bad prop." in page


def gaps(maker: ModuleType) -> list[str]:
    found: list[str] = []
    list(maker.pages(found))
    return found


def test_a_rule_without_a_reason_is_a_gap(makers: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    rule = all_rules()[0]._replace(why=" ")
    monkeypatch.setattr(makers["rule_pages"], "all_rules", lambda: (rule,))
    assert gaps(makers["rule_pages"]) == [f"rule {rule.id}: why"]


def test_a_check_without_a_command_is_a_gap(makers: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    check = replace(all_checks()[0], command="")
    monkeypatch.setattr(makers["check_pages"], "all_checks", lambda: (check,))
    assert gaps(makers["check_pages"]) == [f"check {check.id}: command"]


class Silent:
    def __init__(self, *, count: int, size: int = 1) -> None:
        """Make it.

        Args:
            count: how many.
            colour: not taken.
        """

    @property
    def name(self) -> str:
        return ""


def test_a_prop_or_member_without_text_is_a_gap(makers: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdk_trainium, "__all__", ["Silent"])
    monkeypatch.setattr(cdk_trainium, "Silent", Silent, raising=False)
    assert sorted(gaps(makers["construct_pages"])) == [
        "Silent.name: docstring",
        "Silent: documents colour, which it does not take",
        "Silent: prop size",
        "public name Silent: docstring",
    ]


def test_a_verb_without_help_is_a_gap(makers: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    command: Any = root.get_command(None, "doctor")  # type: ignore[arg-type]
    monkeypatch.setattr(command, "help", "")
    assert gaps(makers["verb_page"]) == ["trnctl doctor: help"]


def test_a_prop_of_the_file_without_text_is_a_gap(
    makers: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = {"description": "x", "properties": {"size": {"type": "integer"}}, "$defs": {}}
    monkeypatch.setattr(makers["schema_page"], "cluster_schema", lambda: schema)
    assert gaps(makers["schema_page"]) == ["cluster file The file.size: description"]


SCHEMA_WITHOUT_TEXT = {"description": "x", "properties": {"size": {"type": "integer"}}, "$defs": {}}
PLANTED: dict[str, tuple[str, str, Callable[[], Any]]] = {
    "rule": ("rule_pages", "all_rules", lambda: (all_rules()[0]._replace(why=""),)),
    "check": ("check_pages", "all_checks", lambda: (replace(all_checks()[0], why=""),)),
    "cluster file": ("schema_page", "cluster_schema", lambda: SCHEMA_WITHOUT_TEXT),
}


@pytest.fixture
def build(makers: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The build, which writes to a folder of the test and may not get as far as the site."""
    module = makers["build"]

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the site was built in spite of a gap")

    monkeypatch.setattr(module, "GENERATED", tmp_path / "generated")
    monkeypatch.setattr(module.subprocess, "run", never)
    return module


@pytest.mark.parametrize("kind", PLANTED)
def test_the_build_fails_on_a_planted_gap(
    kind: str, build: ModuleType, makers: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    maker, name, plant = PLANTED[kind]
    monkeypatch.setattr(makers[maker], name, plant)
    with pytest.raises(SystemExit, match=kind):
        build.main()


def test_the_build_fails_on_a_public_name_without_text(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdk_trainium, "__all__", ["Silent"])
    monkeypatch.setattr(cdk_trainium, "Silent", Silent, raising=False)
    with pytest.raises(SystemExit, match=r"(?s)public name Silent.*Silent: prop size|Silent: prop size.*public name"):
        build.main()


def test_the_build_fails_on_a_verb_without_text(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    command: Any = root.get_command(None, "doctor")  # type: ignore[arg-type]
    monkeypatch.setattr(command, "help", "")
    with pytest.raises(SystemExit, match="trnctl doctor: help"):
        build.main()


def test_the_report_schema_is_that_of_both_verbs(tmp_path: Path) -> None:
    template = tmp_path / "t.json"
    node = {"Type": "AWS::EC2::Instance", "Properties": {"InstanceType": "trn2.48xlarge", "ImageId": "ami-1"}}
    template.write_text(json.dumps({"Resources": {"Node": node}}))
    reviewed = CliRunner().invoke(root, ["review", str(template), "--region", "us-east-2", "--format", "json"])
    arguments = ["preflight", "--offline", "--instance-type", "trn2.48xlarge", "--region", "us-east-2"]
    judged = CliRunner().invoke(root, [*arguments, "--format", "json"])
    for result in (reviewed, judged):
        data = json.loads(result.stdout)
        assert data["findings"]
        jsonschema.validate(data, SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**data, "schema_version": 2}, SCHEMA)
