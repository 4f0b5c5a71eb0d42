"""``trnctl review`` as its user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli.review import command
from tests.review.build import Data, changed, cluster, launch_of, subnet


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(item) for item in arguments])


def write(path: Path, data: Data | str) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


BROKEN = changed(cluster(), lambda data: launch_of(data).update(MetadataOptions={"HttpTokens": "optional"}))
HIDDEN = changed(cluster(), lambda data: launch_of(data).update(Placement={"GroupName": {"Fn::ImportValue": "x"}}))


STACK = "AWS::CloudFormation::Stack"


def test_a_clean_template_passes(tmp_path: Path) -> None:
    result = run(write(tmp_path / "t.json", cluster()))
    assert result.exit_code == 0
    assert result.output.startswith("review passed: 0 error")


def test_an_error_finding_is_exit_code_1(tmp_path: Path) -> None:
    result = run(write(tmp_path / "t.json", BROKEN))
    assert result.exit_code == 1
    assert "error TRN701" in result.stdout


@pytest.mark.parametrize(("arguments", "code"), [((), 0), (("--strict",), 3)])
def test_unknown_fails_only_a_strict_run(tmp_path: Path, arguments: tuple[str, ...], code: int) -> None:
    result = run(write(tmp_path / "t.json", HIDDEN), *arguments)
    assert result.exit_code == code
    assert "review not determined" in result.output


REMOTE = "https://example.org/child.yaml"
SET = {"StackSetName": "s", "PermissionModel": "SELF_MANAGED", "TemplateURL": REMOTE}
UNREAD = {
    "file of another tool": ("package.json", "{}"),
    "broken yaml": ("bad.yaml", "a: [b"),
    "empty file": ("empty.json", ""),
    "no resources": ("none.json", {"Resources": {}}),
    "nested stack": ("n.json", {"Resources": {"N": {"Type": STACK, "Properties": {"TemplateURL": REMOTE}}}}),
    "stack set": ("n.json", {"Resources": {"N": {"Type": f"{STACK}Set", "Properties": SET}}}),
    "module": ("n.json", {"Resources": {"N": {"Type": "Acme::Node::Group::MODULE"}}}),
    "application": ("n.json", {"Resources": {"N": {"Type": "AWS::Serverless::Application"}}}),
}


@pytest.mark.parametrize("kind", UNREAD)
@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "markdown"])
def test_what_was_not_reviewed_is_listed_and_fails_a_strict_run(tmp_path: Path, kind: str, form: str) -> None:
    name, content = UNREAD[kind]
    write(tmp_path / "t.json", cluster())
    write(tmp_path / name, content)
    plain, strict = run(tmp_path, "--format", form), run(tmp_path, "--format", form, "--strict")
    assert (plain.exit_code, strict.exit_code) == (0, 3)
    for result in (plain, strict):
        assert "not reviewed" in result.stdout or form == "json"
        assert name in result.stdout.replace("\\", "")


def test_a_strict_run_of_a_whole_folder_passes(tmp_path: Path) -> None:
    write(tmp_path / "t.json", cluster())
    assert run(tmp_path, "--strict").exit_code == 0


def test_a_strict_report_says_unknown(tmp_path: Path) -> None:
    write(tmp_path / "t.json", cluster())
    write(tmp_path / "package.json", "{}")
    report = json.loads(run(tmp_path, "--strict", "--format", "json").stdout)
    assert report["verdict"] == "unknown"
    assert [(item["id"], item["level"]) for item in report["findings"]] == [("TRN991", "unknown")]


def test_a_file_that_should_be_a_template_is_among_those_not_reviewed(tmp_path: Path) -> None:
    write(tmp_path / "t.json", cluster())
    write(tmp_path / "bad.yaml", "Resources: [")
    result = run(tmp_path, "--format", "json")
    assert result.exit_code == 2
    assert [Path(item["path"]).name for item in json.loads(result.stdout)["not_reviewed"]] == ["bad.yaml"]


def test_findings_go_to_stdout_and_unreadable_files_to_stderr(tmp_path: Path) -> None:
    result = run(write(tmp_path / "t.json", cluster()), write(tmp_path / "bad.json", "{"))
    assert result.exit_code == 2
    assert "TRN903" in result.stderr
    assert "TRN903" not in result.stdout
    assert "review not determined" in result.stdout


@pytest.mark.parametrize("name", ["missing.json", "empty"])
def test_nothing_to_review_is_exit_code_2(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    result = run(tmp_path / name)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_the_report_goes_to_a_file(tmp_path: Path) -> None:
    result = run(write(tmp_path / "t.json", BROKEN), "--format", "json", "--output", tmp_path / "report.json")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert json.loads((tmp_path / "report.json").read_text())["verdict"] == "fail"


def test_a_report_that_cannot_be_written_is_exit_code_2_without_traceback(tmp_path: Path) -> None:
    result = trnctl(write(tmp_path / "t.json", cluster()), "--output", tmp_path / "no" / "report.json")
    assert result.returncode == 2
    assert "TRN894" in result.stderr
    assert "Traceback" not in result.stderr


def test_options_reach_the_rules(tmp_path: Path) -> None:
    path = write(tmp_path / "t.json", cluster())
    policy = write(tmp_path / "policy.yaml", "max_nodes: 3")
    assert "TRN804" in run(path, "--policy", policy).stdout
    assert "TRN604" in run(path, "--region", "eu-west-3").stdout
    assert "TRN343" in run(path, "--reservation", "cr-0123456789abcdef0").stdout


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--region", "us east", "TRN001"),
        ("--region", "mars-1", "TRN001"),
        ("--reservation", "r-1", "TRN001"),
        ("--capacity-block", "cb-0123456789abcdef0", "TRN311"),
    ],
)
def test_a_wrong_form_is_a_mistake_of_usage(tmp_path: Path, option: str, value: str, code: str) -> None:
    result = run(write(tmp_path / "t.json", cluster()), option, value)
    assert result.exit_code == 2
    assert option in result.stderr
    assert code in result.stderr
    assert "allowed" in result.stderr


@pytest.mark.parametrize("option", ["--reservation", "--capacity-block"])
def test_an_id_that_no_template_targets_fails(tmp_path: Path, option: str) -> None:
    result = run(write(tmp_path / "t.json", cluster()), option, "cr-0fedcba9876543210")
    assert result.exit_code == 1
    assert "cr-0fedcba9876543210" in result.stdout


def test_a_region_newer_than_this_release_is_unknown_and_not_refused(tmp_path: Path) -> None:
    data = changed(cluster(), lambda data: data["Resources"].update(Subnet=subnet("xx-west-9a")))
    path = write(tmp_path / "t.json", data)
    assert run(path, "--region", "xx-west-9").exit_code == 0
    assert run(path, "--region", "xx-west-9", "--strict").exit_code == 3


def test_a_baseline_hides_what_is_known(tmp_path: Path) -> None:
    path = write(tmp_path / "t.json", BROKEN)
    run(path, "--format", "json", "--output", tmp_path / "old.json")
    result = run(path, "--baseline", tmp_path / "old.json")
    assert result.exit_code == 0
    assert "1 finding of the baseline" in result.stdout


def trnctl(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, "-m", "cdk_trainium", "review", *map(str, arguments)]
    return subprocess.run(whole, capture_output=True, text=True, check=False)


def test_a_broken_policy_is_exit_code_2_without_traceback(tmp_path: Path) -> None:
    policy = write(tmp_path / "policy.yaml", "max_node: 3")
    result = trnctl(write(tmp_path / "t.json", cluster()), "--policy", policy)
    assert result.returncode == 2
    assert "TRN891" in result.stderr
    assert "Traceback" not in result.stderr


PROBE = """
import sys
from cdk_trainium.cli import main
try:
    main()
except SystemExit:
    pass
heavy = {"boto3", "botocore", "aws_cdk", "constructs", "jsii", "pydantic", "moto", "cfnlint", "yaml", "jsonschema"}
print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""


def test_a_review_of_json_loads_nothing_heavy(tmp_path: Path) -> None:
    path = write(tmp_path / "t.json", BROKEN)
    whole: list[Any] = [sys.executable, "-c", PROBE, "review", path, "--format", "text"]
    result = subprocess.run(whole, capture_output=True, text=True, check=True)
    assert result.stderr.splitlines()[-1] == "[]"


def test_a_name_that_no_file_can_have_hides_no_other_finding(tmp_path: Path) -> None:
    nested = {"Type": STACK, "Properties": {"TemplateURL": "n" * 400}}
    parent = write(tmp_path / "parent.json", {"Resources": {"N": nested}})
    result = run(write(tmp_path / "t.json", BROKEN), parent, "--format", "json")
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert "TRN701" in {item["id"] for item in report["findings"]}
    assert len(report["not_reviewed"]) == 1
