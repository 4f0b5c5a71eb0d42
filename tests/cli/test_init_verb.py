"""``trnctl init``: what it writes synthesizes, and it overwrites nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cdk_trainium.cli import root
from cdk_trainium.errors import InputError
from cdk_trainium.spec import load_cluster

SOURCE = Path(__file__).resolve().parents[2] / "constructs"
FILES = {".gitignore", "app.py", "cdk.json", "cluster.yaml", "requirements.txt"}


def init(*arguments: str | Path) -> Result:
    return CliRunner().invoke(root, ["init", *map(str, arguments)])


def synth(app: Path, out: Path) -> subprocess.CompletedProcess[str]:
    command = json.loads((app / "cdk.json").read_text())["app"].split()
    assert command[0] == "python3"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "CDK_OUTDIR": str(out), "CDK_VALIDATION": "false"}
    line = [sys.executable, *command[1:]]
    return subprocess.run(line, cwd=app, env=environment, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("name", ["null", "true", "Yes", "off", "n", "first"])
def test_a_name_is_text_whatever_yaml_makes_of_the_word(tmp_path: Path, name: str) -> None:
    assert init(tmp_path / "app", "--name", name).exit_code == 0
    assert load_cluster(tmp_path / "app" / "cluster.yaml").name == name


def test_a_folder_whose_name_is_too_long_is_refused(tmp_path: Path) -> None:
    result = init(tmp_path / ("x" * 300), "--name", "first")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN032"]


def test_the_app_it_writes_synthesizes(tmp_path: Path) -> None:
    assert init(tmp_path / "first").exit_code == 0
    app, out = tmp_path / "first", tmp_path / "out"
    assert {path.name for path in app.iterdir()} == FILES
    assert synth(app, out).returncode == 0
    resources = json.loads((out / "first.template.json").read_text())["Resources"].values()
    assert [item["Properties"]["DesiredCapacity"] for item in resources if "AutoScalingGroup" in item["Type"]] == ["2"]


def test_a_bad_change_fails_synthesis_with_the_finding_and_no_traceback(tmp_path: Path) -> None:
    assert init(tmp_path / "first").exit_code == 0
    app = tmp_path / "first" / "app.py"
    props = '{"Strategy": "cluster", "PartitionCount": 2}'
    bad = f'cdk.CfnResource(stack, "Bad", type="AWS::EC2::PlacementGroup", properties={props})\n'
    synthesize = "app.synth()\n"
    assert app.read_text().endswith(synthesize)
    app.write_text(app.read_text().removesuffix(synthesize) + bad + synthesize)
    done = synth(app.parent, tmp_path / "out")
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "TRN404" in said
    assert "first/Bad" in said
    assert "Traceback" not in said


def test_a_bad_cluster_file_fails_synthesis_with_its_codes_and_no_traceback(tmp_path: Path) -> None:
    assert init(tmp_path / "first").exit_code == 0
    file = tmp_path / "first" / "cluster.yaml"
    file.write_text(file.read_text().replace("node_count: 2", "node_cout: 2"))
    done = synth(file.parent, tmp_path / "out")
    assert done.returncode != 0
    assert "TRN002" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_no_line_of_the_requirements_installs_by_the_bare_name(tmp_path: Path) -> None:
    assert init(tmp_path / "first").exit_code == 0
    lines = (tmp_path / "first" / "requirements.txt").read_text().splitlines()
    assert [line for line in lines if not line.startswith("#")] == []


def test_name_and_region_are_the_clusters(tmp_path: Path) -> None:
    assert init(tmp_path / "a", "--name", "llama-3").exit_code == 0
    cluster = load_cluster(tmp_path / "a" / "cluster.yaml")
    assert (cluster.name, cluster.region, cluster.tags) == ("llama-3", "us-east-2", {"project": "llama-3"})


def test_nothing_is_overwritten_and_nothing_else_is_written(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("mine")
    (tmp_path / "cdk.json").write_text("{}")
    result = init(tmp_path, "--name", "mine")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN031", "TRN031"]
    assert {path.name for path in tmp_path.iterdir()} == {"app.py", "cdk.json"}
    assert (tmp_path / "app.py").read_text() == "mine"


def test_a_dangling_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "app.py").symlink_to(tmp_path / "elsewhere")
    assert init(tmp_path, "--name", "mine").exit_code != 0
    assert not (tmp_path / "elsewhere").exists()


def test_what_a_full_disk_broke_off_is_taken_away(tmp_path: Path) -> None:
    """Half an app would be refused at the next try."""
    code = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (256, 256)); from cdk_trainium.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1"}
    line = [sys.executable, "-c", code, "init", "app"]
    done = subprocess.run(line, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)
    assert (done.returncode, "TRN032" in done.stderr) == (2, True)
    assert list((tmp_path / "app").iterdir()) == []


def test_what_another_wrote_meanwhile_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cdk_trainium.cli.init._refuse_existing", lambda *_: (tmp_path / "cdk.json").write_text("mine"))
    result = init(tmp_path, "--name", "mine")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN031"]
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"cdk.json": "mine"}


@pytest.mark.parametrize("name", ["7up", "a_b", "a" * 101, "-"])
def test_a_name_that_cloudformation_refuses_is_refused(tmp_path: Path, name: str) -> None:
    result = init(tmp_path / "new", f"--name={name}")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN005"]
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = init(tmp_path / "file" / "new", "--name", "mine")
    assert isinstance(result.exception, InputError)
    assert result.exception.codes == ["TRN032"]


def test_a_name_that_was_changed_is_said_and_the_folder_quoted(tmp_path: Path) -> None:
    result = init(tmp_path / "Bad_Name!")
    assert result.exit_code == 0
    assert "named Bad-Name" in result.stderr
    assert f"cd '{tmp_path}/Bad_Name!'" in result.stderr
    assert "named" not in init(tmp_path / "good-name").stderr


@pytest.mark.parametrize(("arguments", "hinted"), [(("é",), True), (("/",), True), (("é", "--name", "7"), False)])
def test_a_folder_whose_name_is_none_for_a_stack_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: Any, hinted: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    result = init(*arguments)
    assert isinstance(result.exception, InputError)
    assert ["--name" in problem.hint for problem in result.exception.problems] == [hinted]


@pytest.mark.parametrize("arguments", [("",), ("x", "--name", "")])
def test_an_empty_folder_or_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: Any) -> None:
    """A shell variable that nobody set; the folder of the caller and its name are not meant."""
    monkeypatch.chdir(tmp_path)
    result = init(*arguments)
    assert result.exit_code != 0
    assert list(tmp_path.iterdir()) == []
    if len(arguments) > 1:
        assert isinstance(result.exception, InputError)
        assert result.exception.codes == ["TRN005"]


def test_a_folder_that_begins_with_a_hyphen_is_one_for_the_shell_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(root, ["init", "--name", "x", "--", "-x"])
    assert (result.exit_code, "cd ./-x" in result.output) == (0, True)
