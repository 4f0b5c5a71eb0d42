"""What a template or a manifest points to outside of what was given is not read, and said to be not reviewed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.cli.paths import write_report
from cdk_trainium.errors import InputError
from cdk_trainium.template import Loaded, load

TOPIC = {"Resources": {"T": {"Type": "AWS::SNS::Topic"}}}
SECRET = "password: hunter2\nResources: [\n"


def write(path: Path, data: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def nesting(url: str) -> dict[str, Any]:
    return {"Resources": {"N": {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": url}}}}


def names(loaded: Loaded) -> list[str]:
    return [Path(item.path).name for item in loaded.templates]


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A folder ``given`` beside files that nobody gave."""
    write(tmp_path / "outside.yaml", TOPIC)
    write(tmp_path / "secret.yaml", SECRET)
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "link.yml").symlink_to(tmp_path / "secret.yaml")
    return tmp_path / "given"


@pytest.mark.parametrize(
    "url", ["../outside.yaml", "../secret.yaml", "link.yml", "ABSOLUTE", "../given/../outside.yaml"]
)
@pytest.mark.parametrize("whole", [True, False])
def test_a_nested_template_outside_is_not_reviewed(given: Path, url: str, whole: bool) -> None:
    if whole:
        (given / "link.yml").rename(given / "link.txt")  # a search would come to it by itself
        url = url.replace("yml", "txt")
    parent = write(given / "parent.json", nesting(url.replace("ABSOLUTE", str(given.parent / "secret.yaml"))))
    loaded = load([given if whole else parent])
    assert (names(loaded), loaded.errors) == (["parent.json"], [])
    (missed,) = loaded.not_reviewed
    assert (missed.path, missed.logical_id) == (str(parent), "N")
    assert "outside" in missed.why
    assert "hunter2" not in str(missed)


@pytest.mark.parametrize("paths", [["."], ["given", "."], ["given", "outside.yaml"]])
def test_a_nested_template_in_another_given_folder_is(given: Path, paths: list[str]) -> None:
    write(given / "parent.json", nesting("../outside.yaml"))
    (given / "link.yml").unlink()
    (given.parent / "secret.yaml").unlink()
    loaded = load([given.parent / path for path in paths])
    assert (sorted(names(loaded)), loaded.not_reviewed) == (["outside.yaml", "parent.json"], [])


def test_a_folder_that_a_link_leads_to_may_nest_its_own(given: Path) -> None:
    write(given.parent / "far" / "parent.json", nesting("nested.json"))
    write(given.parent / "far" / "nested.json", TOPIC)
    (given / "near").symlink_to(given.parent / "far")
    (given / "link.yml").unlink()
    loaded = load([given])
    assert (names(loaded), loaded.not_reviewed) == (["parent.json", "nested.json"], [])


def assembly(folder: Path, **artifact: Any) -> Path:
    stack = {"type": "aws:cloudformation:stack", "environment": "aws://1/us-east-2"}
    write(folder / "manifest.json", {"version": "1", "artifacts": {"S": {**stack, **artifact}}})
    return folder


@pytest.mark.parametrize(
    "artifact",
    [
        {"properties": {"templateFile": "../secret.yaml"}},
        {"properties": {"templateFile": "S.json"}, "additionalMetadataFile": "../secret.yaml"},
        {"type": "cdk:cloud-assembly", "properties": {"directoryName": "../other"}},
    ],
)
def test_what_a_manifest_names_outside_is_an_error(given: Path, artifact: dict[str, Any]) -> None:
    write(given / "S.json", TOPIC)
    assembly(given.parent / "other", properties={"templateFile": "../outside.yaml"})
    loaded = load([assembly(given, **artifact)])
    assert [error.codes for error in loaded.errors] == [["TRN907"]]
    assert (loaded.templates, "hunter2" in str(loaded.errors[0])) == ([], False)


def test_a_copy_without_the_file_cdk_out_is_an_assembly_still(tmp_path: Path) -> None:
    write(tmp_path / "S.json", TOPIC)
    loaded = load([assembly(tmp_path, properties={"templateFile": "S.json"})])
    assert [item.environment.region for item in loaded.templates] == ["us-east-2"]
    with pytest.raises(InputError):
        write_report(tmp_path / "manifest.json", "report", (), "TRN894")


def test_a_broken_manifest_without_the_file_cdk_out_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "S.json", TOPIC)
    write(tmp_path / "manifest.json", '{"artifacts": {"S": {"type": "aws:cloudformation:stack", ')
    assert [error.codes for error in load([tmp_path]).errors] == [["TRN907"]]


def test_a_manifest_of_another_tool_is_none(tmp_path: Path) -> None:
    write(tmp_path / "S.json", TOPIC)
    write(tmp_path / "manifest.json", {"name": "app", "icons": []})
    assert names(load([tmp_path])) == ["S.json"]


def test_an_assembly_without_its_manifest_is_told(tmp_path: Path) -> None:
    write(tmp_path / "S.json", TOPIC)
    write(tmp_path / "cdk.out", {"version": "1"})
    loaded = load([tmp_path])
    assert names(loaded) == ["S.json"]
    assert [(item.path, "manifest.json" in item.why) for item in loaded.not_reviewed] == [(str(tmp_path), True)]
