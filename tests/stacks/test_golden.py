"""The template of every stack, whole: a changed logical id replaces a resource. `make golden` writes them anew."""

import json
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest

from cdk_trainium.spec import load_cluster
from stacks.cluster_stack import ClusterStack

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
FILES = sorted((ROOT / "clusters").glob("*.yaml"))


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    context = json.loads((ROOT / "cdk.json").read_text())["context"]
    app = cdk.App(outdir=str(tmp_path_factory.mktemp("golden")), context=context)
    stacks = {file.stem: ClusterStack(app, load_cluster(file)) for file in FILES}
    assembly = app.synth()
    return {stem: assembly.get_stack_artifact(stack.artifact_id).template for stem, stack in stacks.items()}


@pytest.mark.parametrize("stem", [file.stem for file in FILES])
def test_the_template_is_the_golden_one(templates: dict[str, Any], stem: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{stem}.json"
    if request.config.getoption("--update-golden"):
        path.write_text(json.dumps(templates[stem], indent=1) + "\n")
    assert templates[stem] == json.loads(path.read_text())


def test_no_golden_template_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == {file.stem for file in FILES}
