"""The sdist, installed by pip into an environment of its own, works: command, import, synthesis of an L3 app."""

from __future__ import annotations

import json
import os
import re
import subprocess
import venv
from collections.abc import Mapping
from pathlib import Path

import pytest

from cdk_trainium import __version__

from .archives import ROOT, build_sdist

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def bin_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the sdist and its dependencies: pip makes the wheel from it, and test_archives compares."""
    folder = tmp_path_factory.mktemp("clean")
    sdist = build_sdist(folder)
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    command = [python, "-m", "pip", "install", "--quiet", "--no-compile", f"{sdist}[node]"]
    subprocess.run(command, check=True, env=_clean(), cwd=folder)
    return python.parent


def _clean(**more: str) -> Mapping[str, str]:
    """The caller's environment without what leads to this checkout and its packages."""
    dropped = ("PYTHONPATH", "JSII_NODE", "VIRTUAL_ENV")
    return {**{name: value for name, value in os.environ.items() if name not in dropped}, **more}


def run(folder: Path, *command: str, **env: str) -> str:
    line = [str(folder / command[0]), *command[1:]]
    done = subprocess.run(line, cwd=folder, env=_clean(**env), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_tells_its_version(bin_folder: Path) -> None:
    assert run(bin_folder, "trnctl", "--version").split()[-1] == __version__


def test_the_import_is_that_of_the_environment(bin_folder: Path) -> None:
    said = run(bin_folder, "python", "-W", "error", "-c", "import cdk_trainium as c; print(c.__file__, c.NodeGroup)")
    assert said.startswith(str(bin_folder.parent))


def test_the_readme_app_synthesizes(bin_folder: Path, tmp_path: Path) -> None:
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example
    app = tmp_path / "app.py"
    app.write_text("from cdk_trainium.node import use_packaged_node\nuse_packaged_node()\n" + example.group(1))
    run(bin_folder, "python", str(app), CDK_OUTDIR=str(tmp_path / "out"))
    template = json.loads((tmp_path / "out" / "Training.template.json").read_text(encoding="utf-8"))
    assert "AWS::AutoScaling::AutoScalingGroup" in {item["Type"] for item in template["Resources"].values()}
