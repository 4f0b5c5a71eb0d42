"""A folder of the user's that hides a package is named before an import fails for it (public case K6-01)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.shadows import refuse_shadows, shadows

ROOT = Path(__file__).parents[2]


def test_a_package_named_constructs_is_refused(tmp_path: Path) -> None:
    for name in ("constructs", "aws_cdk"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    with pytest.raises(InputError) as caught:
        refuse_shadows(tmp_path)
    assert caught.value.codes == ["TRN037", "TRN037"]
    assert "constructs" in str(caught.value)
    assert "rename" in str(caught.value)


@pytest.mark.parametrize("name", ["constructs.py", "aws_cdk.py", "jsii.pyc", "constructs.abi3.so"])
def test_a_module_of_the_name_is_refused_as_well(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    with pytest.raises(InputError) as caught:
        refuse_shadows(tmp_path)
    assert caught.value.codes == ["TRN037"]
    assert caught.value.problems[0].prop == name


def test_a_folder_without_init_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "constructs").mkdir()
    assert shadows(tmp_path) == []
    refuse_shadows(tmp_path)


def start(app: Path, *path: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    return subprocess.run([sys.executable, str(app)], cwd=cwd, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("beside", [True, False], ids=["beside the app", "where it runs"])
def test_the_app_of_the_repository_names_a_package_that_hides_another(tmp_path: Path, beside: bool) -> None:
    (tmp_path / "constructs").mkdir()
    (tmp_path / "constructs" / "__init__.py").touch()
    app = Path(shutil.copy(ROOT / "app.py", tmp_path)) if beside else ROOT / "app.py"
    done = start(app, tmp_path, ROOT / "constructs", cwd=tmp_path)
    assert done.returncode == 2
    assert "TRN037" in done.stderr
    assert "Traceback" not in done.stderr
