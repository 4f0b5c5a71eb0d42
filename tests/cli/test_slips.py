"""A slip of the pen is answered with what was meant, and a missing file in one wording, whichever verb reads it."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as some

from cdk_trainium.catalog import default
from cdk_trainium.cli import root
from cdk_trainium.errors import InputError
from cdk_trainium.preflight.check import all_checks
from cdk_trainium.preflight.runner import select
from cdk_trainium.review import all_rules
from cdk_trainium.spec import parse_cluster
from cdk_trainium.wording import nearest

NAMES = (*default().types, *(check.id for check in all_checks()), *(rule.id for rule in all_rules()))
CLUSTER = """\
name: one
region: us-east-2
zone: us-east-2b
image: {id: ami-0123456789abcdef0}
groups:
  - {name: train, instance_type: %s, node_count: 1, capacity: {kind: on-demand}}
"""


@given(some.sampled_from([name for name in NAMES if len(name) > 8]), some.data())
def test_a_lost_letter_is_found_again(name: str, data: some.DataObject) -> None:
    at = data.draw(some.integers(0, len(name) - 1))
    assert nearest(name[:at] + name[at + 1 :], [name, "zzz"]) == f"did you mean {name}?"


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["reviw"], "review"),
        (["sandbox", "strat"], "start"),
        (["quota", "requst"], "request"),
        (["review", "--formt", "json"], "--format"),
        (["catalog", "trn2.48xlage"], "trn2.48xlarge"),
        (["explain", "quota-on-demnd"], "quota-on-demand"),
    ],
)
def test_a_slip_on_the_command_line(arguments: list[str], meant: str) -> None:
    said: list[str] = []
    result = CliRunner().invoke(root, arguments)
    said += [result.output, str(result.exception)]
    assert result.exit_code != 0
    assert any("did you mean" in text.lower() and meant in text for text in said)


def test_a_slip_in_a_check_id() -> None:
    with pytest.raises(InputError) as caught:
        select(["quota-on-demnd"], (), dry_run_launch=False)
    assert "quota-on-demand" in caught.value.problems[0].hint


def test_a_slip_in_a_type_of_a_cluster_file() -> None:
    with pytest.raises(InputError) as caught:
        parse_cluster(CLUSTER % "trn2.48xlage", where="one.yaml")
    (problem,) = caught.value.problems
    assert (problem.code, "trn2.48xlarge" in problem.hint) == ("TRN010", True)


def test_a_slip_in_a_rule_id_of_a_policy(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text("levels: {TRN1016: warning}\n")
    (tmp_path / "t.json").write_text('{"Resources": {"A": {"Type": "AWS::SNS::Topic"}}}')
    arguments = ["review", str(tmp_path / "t.json"), "--policy", str(tmp_path / "policy.yaml")]
    said = CliRunner().invoke(root, arguments).output
    assert "did you mean" in said
    assert "TRN101" in said


@pytest.mark.parametrize(
    ("arguments", "text", "meant"),
    [
        (["review", "t.json", "--policy", "FILE"], "regoins: [us-east-2]", "regions"),
        (["catalog", "--overlay", "FILE"], "instance_typs: {}", "instance_types"),
        (["catalog", "--overlay", "FILE"], "instance_types: {trn2.48xlarge: {vcpuz: {}}}", "vcpus"),
        (["preflight", "--offline", "--request", "FILE"], '{"region": "us-east-2", "gruops": []}', "groups"),
        (["preflight", "--offline", "--request", "FILE"], '{"groups": [{"name": "a", "cout": 2}]}', "count"),
        (["preflight", "--offline", "FILE"], CLUSTER.replace("zone:", "zoen:") % "trn2.48xlarge", "zone"),
    ],
)
def test_a_slip_in_a_key_of_a_file_is_told_with_what_is_known(
    arguments: list[str], text: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file.yaml").write_text(text)
    Path("t.json").write_text('{"Resources": {"A": {"Type": "AWS::SNS::Topic"}}}')
    result = CliRunner().invoke(root, ["file.yaml" if item == "FILE" else item for item in arguments])
    said = result.output + str(result.exception)
    assert "allowed:" in said
    assert re.search(rf"did you mean [^?]*\b{meant}\b", said)


@pytest.mark.parametrize(
    "arguments",
    [
        ["review", "PATH"],
        ["review", "t.json", "--policy", "PATH"],
        ["review", "t.json", "--baseline", "PATH"],
        ["preflight", "PATH"],
        ["preflight", "--request", "PATH"],
        ["demand", "PATH"],
        ["catalog", "--overlay", "PATH"],
        ["explain", "TRN101", "--overlay", "PATH"],
        ["sandbox", "scenario", "PATH"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    ("path", "hint"), [("plann.yaml", "did you mean plan.yaml?"), ("no/plan.yaml", "no folder no")]
)
def test_a_missing_file_is_told_in_one_wording(
    arguments: list[str], path: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.yaml").write_text("name: plan\n")
    Path("t.json").write_text('{"Resources": {"A": {"Type": "AWS::SNS::Topic"}}}')
    result = CliRunner().invoke(root, [path if item == "PATH" else item for item in arguments])
    said = result.output + str(result.exception)
    assert "there is no such file" in said
    assert hint in said


@pytest.mark.parametrize("verb", ["review", "demand", "preflight"])
def test_a_hyphen_is_no_file_and_standard_input_has_a_name(verb: str) -> None:
    result = CliRunner().invoke(root, [verb, "-"])
    assert "/dev/stdin" in result.output + str(result.exception)


def test_a_missing_cluster_file_is_told_in_the_same_wording(tmp_path: Path) -> None:
    from cdk_trainium.spec import load_cluster

    with pytest.raises(InputError, match="there is no such file"):
        load_cluster(tmp_path / "none.yaml")


def groups(command: click.Command) -> list[click.Group]:
    if not isinstance(command, click.Group):
        return []
    context = click.Context(command)
    below = [command.get_command(context, name) for name in command.list_commands(context)]
    return [command, *(group for one in below if one is not None for group in groups(one))]


@pytest.mark.parametrize("group", groups(root), ids=lambda group: str(group.name))
def test_no_line_of_help_is_cut(group: click.Group) -> None:
    lines = CliRunner().invoke(group, ["--help"]).output.splitlines()
    assert [line for line in lines if line.endswith("...") and not line.startswith("Usage")] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["doctor", "--region", "us-east-2"],
        ["preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2"],
        ["regions", "--instance-type", "trn2.48xlarge"],
        ["regions", "trn2.48xlarge"],
        ["regions", "trn2.48xlarge", "--instance-type", "trn2.48xlarge"],
        [
            "quota",
            "request",
            "--service",
            "ec2",
            "--code",
            "L-2C3B7624",
            "--value",
            "1",
            "--region",
            "us-east-2",
            "--yes",
        ],
    ],
    ids=" ".join,
)
def test_a_hint_names_no_option_that_the_verb_lacks(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.delenv(name)
    result = CliRunner().invoke(root, arguments)
    said = result.output + str(result.exception)
    assert "no AWS credentials found" in said
    assert ("--offline" in said) is (arguments[0] in ("doctor", "preflight"))
