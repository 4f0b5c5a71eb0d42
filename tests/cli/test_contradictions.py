"""Options that cannot stand together are a mistake of usage with one code; all of them are told at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli import root
from cdk_trainium.preflight.check import all_checks

CR = "cr-0123456789abcdef0"
OTHER = "cr-0123456789abcdef1"
ONE = ("preflight", "--instance-type", "trn2.48xlarge", "--region", "us-east-2")
CODE = re.compile(r"TRN077 ([^:]+):")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.json").write_text('{"Resources": {"A": {"Type": "AWS::SNS::Topic"}}}')
    Path("policy.yaml").write_text("max_nodes: 3\n")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, arguments, env={"AWS_REGION": "us-east-2"})


CONTRADICTIONS: list[tuple[tuple[str, ...], list[str]]] = [
    (
        ("review", "t.json", "--capacity-block", CR, "--reservation", CR),
        [f"--capacity-block {CR} and --reservation {CR}"],
    ),
    (
        ("review", "t.json", "--policy", "policy.yaml", "--export-guard", "--output", "report"),
        ["PATHS, --output"],
    ),
    (("review", "--export-guard", "--policy", "policy.yaml", "--strict"), ["--strict"]),
    ((*ONE, "--capacity-block", CR, "--reservation", CR), ["--reservation and --capacity-block"]),
    ((*ONE, "--capacity-block", CR, "--capacity", "spot"), ["--capacity spot and --capacity-block"]),
    ((*ONE, "t.json"), ["PATH and --instance-type"]),
    (("preflight", "t.json", "--count", "2"), ["--count"]),
    ((*ONE, "--offline", "--deadline", "3"), ["--deadline"]),
    ((*ONE, "--offline", "--dry-run-launch"), ["--dry-run-launch"]),
    ((*ONE, "--dry-run-launch", "--skip", "launch-dry-run"), ["--dry-run-launch and --skip launch-dry-run"]),
    ((*ONE, "--dry-run-launch", "--checks", "identity"), ["--dry-run-launch and --checks"]),
    (("preflight", "--list-checks", "--print-iam-policy"), ["--list-checks and --print-iam-policy"]),
    (("preflight", "--print-iam-policy", "--output", "report"), ["--output"]),
    (("preflight", "t.json", "--list-checks", "--format", "json"), ["PATH, --format"]),
    (
        ("regions", "trn1.32xlarge", "--instance-type", "trn2.48xlarge"),
        ["TYPE trn1.32xlarge and --instance-type trn2.48xlarge"],
    ),
    (("doctor", "--offline", "--region", "us-east-2", "--deadline", "3"), ["--region, --deadline"]),
    (("sandbox", "env", "--unset", "--region", "us-east-2"), ["--region"]),
    (("catalog", "--format", "text", "--format", "json"), ["--format"]),
    (
        (
            "preflight",
            "t.json",
            "--request",
            "t.json",
            "--capacity",
            "spot",
            "--reservation",
            CR,
            "--capacity-block",
            OTHER,
        ),
        [
            "PATH and --request",
            "--capacity",
            "--reservation and --capacity-block",
            "--capacity spot and --reservation and --capacity-block",
        ],
    ),
]


@pytest.mark.parametrize(("arguments", "told"), CONTRADICTIONS, ids=[" ".join(given) for given, _ in CONTRADICTIONS])
def test_every_contradiction_is_told(arguments: tuple[str, ...], told: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, CODE.findall(result.output)) == (2, told), result.output
    assert not Path("report").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("review", "t.json", "--capacity-block", CR, "--reservation", OTHER),
        (*ONE, "--capacity-block", CR, "--capacity", "block", "--offline"),
        (*ONE, "--offline", "--checks", "launch-dry-run"),
        ("preflight", "--print-iam-policy", "--checks", "identity", "--dry-run-launch"),
        ("regions", "trn2.48xlarge", "--instance-type", "trn2.48xlarge"),
        ("sandbox", "env", "--unset", "--state-dir", "x"),
        ("doctor", "--offline"),
    ],
    ids=" ".join,
)
def test_what_agrees_is_none(arguments: tuple[str, ...]) -> None:
    assert "TRN077" not in run(*arguments).output


@pytest.mark.parametrize("check", [check.id for check in all_checks()])
def test_a_policy_of_one_check_has_what_it_needs(check: str) -> None:
    result = run("preflight", "--print-iam-policy", "--checks", check)
    needed = next(one.actions for one in all_checks() if one.id == check)
    assert all(action in result.stdout for action in needed)
    assert '"Action": []' not in result.stdout
    assert bool(needed) is (result.stderr == "")


@pytest.mark.parametrize("given", [(), ("--code", "L-2C3B7624"), ("--value=3",)])
def test_every_option_that_is_missing_is_told(given: tuple[str, ...]) -> None:
    result = run("quota", "request", *given)
    assert result.exit_code == 2
    named = {given[0].partition("=")[0]} if given else set[str]()
    assert {one for one in ("--service", "--code", "--value") if one in result.output} == {
        "--service",
        "--code",
        "--value",
    } - named
    assert run("quota", "request", "--help").exit_code == 0
