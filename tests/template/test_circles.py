"""Folders, assemblies and nested stacks that lead in circles, or to too much, end soon and are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cdk_trainium.template import Loaded, load
from tests.review.build import cluster

NESTED = {"Type": "AWS::CloudFormation::Stack", "Metadata": {"aws:asset:path": "t.json"}, "Properties": {}}


def codes(loaded: Loaded) -> list[str]:
    return [code for error in loaded.errors for code in error.codes]


def test_a_stack_that_nests_itself_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(json.dumps({"Resources": {"A": NESTED, "B": NESTED}}))
    loaded = load([tmp_path / "t.json"])
    assert len(loaded.templates) == 1
    assert [item.logical_id for item in loaded.not_reviewed] == ["A", "B"]


def test_a_chain_that_doubles_at_each_step_is_cut_and_told(tmp_path: Path) -> None:
    for at in range(25):
        child = {**NESTED, "Metadata": {"aws:asset:path": f"t{at + 1}.json"}}
        (tmp_path / f"t{at}.json").write_text(json.dumps({"Resources": {"A": child, "B": child}}))
    loaded = load([tmp_path / "t0.json"])
    assert len(loaded.templates) <= 1001
    assert loaded.not_reviewed


@pytest.mark.parametrize("links", [{"x": ".", "y": "."}, {"x": "a", "a/y": "../b", "b/z": "../a", "b/w": "../a"}])
def test_links_in_circles_are_followed_once(tmp_path: Path, links: dict[str, str]) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    for name, target in links.items():
        (tmp_path / name).symlink_to(target)
    (tmp_path / "b" / "t.json").write_text(json.dumps(cluster()))
    assert len(load([tmp_path]).templates) == 1


def test_an_assembly_that_is_a_stage_of_itself_is_told(tmp_path: Path) -> None:
    stage = {"type": "cdk:cloud-assembly", "properties": {"directoryName": "."}}
    (tmp_path / "manifest.json").write_text(json.dumps({"artifacts": {"S": stage}}))
    (tmp_path / "cdk.out").write_text("{}")
    assert codes(load([tmp_path])) == ["TRN907"]


def test_a_name_that_no_file_has_is_told(tmp_path: Path) -> None:
    stack = {"type": "aws:cloudformation:stack", "properties": {"templateFile": "a\0b"}}
    (tmp_path / "manifest.json").write_text(json.dumps({"artifacts": {"S": stack}}))
    (tmp_path / "cdk.out").write_text("{}")
    assert codes(load([tmp_path, tmp_path / "a\0b", tmp_path / ("n" * 300), Path("/dev/zero")])) == [
        "TRN901",
        "TRN901",
        "TRN901",
        "TRN901",
    ]


@pytest.mark.parametrize("depth", [130, 300, 5000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}")])
def test_deep_yaml_is_refused(tmp_path: Path, depth: int, opening: str, closing: str) -> None:
    text = f"Resources:\n  A:\n    Type: AWS::S3::Bucket\n    X: {opening * depth}1{closing * depth}\n"
    (tmp_path / "t.yaml").write_text(text)
    assert codes(load([tmp_path / "t.yaml"]))[0] in ("TRN906", "TRN903")
