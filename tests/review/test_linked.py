"""Which templates are linked, so that a resource of one can refer to one of the other."""

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.review import Options, review
from cdk_trainium.review.engine import RULE_FAILED
from cdk_trainium.review.model import World
from cdk_trainium.review.model.linked import linked_sets
from cdk_trainium.review.model.related import asked_by
from cdk_trainium.template import Template, load
from tests.review.build import TODAY, cluster

VPC = {"Type": "AWS::EC2::VPC"}
EXPORT = {"Outputs": {"Vpc": {"Value": {"Ref": "Vpc"}, "Export": {"Name": "vpc"}}}}
IMPORT = {"Type": "AWS::EC2::Subnet", "Properties": {"VpcId": {"Fn::ImportValue": "vpc"}}}


def nesting(name: str) -> dict[str, Any]:
    return {"Type": "AWS::CloudFormation::Stack", "Properties": {"TemplateURL": f"{name}.json"}}


def sets_of(folder: Path, files: dict[str, dict[str, Any]]) -> set[tuple[str, ...]]:
    for name, data in files.items():
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    found = linked_sets(load([folder]).templates)
    return {tuple(name_of(item) for item in items) for items in found.values()}


def name_of(template: Template) -> str:
    return Path(template.path).stem


def test_templates_that_share_nothing_stand_alone(tmp_path: Path) -> None:
    files: dict[str, dict[str, Any]] = {name: {"Resources": {"Vpc": VPC}} for name in "abc"}
    assert sets_of(tmp_path, files) == {("a",), ("b",), ("c",)}


def test_no_rule_reads_every_launch_where_no_reservation_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "ab":
        (tmp_path / f"{name}.json").write_text(json.dumps(cluster()), encoding="utf-8")
    monkeypatch.setattr(World, "every_launch", property(lambda _: pytest.fail("each process would read them all")))
    found = review(load([tmp_path]), Options(today=TODAY)).findings
    assert RULE_FAILED not in {item.id for item in found}


def test_nested_templates_are_linked_with_their_parents_and_each_other(tmp_path: Path) -> None:
    files: dict[str, dict[str, Any]] = {name: {"Resources": {"Vpc": VPC}} for name in "bcd"}
    files["a"] = {"Resources": {"B": nesting("b"), "C": nesting("c")}}
    assert sets_of(tmp_path, files) == {("a", "b", "c"), ("d",)}


def test_who_imports_is_linked_with_who_exports_and_with_whatever_that_nests(tmp_path: Path) -> None:
    files: dict[str, dict[str, Any]] = {
        "a": {"Resources": {"Subnet": IMPORT}},
        "b": {"Resources": {"Vpc": VPC}},
        "c": {"Resources": {"Vpc": VPC, "B": nesting("b")}, **EXPORT},
        "d": {"Resources": {"Subnet": IMPORT}},
        "e": {"Resources": {"Vpc": VPC}},
    }
    assert sets_of(tmp_path, files) == {("a", "c", "b", "d"), ("e",)}


def test_who_was_asked_is_followed_through_what_passes_it_on_and_nobody_else_is_named(tmp_path: Path) -> None:
    def passing(takes: str, gives: str) -> dict[str, Any]:
        out = {"Value": {"Fn::ImportValue": takes}, "Export": {"Name": gives}}
        return {"Resources": {"Vpc": VPC}, "Outputs": {"Out": out}}

    files: dict[str, dict[str, Any]] = {
        "a": {"Resources": {"Subnet": IMPORT}},
        "b": passing("first", "vpc"),
        "c": passing("vpc", "first"),  # a circle
        "d": passing("nobody", "second"),
    }
    for name, data in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    first, *_ = load([tmp_path]).templates
    assert {name_of(item) for item in asked_by(first)} == {"a"}
    assert first.resources["Subnet"].branches
    assert {name_of(item) for item in asked_by(first)} == {"a", "b", "c"}


def test_who_reads_an_output_is_linked_with_the_stacks_that_have_one(tmp_path: Path) -> None:
    read = {"Fn::GetStackOutput": {"StackName": "b", "OutputName": "Vpc"}}
    subnet = {"Type": "AWS::EC2::Subnet", "Properties": {"VpcId": read}}
    files: dict[str, dict[str, Any]] = {
        "a": {"Resources": {"Subnet": subnet}},
        "b": {"Resources": {"Vpc": VPC}, "Outputs": {"Vpc": {"Value": {"Ref": "Vpc"}}}},
        "c": {"Resources": {"Vpc": VPC}},
    }
    kind = "aws:cloudformation:stack"
    stacks = {name: {"type": kind, "properties": {"templateFile": f"{name}.json"}} for name in files}
    (tmp_path / "manifest.json").write_text(json.dumps({"artifacts": stacks}), encoding="utf-8")
    assert sets_of(tmp_path, files) == {("a", "b"), ("c",)}
    first, *_ = load([tmp_path]).templates
    assert first.resources["Subnet"].branches
    assert {name_of(item) for item in asked_by(first)} == {"a", "b"}
