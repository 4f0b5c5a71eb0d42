"""The app: which file it takes, how a bad one ends, and that it needs no AWS."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import aws_cdk as cdk
import pytest

from cdk_trainium import InputError
from stacks.cluster_stack import clusters_of

ROOT = Path(__file__).parents[2]


def run(folder: Path, out: Path, cluster: object = "") -> "subprocess.CompletedProcess[str]":
    """Run app.py as `.venv/bin/python app.py` does: without PYTHONPATH, JSII_NODE, credentials and region."""
    kept = ("PATH", "HOME", "TMPDIR", *(name for name in os.environ if name.startswith("JSII_SILENCE_")))
    keep = {name: os.environ[name] for name in kept if name in os.environ}
    environment = {
        **keep,
        "CDK_OUTDIR": str(out),
        "CDK_VALIDATION": "false",
        "AWS_EC2_METADATA_DISABLED": "true",
        "CDK_CONTEXT_JSON": json.dumps({"cluster": cluster} if cluster else {}),
    }
    command = [sys.executable, str(ROOT / "app.py")]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def contents(out: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in out.rglob("*.json")
        if not path.name.endswith(".metadata.json")
    }


def test_the_default_is_the_headline_from_any_folder_twice_the_same(tmp_path: Path) -> None:
    first, second = (run(tmp_path, tmp_path / name) for name in ("a", "b"))
    assert first.returncode == 0
    assert re.findall(r"TRN\d{3}", first.stderr)[:1] == ["TRN501"]
    assert second.returncode == 0
    assert (tmp_path / "a" / "trn2-block.template.json").is_file()
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_the_app_is_reviewed_and_only_its_floating_image_is_told(tmp_path: Path) -> None:
    assert run(tmp_path, tmp_path / "out").returncode == 0
    report = json.loads((tmp_path / "out" / "validation-report.json").read_text())
    (own,) = (item for item in report["pluginReports"] if item["pluginName"] == "cdk-trainium")
    told = [(item["ruleName"], item["severity"]) for item in own["violations"]]
    # The days of the file's block pass: from then on its actions are past.
    assert [one for one in told if one != ("TRN355", "warning")] == [("TRN501", "warning")]


def test_a_given_file_is_looked_for_in_the_callers_folder(tmp_path: Path) -> None:
    text = (ROOT / "clusters" / "trn1-spot.yaml").read_text()
    (tmp_path / "mine.yaml").write_text(text.replace("name: trn1-spot", "name: mine"))
    (tmp_path / "two.yaml").write_text(text.replace("name: trn1-spot", "name: two"))
    assert run(tmp_path, tmp_path / "out", "mine.yaml,two.yaml").returncode == 0
    assert {path.name for path in (tmp_path / "out").glob("*.template.json")} == {
        "mine.template.json",
        "two.template.json",
    }


@pytest.mark.parametrize("text", [None, "name: x\nregion: us-east-2\ncolour: red\n"])
def test_a_bad_file_ends_without_traceback(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "bad.yaml").write_text(text)
    done = run(tmp_path, tmp_path / "out", "bad.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: bad.yaml:")
    assert "Traceback" not in done.stderr


def test_two_clusters_of_one_name(tmp_path: Path) -> None:
    file = str(ROOT / "clusters" / "trn1-spot.yaml")
    done = run(tmp_path, tmp_path / "out", f"{file},{file}")
    assert done.returncode == 2
    assert "TRN006" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("cluster", ["a\0b.yaml", ["a.yaml"], {"a": 1}, 7, " , ", ""])
def test_a_context_that_names_no_file(tmp_path: Path, cluster: object) -> None:
    app = cdk.App(context={"cluster": cluster})
    with pytest.raises(InputError) as caught:
        clusters_of(app, default=tmp_path / "none.yaml")
    assert caught.value.codes == ["TRN020"]


def test_commas_too_many_are_skipped() -> None:
    file = ROOT / "clusters" / "trn1-spot.yaml"
    app = cdk.App(context={"cluster": f"{file}, ,"})
    assert [item.name for item in clusters_of(app, default=file)] == ["trn1-spot"]


OURS = ["cdk-trainium:catalogue", "cdk-trainium:x", "cdk_trainium:catalog", "CDK-Trainium.overlay", "cdk-trainium"]


@pytest.mark.parametrize("key", ["clusters", "Cluster", "cluster-file", *OURS])
def test_a_context_key_that_resembles_ours_is_refused(tmp_path: Path, key: str) -> None:
    """Passed over, it would let the example be made instead of what was meant."""
    app = cdk.App(context={key: "clusters/trn1-spot.yaml"})
    with pytest.raises(InputError) as caught:
        clusters_of(app, default=tmp_path / "none.yaml")
    assert caught.value.codes == ["TRN002"]
    assert caught.value.problems[0].prop == key


def test_foreign_context_keys_are_none_of_ours() -> None:
    file = ROOT / "clusters" / "trn1-spot.yaml"
    app = cdk.App(context={"@aws-cdk/core:checkSecretUsage": True, "stage": "test", "availability-zones:a": []})
    assert [item.name for item in clusters_of(app, default=file)] == ["trn1-spot"]


def test_an_empty_overlay_is_none() -> None:
    app = cdk.App(context={"cdk-trainium:catalog": ""})
    with pytest.raises(InputError) as caught:
        clusters_of(app, default=ROOT / "clusters" / "trn1-spot.yaml")
    assert caught.value.codes == ["TRN050"]


def test_the_mistakes_of_all_files_are_told(tmp_path: Path) -> None:
    names = []
    for name, text in (("a.yaml", "name: 1"), ("b.yaml", "")):
        (tmp_path / name).write_text(text)
        names.append(str(tmp_path / name))
    app = cdk.App(context={"cluster": ",".join([*names, str(tmp_path / "none.yaml")])})
    with pytest.raises(InputError) as caught:
        clusters_of(app, default=tmp_path / "none.yaml")
    assert {"TRN021", "TRN020", "TRN003"} <= set(caught.value.codes)
    assert all(name in str(caught.value) for name in names)
