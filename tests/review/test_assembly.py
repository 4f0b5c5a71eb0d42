"""What a review sees only in a cloud assembly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cdk_trainium.findings import Status
from cdk_trainium.review import Options, review
from cdk_trainium.template import load
from tests.review.build import TODAY, block_cluster, judged


@pytest.mark.parametrize(("protected", "expected"), [(False, ["TRN708"]), (True, [])])
def test_a_stack_with_a_paid_block_has_termination_protection(
    tmp_path: Path, protected: bool, expected: list[str]
) -> None:
    properties = {"templateFile": "S.json", "terminationProtection": protected}
    artifact = {"type": "aws:cloudformation:stack", "environment": "aws://1/us-east-2", "properties": properties}
    (tmp_path / "manifest.json").write_text(json.dumps({"artifacts": {"S": artifact}}))
    (tmp_path / "cdk.out").write_text("{}")
    (tmp_path / "S.json").write_text(json.dumps(block_cluster()))
    report = review(load([tmp_path]), Options(today=TODAY))
    assert [item.id for item in report.findings] == expected


def test_a_plain_file_does_not_tell_and_the_rule_says_so() -> None:
    (result,) = (item for item in judged(block_cluster()).results if item.id == "TRN708")
    assert result.status is Status.SKIPPED
    assert "cdk.out" in result.reason


def assembly(folder: Path, manifest: str) -> Path:
    (folder / "manifest.json").write_text(manifest)
    (folder / "cdk.out").write_text("{}")
    (folder / "S.json").write_text(json.dumps(block_cluster()))
    return folder


@pytest.mark.parametrize("kind", ["aws:cloudformation:stack2", None, 3])
def test_an_artifact_of_an_unknown_type_is_told_as_not_reviewed(tmp_path: Path, kind: object) -> None:
    stack = {"type": "aws:cloudformation:stack", "properties": {"templateFile": "S.json"}}
    other = {**stack, "type": kind} if kind else {"properties": stack["properties"]}
    tree = {"type": "cdk:tree", "properties": {"file": "tree.json"}}
    loaded = load([assembly(tmp_path, json.dumps({"artifacts": {"S": stack, "T": other, "Tree": tree}}))])
    assert (len(loaded.templates), len(loaded.not_reviewed), loaded.errors) == (1, 1, [])
    assert review(loaded, Options(today=TODAY, strict=True)).exit_code != 0


@pytest.mark.parametrize(
    "manifest", ['{"artifacts": {"S": {"type": "cdk:tree"}, "S": {"type": "cdk:tree"}}}', "[" * 100_000]
)
def test_a_manifest_that_loses_a_stack_or_cannot_be_read_is_an_error(tmp_path: Path, manifest: str) -> None:
    loaded = load([assembly(tmp_path, manifest)])
    assert [error.codes for error in loaded.errors] == [["TRN907"]]


def test_deep_metadata_and_asset_files_end_the_run_of_nobody(tmp_path: Path) -> None:
    properties = {"templateFile": "S.json"}
    stack = {"type": "aws:cloudformation:stack", "properties": properties, "additionalMetadataFile": "x.json"}
    folder = assembly(tmp_path, json.dumps({"artifacts": {"S": stack}}))
    (folder / "x.json").write_text('{"a":' * 100_000)
    (folder / "S.assets.json").write_text("[" * 100_000)
    loaded = load([folder])
    assert [error.codes for error in loaded.errors] == [["TRN907"]]
